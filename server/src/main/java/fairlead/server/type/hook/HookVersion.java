package fairlead.server.type.hook;

import java.time.Instant;

/// A version of a hook.
///
/// @param version from 1
/// @param digest of its package
public record HookVersion(int version, String digest, HookSchema schema, Instant registeredAt) {

    /// Eight digits.
    public String versionId() {
        return "%08d".formatted(version);
    }
}
