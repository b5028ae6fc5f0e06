package fairlead.schema;

import fairlead.schema.source.Fault;
import fairlead.schema.text.KeyedHash;
import java.util.List;

/// Something wrong with a schema, a model or a configuration.
///
/// @param id what kind of thing is wrong; stable, such as `model.type` or `schema.pointer-missing`
/// @param pointer where, RFC 6901; empty for the whole document
/// @param message what was expected and what was found, for people; never the value of a write-only property
/// @param rule where in the schema the broken keyword stands, RFC 6901; empty if no single keyword is broken
public record Finding(Severity severity, String id, String pointer, String message, String rule) {

    public enum Severity {
        /// It can't be accepted.
        ERROR,
        /// It can be accepted, but is probably not what was meant.
        WARNING
    }

    public Finding(Severity severity, String id, String pointer, String message) {
        this(severity, id, pointer, message, "");
    }

    public static Finding error(String id, String pointer, String message) {
        return new Finding(Severity.ERROR, id, pointer, message);
    }

    public static Finding warning(String id, String pointer, String message) {
        return new Finding(Severity.WARNING, id, pointer, message);
    }

    /// What is wrong with the text of a document.
    public static Finding of(Fault fault) {
        String id = switch (fault.kind()) {
            case JSON -> "schema.json";
            case YAML -> "schema.yaml";
            case DUPLICATE_NAME -> "schema.json-duplicate-name";
            case LIMITS -> "schema.json-limits";
        };
        return error(id, fault.pointer(), fault.message());
    }

    /// The same by another measure.
    public Finding as(Severity other) {
        return new Finding(other, id, pointer, message, rule);
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /// Whether any of them is an error.
    public static boolean anyError(List<Finding> findings) {
        return findings.stream().anyMatch(Finding::isError);
    }

    /// Pointers and messages have texts of callers in them.
    @Override
    public int hashCode() {
        return KeyedHash.of(KeyedHash.of(id + rule), KeyedHash.of(KeyedHash.of(pointer), KeyedHash.of(message)));
    }

    @Override
    public String toString() {
        return severity + " " + id + " at '" + pointer + "': " + message;
    }
}
