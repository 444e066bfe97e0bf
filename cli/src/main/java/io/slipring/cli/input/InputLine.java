/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.input;

/** A line of text without its line end, and its number, counted from 1. */
record InputLine(long number, String text) {}
