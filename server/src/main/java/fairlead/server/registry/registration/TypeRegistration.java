package fairlead.server.registry.registration;

import fairlead.schema.TypeName;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The registration of a version of a type, under way or ended.
///
/// @param kind `RESOURCE` or `HOOK`
/// @param token by which callers ask for it; also the id of its operation
/// @param source the address of the package
public record TypeRegistration(
        String kind,
        UUID token,
        TypeName typeName,
        String source,
        VersionSettings settings,
        Progress progress,
        Instant requestedAt) {

    private static final String HOOK = "HOOK";

    /// How far it is.
    ///
    /// @param description how it goes or why it failed, for people
    /// @param version what was registered, once it was
    public record Progress(JobState state, String description, Optional<Integer> version) {}

    /// Whether it is that of a hook, and not of a resource type.
    public boolean isOfHook() {
        return kind.equals(HOOK);
    }

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
