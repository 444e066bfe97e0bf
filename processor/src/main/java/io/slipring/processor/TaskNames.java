/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

/** The names that an aggregation gives to its nodes and stores; never changed, as changelog topics are named after them. */
record TaskNames(String name) {
    String homeStore() {
        return name + "-home";
    }

    String controlStore() {
        return name + "-control";
    }

    String preCommitStore() {
        return name + "-pre-commit";
    }

    String transferSource() {
        return name + "-transfer-source";
    }

    String merge() {
        return name + "-inputs";
    }

    String processor() {
        return name + "-shard";
    }

    String updates() {
        return name + "-updates";
    }

    String late() {
        return name + "-late";
    }

    String transferSink() {
        return name + "-transfer-sink";
    }

    static String changelogTopic(String applicationId, String store) {
        return applicationId + "-" + store + "-changelog";
    }
}
