package fairlead.server.stack;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.AuditTrail.Deed;
import fairlead.server.access.Requester;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Transaction;
import fairlead.server.operation.NewOperation;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationRequest;
import fairlead.server.operation.OperationTarget;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.record.ExportStore;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackEvent;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.record.StackTables;
import fairlead.server.stack.record.TokenStore;
import fairlead.server.stack.step.StackOrder;
import fairlead.server.stack.step.StackOrder.Purpose;
import fairlead.server.stack.step.Texts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// Begins the operations of stacks: what is to be done is written in one transaction, and carried out after
/// it.
final class Beginnings {

    private static final Duration LIMIT = Duration.ofHours(36);

    private final Database database;
    private final StackTables tables;
    private final TokenStore tokens = new TokenStore();
    private final Operations operations;
    private final Names names;
    private final AuditTrail audit;
    private final Clock clock;
    private final Supplier<UUID> ids;

    /// By which identifiers stacks go in the stacks that they are nodes of.
    interface Names {
        String of(Stack stack);
    }

    Beginnings(
            Database database,
            StackTables tables,
            Operations operations,
            Names names,
            AuditTrail audit,
            Clock clock,
            Supplier<UUID> ids) {
        this.database = database;
        this.tables = tables;
        this.operations = operations;
        this.names = names;
        this.audit = audit;
        this.clock = clock;
        this.ids = ids;
    }

    Database database() {
        return database;
    }

    StackTables tables() {
        return tables;
    }

    Operations operations() {
        return operations;
    }

    AuditTrail audit() {
        return audit;
    }

    Clock clock() {
        return clock;
    }

    UUID newId() {
        return ids.get();
    }

    /// The operation that was begun of a stack under a token; empty if none was.
    Optional<TokenStore.Asked> asked(UUID stack, String token) {
        return database.read(transaction -> tokens.find(transaction, stack, token));
    }

    /// Looks at a stack as it is in the transaction that begins an operation: the stack with what is pending
    /// for it, or a problem.
    interface Check {
        Stack of(Transaction transaction, Stack now);
    }

    /// Writes the beginning of an operation and has it carried out.
    Begun begin(StackRequest request, Stack stack, StackOrder order, StackStatus status, boolean isNew, Check check) {
        if (operations.isFull()) {
            throw new ProblemException(new Problem.Overloaded());
        }
        OperationId id = new OperationId(ids.get());
        NewOperation asked = operation(request, stack, order, id);
        Begun begun;
        try {
            begun = database.write(transaction -> {
                Stack now = isNew
                        ? stack
                        : tables.stacks().find(transaction, stack.id()).orElseThrow();
                if (now.status().busy() && !now.awaits() && !isNew) {
                    throw StackProblems.state(now, order.purpose() == Purpose.DELETE ? "deleted" : "updated");
                }
                if (!order.nested()) {
                    requireRested(transaction, now);
                }
                Stack wanted =
                        isNew || now.status() == StackStatus.REVIEW_IN_PROGRESS ? stack : check.of(transaction, now);
                String reason = order.purpose() == Purpose.SETTLE ? "" : Texts.REQUESTED;
                Stack next = wanted.with(wanted.condition().by(id).in(status, reason));
                if (isNew) {
                    tables.stacks().insert(transaction, next);
                } else {
                    tables.stacks().update(transaction, next);
                }
                Operation accepted = operations.accept(transaction, asked);
                request.token()
                        .ifPresent(token -> tokens.put(
                                transaction,
                                next.id(),
                                token,
                                new TokenStore.Asked(request.what(), id.toString()),
                                clock.instant()));
                if (order.purpose() != Purpose.SETTLE) {
                    tell(transaction, next, order, id);
                }
                audit.append(transaction, clock.instant(), request.caller(), deed(name(order), next));
                return new Begun(next, accepted);
            });
        } catch (DatabaseException failure) {
            if (failure.kind() == DatabaseException.Kind.DUPLICATE) {
                throw StackProblems.exists(stack.name());
            }
            operations.doubt(id);
            throw failure;
        }
        Optional<Operation> _ = operations.start(begun.operation(), Duration.ZERO);
        return begun;
    }

    /// A stack that is a node of another one is left alone while an operation works on that.
    private void requireRested(Transaction transaction, Stack stack) {
        Optional<Stack> parent =
                stack.nesting().flatMap(nesting -> tables.stacks().find(transaction, nesting.parent()));
        while (parent.isPresent()) {
            Stack above = parent.get();
            if (above.status().busy()) {
                throw StackProblems.invalid("Stack [" + stack.name() + "] is nested in the stack [" + above.name()
                        + "], which is in " + above.status() + " state: wait until that has ended.");
            }
            parent = above.nesting().flatMap(nesting -> tables.stacks().find(transaction, nesting.parent()));
        }
    }

    record Begun(Stack stack, Operation operation) {}

    /// What others use of a stack keeps it.
    void requireUnused(Transaction transaction, Stack stack) {
        for (ExportStore.Export export : tables.exports().of(transaction, stack.id())) {
            tables.exports().users(transaction, stack.place(), export.name()).stream()
                    .filter(user -> !user.equals(stack.id()))
                    .findFirst()
                    .flatMap(user -> tables.stacks().find(transaction, user))
                    .ifPresent(user -> {
                        throw StackProblems.invalid(
                                "Export " + export.name() + " cannot be deleted as it is in use by " + user.name());
                    });
        }
    }

    private NewOperation operation(StackRequest request, Stack stack, StackOrder order, OperationId id) {
        Instant now = clock.instant();
        return new NewOperation(
                id,
                OperationKind.STACK,
                new OperationTarget(
                        stack.place().subscription(),
                        stack.place().location(),
                        stack.id().toString(),
                        stack.path(),
                        Stack.TYPE),
                new OperationRequest(
                        now,
                        now.plus(LIMIT),
                        order.write(),
                        Optional.empty(),
                        request.caller().origin(),
                        Requester.text(request.caller())),
                stack.nesting().map(_ -> names.of(stack)));
    }

    private void tell(Transaction transaction, Stack stack, StackOrder order, OperationId id) {
        Instant at = tables.stacks().nextEvent(transaction, stack.id(), clock.instant());
        tables.events()
                .insert(
                        transaction,
                        new StackEvent(
                                stack.id(),
                                at,
                                Optional.empty(),
                                "",
                                stack.id().toString(),
                                new StackEvent.Told(stack.status().name(), Texts.REQUESTED, new byte[0]),
                                new StackEvent.Cause(order.token(), id.toString())));
    }

    private static String name(StackOrder order) {
        return switch (order.purpose()) {
            case CREATE -> "CreateStack";
            case UPDATE -> "UpdateStack";
            case IMPORT -> "ImportResources";
            case DELETE -> "DeleteStack";
            case ROLLBACK -> "RollbackStack";
            case CONTINUE_ROLLBACK -> "ContinueUpdateRollback";
            case SETTLE -> "SettleStack";
            case DISCARD -> "DeleteStack";
        };
    }

    static Deed deed(String name, Stack stack) {
        return Deed.managing(
                name,
                stack.place().subscription(),
                stack.place().location(),
                stack.path(),
                Stack.TYPE,
                Documents.bytes(Documents.empty().put("stackName", stack.name())));
    }
}
