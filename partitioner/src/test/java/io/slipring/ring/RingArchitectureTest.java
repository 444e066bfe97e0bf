/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.slipring", importOptions = DoNotIncludeTests.class)
class RingArchitectureTest {

    @ArchTest
    static final ArchRule RING_IS_PURE = classes()
            .that()
            .resideInAPackage("io.slipring.ring")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.slipring.ring",
                    "java.lang..",
                    "java.util..",
                    "java.nio",
                    "java.nio.charset",
                    "java.security",
                    "com.dynatrace.hash4j.hashing",
                    "org.jspecify.annotations");

    @ArchTest
    static final ArchRule RING_HAS_NO_CLOCK_AND_NO_THREADS = noClasses()
            .that()
            .resideInAPackage("io.slipring.ring")
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("java.util.concurrent..");

    @ArchTest
    static final ArchRule CODEC_KNOWS_NO_CLIENTS = noClasses()
            .that()
            .resideInAPackage("io.slipring.ring.codec")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..", "io.slipring.ring.source", "io.slipring.partitioner");
}
