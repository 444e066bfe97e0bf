/* SPDX-License-Identifier: Apache-2.0 */

/**
 * The {@code slipring} command: the deployable application, the operator's tools and the demo.
 *
 * <ol>
 *   <li>{@link io.slipring.cli.Main} sets up logging and runs the command line;
 *   <li>{@code io.slipring.cli.command} parses options, turns failures into one line and an exit code;
 *   <li>{@code io.slipring.cli.progress} finds out how far applications are;
 *   <li>{@code io.slipring.cli.input} reads rows from CSV, NDJSON or standard input;
 *   <li>{@code io.slipring.cli.ring} creates, shows and grows rings;
 *   <li>{@code io.slipring.cli.status} shows how far applications are with a change;
 *   <li>{@code io.slipring.cli.doctor} finds mistakes, each with its fix;
 *   <li>{@code io.slipring.cli.produce} sends rows through the ring;
 *   <li>{@code io.slipring.cli.app} runs an aggregation from a properties file;
 *   <li>{@code io.slipring.cli.audit} proves that no record of it was lost or counted twice;
 *   <li>{@code io.slipring.cli.demo} does all of it on an embedded broker, and checks the result;
 *   <li>{@code io.slipring.cli.chaos} kills real processes while the ring changes, and checks the result;
 *   <li>{@code io.slipring.cli.trial} is what such checks are made of.
 * </ol>
 */
@org.jspecify.annotations.NullMarked
package io.slipring.cli;
