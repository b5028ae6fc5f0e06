package fairlead.handler;

import java.time.Clock;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// What surrounds a call.
///
/// @param typeName the resource type's name, `Organization::Service::Resource`
/// @param account the account (an ARM subscription) on whose behalf the call is made
/// @param region the region (an ARM location) of the thing
/// @param name by which callers address the thing: its name in their program; empty in a list
/// @param tags the caller's, beside the properties
/// @param token the idempotency token: one for each operation, the same in every call made for it
/// @param attempt 1 for the first call of a step; higher when a call is repeated after a failure or a crash
/// @param deadline when the call has to have returned
/// @param configuration the type configuration that the operator has set, valid against the schema's
///     `typeConfiguration`; empty where the type declares none
/// @param clock the time; handlers use it rather than the system's, so that tests can set it
/// @param trace the ids of the request that began the work, for logs and for requests to others
public record Context(
        String typeName,
        String account,
        String region,
        String name,
        Tags tags,
        String token,
        int attempt,
        Instant deadline,
        ObjectNode configuration,
        Clock clock,
        Trace trace) {

    /// The surroundings of a call that nobody traces.
    public Context(
            String typeName,
            String account,
            String region,
            String name,
            Tags tags,
            String token,
            int attempt,
            Instant deadline,
            ObjectNode configuration,
            Clock clock) {
        this(typeName, account, region, name, tags, token, attempt, deadline, configuration, clock, Trace.NONE);
    }
}
