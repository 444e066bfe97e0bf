#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
exec java -XX:TieredStopAtLevel=1 -cp '/opt/kafka/libs/*' org.apache.kafka.tools.TopicCommand "$@"
