package fairlead.server.access.approval;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Caller;
import fairlead.server.access.policy.ApprovalGate;
import fairlead.server.access.policy.rule.ApprovalTerms;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.secret.Vault;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The verbs on approvals. A change that needs one asks for it here, and uses it up in its own transaction; people
/// decide. Each of these is one transaction, with its record in the audit trail and its event.
public final class Approvals implements ApprovalGate {

    /// The type in the words of permissions.
    static final String TYPE = "Fairlead.Approvals/approvals";

    static final Action APPROVE = Action.called("approve", TYPE);
    static final Action OVERRIDE = Action.called("override", TYPE);

    private static final String LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int LENGTH = 12;
    private static final Duration KEPT = Duration.ofDays(90);
    private static final int AT_ONCE = 100;

    private final Database database;
    private final ApprovalStore store;
    private final ApprovalRecords records;
    private final Approvers approvers;
    private final Waiters waiters;
    private final Clock clock;
    private final Supplier<UUID> ids;

    /// What waits for decisions.
    public interface Waiters {

        /// None do.
        Waiters NONE = new Waiters() {
            @Override
            public void goOn(Transaction transaction, String operation) {}

            @Override
            public void cancel(Transaction transaction, String operation) {}
        };

        /// Looks at once whether an operation may go on.
        void goOn(Transaction transaction, String operation);

        /// Ends an operation that does not go on.
        void cancel(Transaction transaction, String operation);
    }

    /// @param clock which all nodes of the database share
    public Approvals(
            Database database,
            Vault vault,
            ApprovalRecords records,
            Approvers approvers,
            Waiters waiters,
            Clock clock,
            Supplier<UUID> ids) {
        this.database = database;
        this.records = records;
        this.approvers = approvers;
        this.waiters = waiters;
        this.clock = clock;
        this.ids = ids;
        store = new ApprovalStore(vault);
    }

    // -- changes ------------------------------------------------------------------------------------------------------

    private static String id(Request request) {
        return request.plan().steps().getFirst().resourceId();
    }

    private static Approval.Subject subject(Request request) {
        return new Approval.Subject(
                request.facts().subscription().toLowerCase(Locale.ROOT),
                id(request).toLowerCase(Locale.ROOT),
                request.plan().principal(),
                request.plan().hash());
    }

    @Override
    public boolean use(Transaction transaction, Request request, Optional<String> operation) {
        Approval.Subject subject = subject(request);
        Optional<Approval> found = store.findOpen(transaction, subject)
                .map(approval -> approval.at(clock.instant()))
                .filter(approval -> approval.state() == ApprovalState.GRANTED);
        if (found.isEmpty()) {
            return false;
        }
        Approval used = found.get().usedBy(operation);
        if (!store.change(transaction, found.get(), used, false)) {
            return false;
        }
        records.write(transaction, request.caller(), "UseApproval", used, "");
        return true;
    }

    @Override
    public boolean isPartOfUsed(Transaction transaction, String operation, String resourceId) {
        return store.findByOperation(transaction, operation)
                .filter(approval -> approval.state() == ApprovalState.USED)
                .filter(approval -> approval.content().bringsAlong(resourceId))
                .isPresent();
    }

    @Override
    public Asked ask(Transaction transaction, Request request, Optional<Waiting> waiting) {
        Instant now = clock.instant();
        Approval.Subject subject = subject(request);
        Optional<Approval> present = store.findOpen(transaction, subject);
        if (present.isPresent()) {
            Approval known = present.get();
            if (now.isBefore(known.ends())) {
                return asked(request, known);
            }
            end(transaction, known, now);
        }
        supersede(transaction, request, subject);
        Duration validity = request.demands().stream()
                .map(demand -> demand.terms().validity())
                .min(Duration::compareTo)
                .orElse(ApprovalTerms.USUAL);
        Approval made = new Approval(
                newId(),
                subject,
                ApprovalState.ASKED,
                new Approval.Time(now, now.plus(validity)),
                waiting.map(Waiting::operation),
                List.of(),
                ApprovalDocument.of(
                                request,
                                approvers.owner(transaction, request.plan().principal()),
                                waiting.map(Waiting::document))
                        .json());
        if (!store.insert(transaction, made)) {
            return asked(request, store.findOpen(transaction, subject).orElseThrow());
        }
        records.write(transaction, request.caller(), "AskForApproval", made, "");
        return asked(request, made);
    }

    private String newId() {
        UUID random = ids.get();
        long bits = random.getMostSignificantBits() * 31 + random.getLeastSignificantBits();
        StringBuilder id = new StringBuilder("APR-");
        for (int i = 0; i < LENGTH; i++) {
            id.append(LETTERS.charAt((int) (bits & 31)));
            bits >>>= 5;
        }
        return id.toString();
    }

    /// What the same principal has asked for on the same resource, and would not do any more.
    private void supersede(Transaction transaction, Request request, Approval.Subject subject) {
        for (Approval earlier : store.open(transaction, subject.resourceKey(), subject.principal())) {
            supersede(transaction, request.caller(), earlier);
        }
    }

