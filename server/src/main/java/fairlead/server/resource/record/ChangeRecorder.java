package fairlead.server.resource.record;

import fairlead.schema.HandlerKind;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Plane;
import fairlead.server.database.Transaction;
import fairlead.server.resource.document.Documents;
import fairlead.server.telemetry.Origin;
import fairlead.server.type.Types;
import fairlead.server.type.definition.Action;
import fairlead.server.type.definition.Registration;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Records each change of a resource in the transaction that makes the change: in the feed of events and in the
/// audit trail. Values of sensitive classes are written in neither.
public final class ChangeRecorder {

    private static final byte[] NOTHING = {};

    private final ResourceStore store;
    private final Types types;
    private final AuditTrail audit;
    private final Clock clock;

    public ChangeRecorder(Types types, AuditTrail audit, Clock clock) {
        this(new ResourceStore(types.sealing()), types, audit, clock);
    }

    public ChangeRecorder(ResourceStore store, Types types, AuditTrail audit, Clock clock) {
        this.store = store;
        this.types = types;
        this.audit = audit;
        this.clock = clock;
    }

    /// What will be recorded of a change, made before its transaction.
    ///
    /// @param event what happens to the resource
    public record Prepared(Instant at, Origin origin, String event, Resource resource, AuditTrail.Prepared record) {}

    /// @param deed what the caller did, `PutResource` for example
    /// @param resource as it is from then on
    /// @param event what happened to the resource
    public void record(Transaction transaction, Caller caller, String deed, Resource resource, String event) {
        record(transaction, prepare(caller, deed, Optional.empty(), resource, event));
    }

    /// As [#record(Transaction, Caller, String, Resource, String)], of what is prepared.
    public void record(Transaction transaction, Prepared change) {
        Resource resource = change.resource;
        store.append(transaction, change.at, change.origin, change.event, resource, resource.version());
        audit.append(transaction, change.record);
    }

    /// Makes what will be recorded of a change of what is there.
    public Prepared prepare(Caller caller, String deed, Resource present, Resource next) {
        return prepare(caller, deed, Optional.of(present), next, next.state().word());
    }

    /// Makes what will be recorded of a change.
    ///
    /// @param before the resource as it was, if it was there
    public Prepared prepare(Caller caller, String deed, Optional<Resource> before, Resource resource, String event) {
        Instant now = clock.instant();
        Registration registration = registration(resource);
        HandlerKind kind = switch (resource.state()) {
            case CREATING -> HandlerKind.CREATE;
            case DELETING -> HandlerKind.DELETE;
            default -> HandlerKind.UPDATE;
        };
        byte[] shown = registration.data().isSensitive()
                ? Documents.bytes(registration.data().redacted(Documents.object(resource.properties())))
                : resource.properties();
        AuditTrail.Deed.Details details = AuditTrail.Deed.Details.changing(
                before.map(Resource::etag).orElse(""),
                resource.etag(),
                before.map(old -> PropertyChanges.between(old, resource, registration.data()))
                        .orElse(NOTHING));
        AuditTrail.Deed whole =
                deed(deed, resource, shown, plane(registration, deed, kind)).with(details);
        return new Prepared(now, caller.origin(), event, resource, audit.prepare(now, caller, whole));
    }

    /// Writes down for the audit trail alone that something is about to be done, and not with what.
    public void announce(Transaction transaction, Caller caller, String deed, Resource resource) {
        Plane plane = plane(registration(resource), deed, HandlerKind.UPDATE);
        append(transaction, caller, deed, resource, Documents.bytes(Documents.empty()), plane);
    }

    /// As above, of the reading of what belongs to the data plane.
    public void announceReading(Transaction transaction, Caller caller, String deed, Resource resource) {
        append(transaction, caller, deed, resource, Documents.bytes(Documents.empty()), Plane.DATA);
    }

    /// As above, of a delete that begins once another operation has ended.
    public void announceDeletion(Transaction transaction, Caller caller, Resource resource) {
        Plane plane = registration(resource).plane(HandlerKind.DELETE);
        append(transaction, caller, "DeleteResource", resource, Documents.bytes(Documents.empty()), plane);
    }

    /// As above, with what was asked for.
    public void announce(Transaction transaction, Caller caller, String deed, Resource resource, ObjectNode asked) {
        Plane plane = plane(registration(resource), deed, HandlerKind.READ);
        append(transaction, caller, deed, resource, Documents.bytes(asked), plane);
    }

    /// Writes down for the feed alone that something has been seen to have happened to a resource.
    public void tell(Transaction transaction, Origin origin, String event, Resource resource) {
        store.append(transaction, clock.instant(), origin, event, resource, resource.version());
    }

    private Registration registration(Resource resource) {
        return types.known(resource.typeName(), resource.typeVersion())
                .orElseGet(() -> types.version(resource.typeName(), resource.typeVersion()))
                .registration();
    }

    /// That of the action, if it is one; else that of the handler that carries the deed out.
    private static Plane plane(Registration registration, String deed, HandlerKind kind) {
        return registration.action(deed).map(Action::plane).orElseGet(() -> registration.plane(kind));
    }

    private void append(
            Transaction transaction, Caller caller, String deed, Resource resource, byte[] parameters, Plane plane) {
        audit.append(transaction, clock.instant(), caller, deed(deed, resource, parameters, plane));
    }

    private static AuditTrail.Deed deed(String deed, Resource resource, byte[] parameters, Plane plane) {
        return new AuditTrail.Deed(
                deed,
                new AuditTrail.Deed.Target(
                        resource.id().subscription(),
                        resource.location(),
                        resource.id().toString(),
                        Optional.of(resource.uid()),
                        resource.typeName().toString()),
                parameters,
                plane);
    }
}
