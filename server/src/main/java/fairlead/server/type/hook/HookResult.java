package fairlead.server.type.hook;

import fairlead.schema.TypeName;
import java.time.Instant;
import java.util.UUID;

/// What a hook has said of a change, as it is kept.
///
/// @param request the id of the request that asked for the change
public record HookResult(UUID id, String request, Asked asked, Target target, HookVerdict verdict, Instant invokedAt) {

    /// The hook.
    ///
    /// @param version from 1
    /// @param failureMode `FAIL` or `WARN`
    public record Asked(TypeName hook, int version, String failureMode) {}

    /// The change.
    ///
    /// @param subscription in which the resource is
    /// @param resource the id of the resource
    public record Target(HookPoint action, TypeName type, String subscription, String resource) {}
}
