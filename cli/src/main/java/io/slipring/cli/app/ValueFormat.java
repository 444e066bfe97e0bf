/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.util.List;

/** What values are made of. */
enum ValueFormat {
    /** A JSON object; its top-level fields. */
    JSON {
        @Override
        ValueReader reader(List<Wanted> wanted, Formats formats) {
            return (headers, value) -> JsonFields.read(value, wanted);
        }
    },
    /** One number as text, such as {@code 14} or {@code 2.5e3}: the field {@code value}. */
    NUMBER {
        @Override
        ValueReader reader(List<Wanted> wanted, Formats formats) {
            return PlainValues.number(wanted);
        }
    },
    /** Text: the field {@code value}. */
    STRING {
        @Override
        ValueReader reader(List<Wanted> wanted, Formats formats) {
            return PlainValues.text(wanted);
        }
    },
    /** A whole number of 8 bytes, most significant first: the field {@code value}. */
    LONG {
        @Override
        ValueReader reader(List<Wanted> wanted, Formats formats) {
            return PlainValues.whole();
        }
    },
    /** Not looked at; enough to count. */
    BYTES {
        @Override
        ValueReader reader(List<Wanted> wanted, Formats formats) {
            return (headers, value) -> Fields.NONE;
        }
    },
    /** An Avro record by a registry; its top-level fields. A value that is no record: the field {@code value}. */
    AVRO {
        @Override
        ValueReader reader(List<Wanted> wanted, Formats formats) {
            return formats.avro(formats.registered(), wanted);
        }
    },
    /** The same by schemas in files, in Avro's single-object encoding. */
    AVRO_SINGLE_OBJECT {
        @Override
        ValueReader reader(List<Wanted> wanted, Formats formats) {
            return formats.avro(formats.singleObject(AppSettings.VALUE_SCHEMA_CONFIG), wanted);
        }
    },
    /** Whatever a class of the user's reads; not a format that can be named. */
    SERDE {
        @Override
        ValueReader reader(List<Wanted> wanted, Formats formats) {
            return formats.serde(wanted);
        }
    };

    /** What a value that has no fields is called where a field is to be named. */
    static final String PLAIN = "value";

    /** Whether values have fields with names of their own. */
    boolean hasNames() {
        return switch (this) {
            case JSON, AVRO, AVRO_SINGLE_OBJECT, SERDE -> true;
            case NUMBER, STRING, LONG, BYTES -> false;
        };
    }

    /**
     * Makes a reader.
     *
     * @param wanted none if the value needs only to be well formed
     * @throws org.apache.kafka.common.config.ConfigException if a setting that it needs is missing or wrong
     */
    abstract ValueReader reader(List<Wanted> wanted, Formats formats);
}