    private void supersede(Transaction transaction, Caller caller, Approval earlier) {
        if (store.change(transaction, earlier, earlier.in(ApprovalState.SUPERSEDED), false)) {
            records.write(transaction, caller, "SupersedeApproval", earlier.in(ApprovalState.SUPERSEDED), "");
            earlier.operation().ifPresent(operation -> waiters.cancel(transaction, operation));
        }
    }

    private Asked asked(Request request, Approval approval) {
        Optional<String> operation =
                approval.operation().filter(_ -> approval.state().isOpen());
        return new Asked(operation, new Problem.ApprovalRequired(text(request, approval), Optional.of(info(approval))));
    }

    private String text(Request request, Approval approval) {
        String what = "The change of '" + id(request) + "' ";
        if (approval.state() == ApprovalState.DENIED) {
            Decision last = approval.decisions().getLast();
            return what + "was denied by '" + last.name() + "' ("
                    + (last.reason().isEmpty() ? "without a reason" : last.reason()) + "). Approval " + approval.id()
                    + " can't be asked for again before " + approval.ends() + ".";
        }
        return what + "has to be approved by another person: Approval " + approval.id()
                + " is needed; repeat the same request when it is granted, until " + approval.ends() + ". Asked for is"
                + " the approval of " + approval.content().demanded() + "." + approvers.hint(request.caller());
    }

