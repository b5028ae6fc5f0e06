package fairlead.server.type;

import fairlead.schema.TypeName;
import java.time.Instant;

/// A version of a type that was taken away: what is remembered of it, so that its number is not given again and
/// its schema can still be looked up.
///
/// @param schema the document, as it was registered
public record DeregisteredVersion(
        TypeName name, int version, byte[] schema, Instant registeredAt, Instant deregisteredAt) {

    /// The version as protocols write it: `00000001`.
    public String versionId() {
        return "%08d".formatted(version);
    }
}
