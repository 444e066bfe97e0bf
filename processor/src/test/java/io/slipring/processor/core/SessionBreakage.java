/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import org.jspecify.annotations.Nullable;

/** What may be wrong with sessions and is right with windows of time. */
enum SessionBreakage {
    /** What was folded while a key's sessions were awaited is joined to them at once. */
    JOINS_PENDING {
        @Override
        Fault fault() {
            return new Fault() {
                @Override
                HomeStore home(HomeStore home) {
                    return new Breakage.WrappedHome(home) {
                        @Override
                        public byte @Nullable [] get(byte[] key) {
                            return super.get(settled(key));
                        }

                        @Override
                        public void put(byte[] key, byte @Nullable [] value) {
                            super.put(settled(key), value);
                        }
                    };
                }
            };
        }
    },
    /** Sessions that were joined to others are not retracted. */
    LOSES_RETRACTIONS {
        @Override
        Fault fault() {
            return new Fault() {
                @Override
                Effects<Mask> effects(Effects<Mask> effects) {
                    return new Breakage.WrappedEffects(effects) {
                        @Override
                        public void retract(byte[] cell, long start, long end) {}
                    };
                }
            };
        }
    };

    abstract Fault fault();

    private static byte[] settled(byte[] storeKey) {
        byte[] settled = storeKey.clone();
        if (HomeKey.isEntry(storeKey)) {
            settled[HomeKey.of(0, new byte[0]).length] = 1;
        }
        return settled;
    }
}
