/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import io.slipring.cli.command.CommandFailure;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.schemas.AppRegistration;
import java.util.List;
import java.util.Optional;

/**
 * Which rings and applications are asked for.
 *
 * @param ring empty for all
 * @param applicationId empty for all
 */
public record Selection(Optional<String> ring, Optional<String> applicationId) {
    /** Names of the rings that are meant. Without a ring but with an application: those that it is bound to. */
    public List<String> rings(ControlSnapshot control) {
        List<String> rings = ring.isPresent()
                ? List.of(control.ring(ring.get()).name())
                : List.copyOf(control.rings().keySet());
        if (rings.isEmpty()) {
            throw new CommandFailure("there are no rings yet; create one with 'ring create'"
                    + (control.refused().isEmpty() ? "" : "; could not be read: " + control.refused()));
        }
        if (applicationId.isEmpty()) {
            return rings;
        }
        List<String> having =
                rings.stream().filter(name -> !apps(control, name).isEmpty()).toList();
        if (having.isEmpty()) {
            List<String> ids = rings.stream()
                    .flatMap(name -> control.apps(name).stream())
                    .map(AppRegistration::getApplicationId)
                    .distinct()
                    .sorted()
                    .toList();
            throw new CommandFailure("no application " + applicationId.get() + " is bound to "
                    + ring.map(name -> "ring " + name).orElse("any ring") + "; "
                    + (ids.isEmpty() ? "there are none" : "there are " + String.join(", ", ids)));
        }
        return having;
    }

    /** The applications of a ring that are meant. */
    public List<AppRegistration> apps(ControlSnapshot control, String ringName) {
        return control.apps(ringName).stream()
                .filter(app -> applicationId.map(app.getApplicationId()::equals).orElse(true))
                .toList();
    }
}
