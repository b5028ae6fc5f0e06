package fairlead.server.stack;

import fairlead.schema.ResourceSchema;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.AuditTrail.Deed;
import fairlead.server.access.Caller;
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
import fairlead.server.stack.StackPlan.Looked;
import fairlead.server.stack.record.ExportStore;
import fairlead.server.stack.record.SharedOutput;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackEvent;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Progress;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.record.StackTables;
import fairlead.server.stack.record.TokenStore;
import fairlead.server.stack.step.StackOrder;
import fairlead.server.stack.step.StackOrder.OnFailure;
import fairlead.server.stack.step.StackOrder.Purpose;
import fairlead.server.stack.step.Texts;
import fairlead.server.stack.template.TemplateLanguage;
import fairlead.stack.Plan;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// The verbs on stacks. Each that changes something begins an operation, and none waits for its end.
public final class Stacks {

    private static final Duration LIMIT = Duration.ofHours(36);

    private final Database database;
    private final StackTables tables;
    private final TokenStore tokens = new TokenStore();
    private final Operations operations;
    private final StackPlan plans;
    private final AuditTrail audit;
    private final Clock clock;
    private final Supplier<UUID> ids;

    Stacks(
            Database database,
            StackTables tables,
            Operations operations,
            StackPlan plans,
            AuditTrail audit,
            Clock clock,
            Supplier<UUID> ids) {
        this.database = database;
        this.tables = tables;
        this.operations = operations;
        this.plans = plans;
        this.audit = audit;
        this.clock = clock;
        this.ids = ids;
    }

    // -- looking ----------------------------------------------------------------------------------------------------

    /// The stack of that name which is not deleted, or that of an id, also if it is.
    public Optional<Stack> find(StackPlace place, String nameOrId) {
        return database.read(transaction -> find(transaction, place, nameOrId));
    }

    private Optional<Stack> find(Transaction transaction, StackPlace place, String nameOrId) {
        Optional<UUID> id = OperationId.parse(nameOrId).map(OperationId::value);
        return id.flatMap(uuid -> tables.stacks().find(transaction, uuid))
                .filter(stack -> stack.place().subscription().equalsIgnoreCase(place.subscription())
                        && stack.place().location().equals(place.location()))
                .or(() -> tables.stacks().find(transaction, place, nameOrId));
    }

    /// The stacks of a place, newest first, those before a given one.
    public List<Stack> list(StackPlace place, Optional<Stack> before, int limit) {
        Instant time = before.map(stack -> stack.times().created()).orElse(Instant.ofEpochMilli(Long.MAX_VALUE));
        String id = before.map(stack -> stack.id().toString()).orElse("");
        return database.read(transaction -> tables.stacks().list(transaction, place, time, id, limit));
    }

    /// What a stack is made of, in the order of its template; what was deleted or never made is among it.
    public List<StackNode> nodes(UUID stack) {
        return database.read(transaction -> tables.nodes().list(transaction, stack)).stream()
                .filter(node -> !node.report().status().isEmpty() && !node.isLeftover())
                .toList();
    }

    /// What has happened, newest first, before a time.
    public List<StackEvent> events(UUID stack, Optional<Instant> before, int limit) {
        Instant time = before.orElse(Instant.ofEpochMilli(Long.MAX_VALUE));
        return database.read(transaction -> tables.events().list(transaction, stack, time, limit));
    }

    /// The stack that has a resource, by its type and its identifier.
    public Optional<Stack> owner(StackPlace place, String type, String physical) {
        return database.read(transaction -> tables.nodes()
                .owner(transaction, place, type, physical)
                .flatMap(owner -> tables.stacks().find(transaction, owner.stack())));
    }

    /// The stack once its operation has ended, or as it is after [Operations#HELD].
    ///
    /// @param abandoned whether the caller has gone
    public Stack awaited(Stack stack, BooleanSupplier abandoned) {
        if (!stack.status().busy() || stack.condition().operation().isEmpty()) {
            return stack;
        }
        Optional<Operation> _ = operations.await(stack.condition().operation().get(), abandoned);
        return database.read(transaction -> tables.stacks().find(transaction, stack.id()))
                .orElse(stack);
    }

