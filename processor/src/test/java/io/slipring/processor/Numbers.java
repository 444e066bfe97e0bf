/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

/**
 * Names of one run of the {@link SummingApp}: its ring, topics and application id.
 *
 * @param run tells runs on the same brokers apart
 */
record Numbers(String run) {
    String ring() {
        return run + "-ring";
    }

    String input() {
        return run + "-numbers";
    }

    String transfer() {
        return run + "-transfer";
    }

    String output() {
        return run + "-sums";
    }

    String applicationId() {
        return run + "-summing";
    }

    String homeChangelog() {
        return applicationId() + "-sums-home-changelog";
    }

    String controlChangelog() {
        return applicationId() + "-sums-control-changelog";
    }
}
