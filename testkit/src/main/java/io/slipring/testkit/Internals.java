/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Reaches the few private parts of Kafka Streams and its test driver for which there is no other way. They are the same in
 * 4.3 and 4.4; where they aren't, the error says so.
 */
final class Internals {
    private Internals() {}

    static Object get(Object owner, String field) {
        try {
            return field(owner, field).get(owner);
        } catch (ReflectiveOperationException e) {
            throw unknown(owner, field, e);
        }
    }

    static void set(Object owner, String field, Object value) {
        try {
            field(owner, field).set(owner, value);
        } catch (ReflectiveOperationException e) {
            throw unknown(owner, field, e);
        }
    }

    static Object call(Object owner, String method, Object... arguments) {
        for (Method candidate : owner.getClass().getDeclaredMethods()) {
            if (candidate.getName().equals(method) && candidate.getParameterCount() == arguments.length) {
                try {
                    candidate.setAccessible(true);
                    return candidate.invoke(owner, arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause() instanceof RuntimeException cause
                            ? cause
                            : new IllegalStateException(method + " failed", e.getCause());
                } catch (IllegalAccessException e) {
                    throw unknown(owner, method, e);
                }
            }
        }
        throw unknown(owner, method, new NoSuchMethodException(method));
    }

    private static Field field(Object owner, String name) throws NoSuchFieldException {
        Field field = owner.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    private static IllegalStateException unknown(Object owner, String member, Exception cause) {
        return new IllegalStateException(
                "Cannot use " + owner.getClass().getName() + "." + member
                        + "; this testkit knows Kafka 4.3 and 4.4, is it another on the class path?",
                cause);
    }
}
