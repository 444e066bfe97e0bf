/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Finds the mistakes that people make with rings, each with its fix.
 *
 * <ol>
 *   <li>{@code FactsReader} asks the cluster; what it is refused becomes a fact, too;
 *   <li>each {@code Check} looks at the {@code Facts}, without I/O, for one kind of mistake;
 *   <li>{@code DoctorCommand} prints the findings.
 * </ol>
 */
@org.jspecify.annotations.NullMarked
package io.slipring.cli.doctor;