    /// What stacks of a place have for each other, by name, behind a given one.
    public List<SharedOutput> exports(StackPlace place, String after, int limit) {
        return database.read(transaction -> tables.exports().list(transaction, place, after, limit)).stream()
                .map(export -> new SharedOutput(export.name(), export.stack(), export.value()))
                .toList();
    }

    /// The stacks that use what another one has for them.
    public List<Stack> users(StackPlace place, String export) {
        return database.read(transaction -> tables.exports().users(transaction, place, export).stream()
                .flatMap(id -> tables.stacks().find(transaction, id).stream())
                .toList());
    }

    /// What a template of a stack is compiled with, for those who tell more of it than the engine asks for.
    public TemplateLanguage.Source source(Stack stack, ObjectNode content) {
        return plans.source(stack, content, nodes(stack.id()));
    }

    /// What a template would do to a stack.
    public Plan preview(Stack stack, ObjectNode content, Caller caller) {
        return plans.look(stack, nodes(stack.id()), content, caller).plan();
    }

    /// The resource of a node as its handler reads it now; empty if there is none.
    public Optional<ObjectNode> live(Caller caller, Stack stack, StackNode node) {
        return plans.live(stack, node, caller);
    }

    /// The schema of a node's type; empty if there is no such type any more.
    public Optional<ResourceSchema> schema(Stack stack, StackNode node) {
        return plans.schema(stack, node);
    }

    /// The stack that has a resource of that identifier, whatever its type is; the newest of several.
    public Optional<Stack> holder(StackPlace place, String physical) {
        return database.read(transaction -> tables.nodes().holders(transaction, physical).stream()
                .flatMap(id -> tables.stacks().find(transaction, id).stream())
                .filter(stack -> stack.place().subscription().equalsIgnoreCase(place.subscription())
                        && stack.place().location().equals(place.location()))
                .findFirst());
    }

    /// The stack on which an operation works, or has worked.
    public Optional<Stack> ofOperation(StackPlace place, OperationId operation) {
        return operations
                .find(operation)
                .filter(found -> found.kind() == OperationKind.STACK)
                .flatMap(found -> find(place, found.target().subject()));
    }

    // -- changing ---------------------------------------------------------------------------------------------------

    /// Makes a stack.
    ///
    /// @param content the language's own document; it was compiled before and found right
    public Stack create(
            StackRequest request,
            StackPlace place,
            String name,
            String language,
            ObjectNode content,
            StackOrder order,
            boolean isProtected) {
        Optional<Stack> present = find(place, name);
        if (present.isPresent() && present.get().status() != StackStatus.REVIEW_IN_PROGRESS) {
            return replayed(present.get(), request).orElseThrow(() -> StackProblems.exists(name));
        }
        Stack made = present.orElseGet(() -> made(place, name, language, StackStatus.CREATE_IN_PROGRESS));
        Stack wanted = new Stack(
                made.id(),
                place,
                name,
                language,
                made.condition().guarded(isProtected),
                new Stack.Documents(content, content, Documents.empty()),
                made.times());
        Looked _ = plans.look(wanted, List.of(), content, request.caller());
        return begin(request, wanted, order, StackStatus.CREATE_IN_PROGRESS, present.isEmpty(), (_, now) -> now);
    }

    /// A stack that has nothing yet.
    Stack made(StackPlace place, String name, String language, StackStatus status) {
        return new Stack(
                ids.get(),
                place,
                name,
                language,
                new Stack.Condition(status, "", 0, Optional.empty(), false, false),
                Stack.Documents.NONE,
                new Stack.Times(clock.instant(), Optional.empty(), Optional.empty()));
    }

    /// Gives a stack another template, or other parameters.
    public Stack update(StackRequest request, Stack stack, ObjectNode content, StackOrder order) {
        return once(request, stack, () -> updated(request, stack, content, order));
    }

