/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

/** What is done to processes. */
enum FaultKind {
    /** SIGKILL of an instance of the application, which is started again. */
    APP_KILL("appKill", 9),
    /** SIGSTOP of an instance until the others have taken over, then SIGCONT: a zombie. */
    APP_FREEZE("appFreeze", 5),
    /** SIGKILL of a broker, which is started again. */
    BROKER_KILL("brokerKill", 6),
    /** SIGKILL of an instance of the application while a broker is down. */
    APP_AND_BROKER_KILL("appAndBrokerKill", 2),
    /** SIGKILL of all instances, which are started again. */
    APPS_RESTART("appsRestart", 2),
    /** SIGKILL and start of all brokers, one after the other. */
    BROKERS_IN_TURN("brokersInTurn", 1);

    private final String label;
    private final int share;

    FaultKind(String label, int share) {
        this.label = label;
        this.share = share;
    }

    /** Its name in reports. */
    String label() {
        return label;
    }

    /** How often it comes, relative to the others. */
    int share() {
        return share;
    }

    /** Whether it is the SIGKILL of a single process. */
    boolean isSingleKill() {
        return this == APP_KILL || this == BROKER_KILL;
    }
}
