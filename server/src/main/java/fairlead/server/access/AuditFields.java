package fairlead.server.access;

import fairlead.schema.text.JsonBytes;

/// The fields of an audit record being written, one behind the other. Every change writes one, so no generator of the
/// JSON
/// library stands between.
final class AuditFields {

    private static final byte[] TRUE = JsonBytes.constant("true");
    private static final byte[] FALSE = JsonBytes.constant("false");

    private final JsonBytes bytes;
    private boolean first = true;

    /// Begins an object.
    ///
    /// @param capacity bytes for which there is room without copying
    AuditFields(int capacity) {
        bytes = new JsonBytes(capacity);
        bytes.add('{');
    }

    AuditFields text(String name, String value) {
        name(name).string(value);
        return this;
    }

    /// As [#text], but nothing for what is empty.
    AuditFields textIfAny(String name, String value) {
        return value.isEmpty() ? this : text(name, value);
    }

    AuditFields flag(String name, boolean value) {
        name(name).add(value ? TRUE : FALSE);
        return this;
    }

    /// A value that is JSON already.
    AuditFields json(String name, byte[] value) {
        name(name).add(value);
        return this;
    }

    /// Begins an object inside.
    AuditFields open(String name) {
        name(name).add('{');
        first = true;
        return this;
    }

    /// Begins an array of one object inside.
    AuditFields openOnly(String name) {
        name(name).add('[').add('{');
        first = true;
        return this;
    }

    /// Ends the object inside.
    AuditFields close() {
        bytes.add('}');
        first = false;
        return this;
    }

    /// Ends the array of one object.
    AuditFields closeOnly() {
        bytes.add('}').add(']');
        first = false;
        return this;
    }

    /// Ends all.
    byte[] toBytes() {
        return bytes.add('}').toBytes();
    }

    private JsonBytes name(String name) {
        if (!first) {
            bytes.add(',');
        }
        first = false;
        return bytes.string(name).add(':');
    }
}
