package fairlead.server.event;

import fairlead.server.telemetry.Origin;
import java.time.Instant;
import java.util.Optional;

/// The change of a resource that an event reports.
///
/// @param what `Creating`, `Succeeded`, `Tagged`, `Deleted` and so on
/// @param uid tells two resources of one id apart, of which the second was made when the first was gone
/// @param version of the resource from then on
/// @param operation the one that is running on the resource, or the last one
public record ResourceChange(
        Instant at, Origin origin, String what, String uid, String id, long version, Optional<String> operation) {}
