package fairlead.server.resource;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Transaction;
import java.time.Clock;
import java.time.Instant;

/// Writes down what is done to resources, in the transaction that does it: for the feed of events, and for the audit
/// trail.
final class Diary {

    private final ResourceStore store;
    private final AuditTrail audit;
    private final Clock clock;

    Diary(ResourceStore store, AuditTrail audit, Clock clock) {
        this.store = store;
        this.audit = audit;
        this.clock = clock;
    }

    /// @param deed what the caller did, `PutResource` for example
    /// @param resource as it is from then on
    /// @param event what happened to the resource
    void record(Transaction transaction, Caller caller, String deed, Resource resource, String event) {
        Instant now = clock.instant();
        store.append(transaction, now, caller.origin(), event, resource, resource.version());
        append(transaction, caller, deed, resource, resource.properties());
    }

    /// Writes down for the audit trail alone that something is about to be done, and not with what.
    void announce(Transaction transaction, Caller caller, String deed, Resource resource) {
        append(transaction, caller, deed, resource, Documents.bytes(Documents.empty()));
    }

    private void append(Transaction transaction, Caller caller, String deed, Resource resource, byte[] parameters) {
        audit.append(
                transaction,
                clock.instant(),
                caller,
                new AuditTrail.Deed(
                        deed,
                        resource.id().subscription(),
                        resource.location(),
                        resource.id().toString(),
                        resource.typeName().toString(),
                        parameters));
    }
}
