package fairlead.handler;

import java.time.Clock;
import java.time.Instant;
import tools.jackson.databind.node.JsonNodeFactory;
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
/// @param id of the resource, as the Azure Resource Manager protocol writes it; empty in a list and in tests
/// @param sku in which the resource is asked for: `name`, and `tier`, `size`, `family`, `capacity` where it has them;
///     empty if its type has none
/// @param client for internal calls on behalf of the resource
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
        Trace trace,
        String id,
        ObjectNode sku,
        Client client) {

    /// The surroundings of a call that nobody traces, without a control plane behind it.
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

    /// The surroundings of a call that is about no resource of a control plane, or not about one alone.
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
            Clock clock,
            Trace trace) {
        this(
                typeName,
                account,
                region,
                name,
                tags,
                token,
                attempt,
                deadline,
                configuration,
                clock,
                trace,
                "",
                JsonNodeFactory.instance.objectNode(),
                Client.none());
    }
}
