package fairlead.modelled;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Where a secret is, so that it stands in no registration: `env:NAME`, `file:PATH` or `configuration:NAME`, which
/// means a property of the type configuration.
///
/// @param kind one of the three
/// @param name the rest
public record Reference(Kind kind, String name) {

    private static final String CONFIGURATION = "configuration:";

    /// Where secrets can be.
    enum Kind {
        ENV,
        FILE,
        CONFIGURATION
    }

    /// @throws IllegalArgumentException if it is none
    public static Reference parse(String text) {
        int colon = text.indexOf(':');
        String scheme = colon < 0 ? "" : text.substring(0, colon);
        String name = text.substring(colon + 1);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("expected the name of something behind '" + scheme + ":'");
        }
        return switch (scheme) {
            case "env" -> new Reference(Kind.ENV, name);
            case "file" -> new Reference(Kind.FILE, name);
            case "configuration" -> new Reference(Kind.CONFIGURATION, name);
            default ->
                throw new IllegalArgumentException(
                        "expected env:NAME, file:PATH or configuration:NAME; a secret itself has no place here");
        };
    }

    /// The name of the property of the type configuration that a reference means; empty if it means something else.
    static Optional<String> configured(String text) {
        return text.startsWith(CONFIGURATION) ? Optional.of(text.substring(CONFIGURATION.length())) : Optional.empty();
    }

    /// The secret.
    ///
    /// @throws HandlerException if it is not there
    String read(ObjectNode configuration, Map<String, String> environment) {
        String value = switch (kind) {
            case ENV -> environment.getOrDefault(name, "");
            case FILE -> file();
            case CONFIGURATION -> configuration.path(name).asString("");
        };
        if (value.isEmpty()) {
            throw new HandlerException(
                    kind == Kind.CONFIGURATION ? ErrorCode.INVALID_TYPE_CONFIGURATION : ErrorCode.INVALID_CREDENTIALS,
                    "There is no credential at " + this + ".");
        }
        return value;
    }

    private String file() {
        try {
            return Files.readString(Path.of(name)).strip();
        } catch (IOException unreadable) {
            return "";
        }
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(java.util.Locale.ROOT) + ":" + name;
    }
}
