package fairlead.server.registry.registration;

import java.util.Optional;

/// What a caller has said with a registration and gets back with the version. Nothing here goes by it: handlers
/// run with the server's own rights, and their logs are the server's.
public record VersionSettings(Optional<String> executionRole, Optional<String> logRole, Optional<String> logGroup) {

    public static final VersionSettings NONE =
            new VersionSettings(Optional.empty(), Optional.empty(), Optional.empty());
}