    private Stack updated(StackRequest request, Stack stack, ObjectNode content, StackOrder order) {
        requireUpdatable(stack);
        Looked looked = plans.look(stack, nodes(stack.id()), content, request.caller());
        if (!looked.isChange()) {
            throw StackProblems.invalid("No updates are to be performed.");
        }
        return begin(request, stack, order, StackStatus.UPDATE_IN_PROGRESS, false, (_, now) -> {
            requireUpdatable(now);
            if (now.condition().version() != stack.condition().version()) {
                throw StackProblems.state(now, "updated");
            }
            return now.pending(content);
        });
    }

    static void requireUpdatable(Stack stack) {
        if (!stack.status().updatable()) {
            throw StackProblems.state(stack, "updated");
        }
    }

    /// Deletes a stack; of one that is deleted already, nothing.
    public Optional<Stack> delete(StackRequest request, Stack stack, List<String> retain, boolean force) {
        if (stack.status() == StackStatus.DELETE_COMPLETE || stack.status() == StackStatus.DELETE_IN_PROGRESS) {
            return Optional.empty();
        }
        return Optional.of(once(request, stack, () -> deleted(request, stack, retain, force)));
    }

    private Stack deleted(StackRequest request, Stack stack, List<String> retain, boolean force) {
        if (!retain.isEmpty() && stack.status() != StackStatus.DELETE_FAILED) {
            throw StackProblems.invalid("Invalid operation on stack [" + stack.name()
                    + "]. Cannot specify RetainResources for a stack that is not in the DELETE_FAILED state.");
        }
        StackOrder order = StackOrder.of(Purpose.DELETE, OnFailure.DO_NOTHING, request.told())
                .keeping(retain, force);
        return begin(request, stack, order, StackStatus.DELETE_IN_PROGRESS, false, (transaction, now) -> {
            if (now.status().busy()) {
                throw StackProblems.state(now, "deleted");
            }
            if (now.condition().isProtected()) {
                throw StackProblems.invalid(
                        "Stack [" + now.name() + "] cannot be deleted while TerminationProtection is enabled");
            }
            requireUnused(transaction, now);
            return now;
        });
    }

