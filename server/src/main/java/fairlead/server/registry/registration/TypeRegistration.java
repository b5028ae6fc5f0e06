package fairlead.server.registry.registration;

import fairlead.schema.TypeName;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The registration of a version of a type, under way or ended.
///
/// @param token by which callers ask for it; also the id of its operation
/// @param source the address of the package
public record TypeRegistration(
        UUID token,
        TypeName typeName,
        String source,
        VersionSettings settings,
        Progress progress,
        Instant requestedAt) {

    /// How far it is.
    ///
    /// @param description how it goes or why it failed, for people
    /// @param version what was registered, once it was
    public record Progress(JobState state, String description, Optional<Integer> version) {}

    public JobState state() {
        return progress.state();
    }

    public String description() {
        return progress.description();
    }

    public Optional<Integer> version() {
        return progress.version();
    }
}
