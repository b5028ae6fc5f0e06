package fairlead.server.resource;

import fairlead.handler.Act;
import fairlead.handler.ErrorCode;
import fairlead.handler.ResourceHandler.Actionable;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.operation.OperationId;
import fairlead.server.resource.call.HandlerInvocation;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.change.ActionRequest;
import fairlead.server.scope.Locations;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.definition.Action;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The actions of the tenant, which belong to no resource and no subscription: each is one call of the handler
/// within the request. Only the audit record of it is stored.
///
/// Implements the tenant-wide actions of "Proxying" in the "Azure resource provider contract".
public final class TenantActions {

    private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.US_ASCII);

    private final HandlerInvoker handlers;
    private final Database database;
    private final AuditTrail audit;
    private final Locations locations;
    private final Clock clock;
    private final Supplier<UUID> ids;

    /// @param ids makes the tokens of calls
    public TenantActions(
            Database database,
            AuditTrail audit,
            HandlerInvoker handlers,
            Locations locations,
            Clock clock,
            Supplier<UUID> ids) {
        this.handlers = handlers;
        this.database = database;
        this.audit = audit;
        this.locations = locations;
        this.clock = clock;
        this.ids = ids;
    }

    /// What it gives; empty for an action that declares no output.
    public Optional<ObjectNode> act(Caller caller, TypeVersion type, Action action, ObjectNode input) {
        Actions.requireValid(action, input);
        if (!(type.handler() instanceof Actionable handler)) {
            throw Actions.failed(ErrorCode.INTERNAL_FAILURE, "The handler carries out no actions.");
        }
        database.write(transaction -> {
            audit.append(transaction, clock.instant(), caller, deed(type, action));
            return type;
        });
        OperationId token = new OperationId(ids.get());
        ObjectNode none = JsonNodeFactory.instance.objectNode();
        Act act = new Act(action.name(), none, none, input, Optional.empty());
        HandlerInvocation invocation = HandlerInvocation.of(
                type, token, context -> context.in("", locations.offered().getFirst()));
        return Actions.output(action, handlers.act(invocation, handler, action, act, action.limit()));
    }

    private static AuditTrail.Deed deed(TypeVersion type, Action action) {
        AuditTrail.Deed.Target target =
                AuditTrail.Deed.Target.ofType(type.name().toString());
        return new AuditTrail.Deed(ActionRequest.deed(action), target, NOTHING, action.plane());
    }
}
