// SPDX-License-Identifier: Apache-2.0
'use strict';

module.exports = {
  ...require('./xxh3'),
  ...require('./definition'),
  ...require('./ring'),
  ...require('./source'),
  ...require('./partitioner'),
};