    private void requireUnused(Transaction transaction, Stack stack) {
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

    /// Has the update under way undone.
    public void cancelUpdate(StackRequest request, Stack stack) {
        boolean _ = database.write(transaction -> {
            Stack now = tables.stacks().find(transaction, stack.id()).orElseThrow();
            if (now.status() != StackStatus.UPDATE_IN_PROGRESS) {
                throw StackProblems.invalid(
                        "CancelUpdateStack cannot be called from current stack status " + now.status());
            }
            tables.stacks().cancel(transaction, now.id());
            audit.append(transaction, clock.instant(), request.caller(), deed("CancelUpdateStack", now));
            now.condition().operation().ifPresent(operation -> operations.hasten(transaction, operation));
            return true;
        });
        stack.condition().operation().ifPresent(operations::wake);
    }

    /// Goes on undoing an update.
    public Stack continueRollback(StackRequest request, Stack stack, List<String> skip) {
        StackOrder order = StackOrder.of(Purpose.CONTINUE_ROLLBACK, OnFailure.ROLLBACK, request.told())
                .skipping(skip);
        return once(request, stack, () -> {
            requireSkippable(stack, skip);
            return begin(request, stack, order, StackStatus.UPDATE_ROLLBACK_IN_PROGRESS, false, (_, now) -> {
                if (now.status() != StackStatus.UPDATE_ROLLBACK_FAILED) {
                    throw StackProblems.state(now, "continued");
                }
                return now;
            });
        });
    }

    private void requireSkippable(Stack stack, List<String> skip) {
        for (String key : skip) {
            boolean failed = nodes(stack.id()).stream()
                    .anyMatch(node -> node.key().equals(key)
                            && node.work().verb() == StackNode.Verb.RESTORE
                            && node.work().is(Progress.FAILED));
            if (!failed) {
                throw StackProblems.invalid("The resource [" + key
                        + "] can't be skipped: only resources in the UPDATE_FAILED state that failed to roll"
                        + " back can.");
            }
        }
    }

    /// Undoes what has failed and was left as it was.
    public Stack rollback(StackRequest request, Stack stack, boolean retainsOnCreate) {
        StackOrder plain = StackOrder.of(Purpose.ROLLBACK, OnFailure.ROLLBACK, request.told());
        StackOrder order = retainsOnCreate ? plain : plain.deletingWhatIsNew();
        StackStatus next = stack.status() == StackStatus.CREATE_FAILED
                ? StackStatus.ROLLBACK_IN_PROGRESS
                : StackStatus.UPDATE_ROLLBACK_IN_PROGRESS;
        return once(
                request,
                stack,
                () -> begin(request, stack, order, next, false, (_, now) -> {
                    if (!now.status().undoable()) {
                        throw StackProblems.state(now, "rolled back");
                    }
                    return now;
                }));
    }

    /// Says whether a stack may be deleted.
    public void protect(StackRequest request, Stack stack, boolean on) {
        boolean _ = database.write(transaction -> {
            tables.stacks().guard(transaction, stack.id(), on);
            audit.append(transaction, clock.instant(), request.caller(), deed("UpdateTerminationProtection", stack));
            return on;
        });
    }

    /// Changes what the language keeps of a stack on which no operation works; the resources stay as they are.
    ///
    /// @param action what is asked for, for the audit trail; empty if no caller asks for it as such
    public Stack amend(Caller caller, Stack stack, Optional<String> action, UnaryOperator<ObjectNode> change) {
        return database.write(transaction -> {
            Stack now = tables.stacks().find(transaction, stack.id()).orElseThrow();
            if (now.status().busy()) {
                throw StackProblems.state(now, "updated");
            }
            Stack next = now.containing(change.apply(now.content().deepCopy()));
            tables.stacks().update(transaction, next);
            action.ifPresent(name -> audit.append(transaction, clock.instant(), caller, deed(name, next)));
            return next;
        });
    }

    // -- beginning --------------------------------------------------------------------------------------------------

    /// The stack with the operation that an earlier request under the same token has begun.
    private Optional<Stack> replayed(Stack stack, StackRequest request) {
        Optional<TokenStore.Asked> asked = request.token()
                .flatMap(token -> database.read(transaction -> tokens.find(transaction, stack.id(), token)));
        if (asked.isEmpty()) {
            return Optional.empty();
        }
        if (!asked.get().digest().equals(request.what())) {
            throw StackProblems.token(request.told());
        }
        return Optional.of(stack);
    }

    private Stack once(StackRequest request, Stack stack, Supplier<Stack> begin) {
        return replayed(stack, request).orElseGet(begin);
    }

    /// Looks at a stack as it is in the transaction that begins an operation: the stack with what is pending
    /// for it, or a problem.
    private interface Check {
        Stack of(Transaction transaction, Stack now);
    }

    /// Writes the beginning of an operation and has it carried out.
    private Stack begin(
            StackRequest request, Stack stack, StackOrder order, StackStatus status, boolean isNew, Check check) {
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
                if (now.status().busy() && !isNew) {
                    throw StackProblems.state(now, order.purpose() == Purpose.DELETE ? "deleted" : "updated");
                }
                Stack wanted =
                        isNew || now.status() == StackStatus.REVIEW_IN_PROGRESS ? stack : check.of(transaction, now);
                Stack next = wanted.with(wanted.condition().by(id).in(status, Texts.REQUESTED));
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
                tell(transaction, next, order, id);
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
        return begun.stack();
    }

    private record Begun(Stack stack, Operation operation) {}

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
                Optional.empty());
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
            case DELETE -> "DeleteStack";
            case ROLLBACK -> "RollbackStack";
            case CONTINUE_ROLLBACK -> "ContinueUpdateRollback";
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
