package fairlead.server.scope;

import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// An account: an ARM subscription.
///
/// @param id a GUID in lower case
/// @param state `Enabled` is `Registered` of the subscription lifecycle
public record Subscription(String id, String displayName, String state, ObjectNode tags, Instant createdAt) {}