    private static ObjectNode info(Approval approval) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("approvalId", approval.id())
                .put("state", approval.state().word())
                .put("planHash", approval.subject().planHash())
                .put("expiresAt", approval.ends().toString());
    }

    @Override
    public Optional<Held> held(String operation) {
        return database.read(transaction -> store.findByOperation(transaction, operation))
                .map(approval -> approval.at(clock.instant()))
                .map(approval -> new Held(
                        approval.id(),
                        switch (approval.state()) {
                            case ASKED -> Held.State.WAITING;
                            case GRANTED -> Held.State.GRANTED;
                            case USED -> Held.State.BEGUN;
                            case DENIED, EXPIRED, SUPERSEDED -> Held.State.OVER;
                        },
                        approval.subject().planHash(),
                        approval.content().waiting().orElse(new byte[0])));
    }

    @Override
    public void abandon(Transaction transaction, Caller caller, String operation) {
        store.findByOperation(transaction, operation)
                .filter(approval -> approval.state().isOpen())
                .ifPresent(approval -> supersede(transaction, caller, approval));
    }

    // -- decisions ----------------------------------------------------------------------------------------------------

    /// What is known of one; a problem if there is none that the caller may see.
    public Approval get(Caller caller, String id) {
        return find(id).filter(approval -> approvers.maySee(caller, approval)).orElseThrow(() -> notFound(id));
    }

    private Optional<Approval> find(String id) {
        return database.read(transaction -> store.find(transaction, id.toUpperCase(Locale.ROOT)))
                .map(approval -> approval.at(clock.instant()));
    }

    private static ProblemException notFound(String id) {
        return new ProblemException(new Problem.NotFound(
                ProblemCode.APPROVAL_NOT_FOUND, "There is no approval '" + id + "', or it was forgotten since."));
    }

    /// Some of those that the caller may see and that fit, the newest first, from behind a place on.
    List<Approval> list(Caller caller, ApprovalStore.Search search, Optional<Approval> after, int limit) {
        List<Approval> found = new ArrayList<>();
        Instant at = after.map(Approval::askedAt).orElse(Instant.ofEpochMilli(Long.MAX_VALUE));
        String id = after.map(Approval::id).orElse("");
        String stored = search.state().equals("EXPIRED") ? "" : search.state();
        while (found.size() < limit) {
            Instant beforeAt = at;
            String beforeId = id;
            List<Approval> page = database.read(transaction -> store.list(
                    transaction,
                    new ApprovalStore.Search(search.subscription(), stored, search.resource()),
                    beforeAt,
                    beforeId,
                    AT_ONCE));
            for (Approval one : page) {
                Approval now = one.at(clock.instant());
                boolean fits = search.state().isEmpty() || now.state().name().equals(search.state());
                boolean within = search.resource().isEmpty()
                        || AccessScope.isAbove(search.resource(), one.subject().resourceKey());
                if (fits && within && found.size() < limit && approvers.maySee(caller, now)) {
                    found.add(now);
                }
                at = one.askedAt();
                id = one.id();
            }
            if (page.size() < AT_ONCE) {
                break;
            }
        }
        return found;
    }

    /// Approves a change that another person has asked for.
    public Approval approve(Caller caller, String id, String reason) {
        Approval present = get(caller, id);
        Caller permitted = caller.with(approvers.require(caller, APPROVE, present));
        approvers.requireAnother(permitted, present);
        return decided(permitted, present, "ApproveChange", approval -> {
            Set<Integer> fulfils = approvers.fulfilled(permitted, approval);
            requireReason(reason, approval, fulfils);
            Decision decision = decision(permitted, Decision.APPROVED, reason, fulfils);
            Approval next = approval.with(decision, approval.state());
            return isFulfilled(next) ? next.in(ApprovalState.GRANTED) : next;
        });
    }

    /// Denies it.
    public Approval deny(Caller caller, String id, String reason) {
        Approval present = get(caller, id);
        Caller permitted = caller.with(approvers.require(caller, APPROVE, present));
        approvers.requireAnother(permitted, present);
        return decided(permitted, present, "DenyApproval", approval -> {
            Set<Integer> fulfils = approvers.fulfilled(permitted, approval);
            requireReason(reason, approval, fulfils);
            return approval.with(decision(permitted, Decision.DENIED, reason, fulfils), ApprovalState.DENIED);
        });
    }

    /// Lets a change through without the approvals that it needs, for an emergency. An owner may, and has to say why.
    public Approval override(Caller caller, String id, String reason) {
        Approval present = get(caller, id);
        Caller permitted = caller.with(approvers.require(caller, OVERRIDE, present));
        if (reason.isBlank()) {
            throw reasonMissing();
        }
        return decided(
                permitted,
                present,
                "OverrideApproval",
                approval -> approval.with(
                        decision(permitted, Decision.OVERRIDDEN, reason, Set.of()), ApprovalState.GRANTED));
    }

    private interface Deciding {
        Approval next(Approval present);
    }

    private Approval decided(Caller caller, Approval seen, String deed, Deciding deciding) {
        return database.write(transaction -> {
            Instant now = clock.instant();
            Approval stored = store.find(transaction, seen.id()).orElseThrow(() -> notFound(seen.id()));
            Approval present = stored.at(now);
            if (present.state() != ApprovalState.ASKED) {
                throw closed(present);
            }
            Approval next = deciding.next(present);
            boolean held = store.change(transaction, stored, next, true);
            if (!held) {
                throw new ProblemException(new Problem.Unavailable());
            }
            boolean granted = next.state() == ApprovalState.GRANTED && deed.equals("ApproveChange");
            String reason = next.decisions().getLast().reason();
            records.write(transaction, caller, granted ? "GrantApproval" : deed, next, reason);
            next.operation().ifPresent(operation -> {
                if (next.state() == ApprovalState.GRANTED) {
                    waiters.goOn(transaction, operation);
                } else if (next.state() == ApprovalState.DENIED) {
                    waiters.cancel(transaction, operation);
                }
            });
            return next;
        });
    }

    private static ProblemException closed(Approval approval) {
        return new ProblemException(new Problem.Conflict(
                ProblemCode.APPROVAL_CLOSED,
                "Nothing can be decided of approval " + approval.id() + " any more: it is "
                        + approval.state().word() + "."));
    }

    private Decision decision(Caller caller, String what, String reason, Set<Integer> fulfils) {
        return new Decision(
                caller.principal().key().toString(),
                caller.principal().name(),
                what,
                reason.strip(),
                clock.instant(),
                fulfils);
    }

    private static void requireReason(String reason, Approval approval, Set<Integer> fulfils) {
        List<Demand> demands = approval.content().demands();
        boolean needed =
                fulfils.stream().anyMatch(place -> demands.get(place).terms().reason());
        if (needed && reason.isBlank()) {
            throw reasonMissing();
        }
    }

    private static ProblemException reasonMissing() {
        return new ProblemException(
                Problem.InvalidBody.of("approval.reason", "expected a reason that is not empty", "/reason"));
    }

    /// Whether each demand has as many approvals, of different people, as it needs.
    private static boolean isFulfilled(Approval approval) {
        List<Demand> demands = approval.content().demands();
        for (int i = 0; i < demands.size(); i++) {
            Set<String> people = new HashSet<>();
            for (Decision decision : approval.decisions()) {
                if (decision.what().equals(Decision.APPROVED)
                        && decision.fulfils().contains(i)) {
                    people.add(decision.principal());
                }
            }
            if (people.size() < demands.get(i).terms().count()) {
                return false;
            }
        }
        return true;
    }

    // -- ends ---------------------------------------------------------------------------------------------------------

    /// Ends some that have run out; false if there were none.
    public boolean expire() {
        Instant now = clock.instant();
        List<Approval> over = database.read(transaction -> store.over(transaction, now, AT_ONCE));
        for (Approval one : over) {
            database.write(transaction -> {
                end(transaction, one, now);
                return one;
            });
        }
        return !over.isEmpty();
    }

    private void end(Transaction transaction, Approval present, Instant now) {
        if (!present.at(now).state().equals(ApprovalState.EXPIRED) && present.state() != ApprovalState.DENIED) {
            return;
        }
        Approval next = present.state() == ApprovalState.DENIED ? present : present.in(ApprovalState.EXPIRED);
        if (store.change(transaction, present, next, false) && next.state() == ApprovalState.EXPIRED) {
            records.write(transaction, ApprovalRecords.SYSTEM, "ExpireApproval", next, "");
            next.operation().ifPresent(operation -> waiters.cancel(transaction, operation));
        }
    }

    /// Forgets those that have ended long ago.
    public int forget() {
        return database.write(
                transaction -> store.forget(transaction, clock.instant().minus(KEPT)));
    }
}
