package fairlead.server.registry.registration;

import java.time.Instant;
import java.util.Optional;

/// The last run of a version's contract tests.
///
/// @param state [JobState#COMPLETE] if no rule was broken
/// @param description what the tests found, for people
public record TypeTest(JobState state, String description, Instant startedAt, Optional<Instant> endedAt) {}
