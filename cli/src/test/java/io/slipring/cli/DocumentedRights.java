/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** The rights that SECURITY.md tells users to give, read from its commands. */
final class DocumentedRights {
    private static final Path GUIDE = Path.of("../SECURITY.md");
    private static final String COMMAND = "kafka-acls.sh --add ";

    private DocumentedRights() {}

    static List<AclBinding> read() throws IOException {
        List<AclBinding> rights = new ArrayList<>();
        for (String line : Files.readAllLines(GUIDE)) {
            if (line.startsWith(COMMAND)) {
                rights.addAll(parse(line.substring(COMMAND.length())));
            }
        }
        return rights;
    }

    private static List<AclBinding> parse(String options) {
        String principal = "";
        List<AclOperation> operations = new ArrayList<>();
        ResourceType type = ResourceType.UNKNOWN;
        String name = "";
        PatternType pattern = PatternType.LITERAL;
        for (Iterator<String> words = List.of(options.split(" ")).iterator(); words.hasNext(); ) {
            String option = words.next();
            switch (option) {
                case "--allow-principal" -> principal = words.next();
                case "--operation" -> operations.add(AclOperation.fromString(words.next()));
                case "--resource-pattern-type" ->
                    pattern = PatternType.fromString(words.next().toUpperCase(Locale.ROOT));
                case "--cluster" -> {
                    type = ResourceType.CLUSTER;
                    name = "kafka-cluster";
                }
                case "--topic", "--group", "--transactional-id" -> {
                    type = ResourceType.fromString(
                            option.substring(2).replace('-', '_').toUpperCase(Locale.ROOT));
                    name = words.next();
                }
                default -> throw new IllegalArgumentException("unknown option " + option + " in " + GUIDE);
            }
        }
        ResourcePattern resource = new ResourcePattern(type, name, pattern);
        String user = principal;
        return operations.stream()
                .map(operation ->
                        new AclBinding(resource, new AccessControlEntry(user, "*", operation, AclPermissionType.ALLOW)))
                .toList();
    }
}
