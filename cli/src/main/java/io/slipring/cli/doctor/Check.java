/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import java.util.List;

/** Looks for one kind of mistake. Stateless; no I/O. */
interface Check {
    /** The mistakes that there are; empty if there is none, or if too little is known to tell. */
    List<Finding> of(Facts facts);

    /** All there are, in the order in which mistakes are best mended. */
    static List<Check> all() {
        return List.of(
                new RightsCheck(),
                new ControlTopicCheck(),
                new DefinitionsCheck(),
                new SharedTopicsCheck(),
                new TopicCountsCheck(),
                new TransferTopicCheck(),
                new DurabilityCheck(),
                new RegistrationCheck(),
                new StuckCheck(),
                new OffsetsCheck(),
                new ForeignShareCheck(),
                new SettingsFileCheck());
    }
}
