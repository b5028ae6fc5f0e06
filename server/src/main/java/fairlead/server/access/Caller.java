package fairlead.server.access;

import fairlead.server.database.Transaction;
import fairlead.server.telemetry.Origin;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The one who asks, and the ids under which they ask.
///
/// @param subject for whom it is decided what is allowed
/// @param address from where
/// @param permits what was decided for this request so far
/// @param context by which way it came in
public record Caller(
        Principal principal,
        Subject subject,
        Origin origin,
        String address,
        List<Permit> permits,
        RequestContext context) {

    public Caller {
        permits = List.copyOf(permits);
    }

    /// A caller that did not come by a request.
    public Caller(Principal principal, Subject subject, Origin origin, String address, List<Permit> permits) {
        this(principal, subject, origin, address, permits, RequestContext.NONE);
    }

    /// A caller of whose groups nothing is known, and for whom nothing was decided yet.
    public Caller(Principal principal, Origin origin, String address) {
        this(principal, Subject.of(principal.id()), origin, address, List.of());
    }

    /// A caller without a trace.
    public Caller(
            Principal principal,
            String requestId,
            String correlationId,
            Optional<String> clientRequestId,
            String address) {
        this(principal, new Origin(requestId, correlationId, clientRequestId, Optional.empty()), address);
    }

    /// The same request, of the principal that has been found to make it.
    public Caller as(Principal other, Subject otherSubject) {
        return new Caller(other, otherSubject, origin, address, permits, context);
    }

    /// The same request, of which it is known how it came in.
    public Caller by(RequestContext way) {
        return new Caller(principal, subject, origin, address, permits, way);
    }

    /// The same, without what was decided for it.
    public Caller undecided() {
        return new Caller(principal, subject, origin, address, List.of(), context);
    }

    /// The same, acting as a member of one more group: what is done for a deployment stack is done as one of the stack,
    /// to which its own deny assignments do not apply.
    public Caller in(UUID group) {
        Set<UUID> more = new HashSet<>(subject.groups());
        more.add(group);
        Subject member =
                new Subject(subject.id(), more, subject.groupsKnown(), subject.issuedAt(), subject.credential());
        return new Caller(principal, member, origin, address, permits, context);
    }

    /// The same, with one more thing that was decided for it.
    public Caller with(Permit permit) {
        return with(List.of(permit));
    }

    /// The same, with several more.
    public Caller with(List<Permit> others) {
        List<Permit> more = new ArrayList<>(permits);
        more.addAll(others);
        return new Caller(principal, subject, origin, address, more, context);
    }

    /// Makes sure, in the transaction of a change, that what was decided for it still holds; a problem if not.
    public void confirm(Transaction transaction) {
        if (!permits.isEmpty()) {
            permits.getFirst().asking().authorizer().confirm(transaction, this);
        }
    }

    /// Refuses, in the transaction of a change, those of its parts that a deny assignment forbids.
    public void requireNotDenied(Transaction transaction, Iterable<Asked.Of> parts) {
        if (!permits.isEmpty()) {
            permits.getFirst().asking().authorizer().requireNotDenied(transaction, this, parts);
        }
    }

    /// Made by this server for this request (`x-ms-request-id`).
    public String requestId() {
        return origin.requestId();
    }

    /// The logical action it belongs to (`x-ms-correlation-request-id`).
    public String correlationId() {
        return origin.correlationId();
    }

    /// The caller's own id (`x-ms-client-request-id`).
    public Optional<String> clientRequestId() {
        return origin.clientRequestId();
    }
}
