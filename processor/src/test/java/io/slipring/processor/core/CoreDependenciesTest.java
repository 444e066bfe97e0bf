/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class CoreDependenciesTest {
    @Test
    void core_anyClass_knowsNeitherKafkaNorAvroNorItsShell() {
        classes()
                .that()
                .resideInAPackage("io.slipring.processor.core")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "io.slipring.processor.core",
                        "io.slipring.ring",
                        "com.dynatrace.hash4j..",
                        "org.jspecify.annotations")
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("io.slipring.processor.core"));
    }
}
