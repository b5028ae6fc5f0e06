package fairlead.server.time;

import java.time.Clock;

/// What a process knows of time.
///
/// @param wall what time it is; may be set forward and back at any moment
/// @param elapsed how much has gone by; goes on evenly
public record Clocks(Clock wall, MonotonicTime elapsed) {}
