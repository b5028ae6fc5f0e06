package fairlead.server.stack;

import fairlead.schema.ResourceSchema;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.Operations;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.StackPlan.Looked;
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
import fairlead.server.stack.template.TemplateLanguage;
import fairlead.stack.document.Node;
import java.time.Clock;
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

    private final Database database;
    private final StackTables tables;
    private final Operations operations;
    private final Beginnings beginnings;
    private final StackPlan plans;
    private final AuditTrail audit;
    private final Clock clock;

    Stacks(Beginnings beginnings, StackPlan plans) {
        this.beginnings = beginnings;
        this.plans = plans;
        database = beginnings.database();
        tables = beginnings.tables();
        operations = beginnings.operations();
        audit = beginnings.audit();
        clock = beginnings.clock();
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

    /// Whether a template would do anything to a stack.
    public boolean isChange(Stack stack, ObjectNode content, Caller caller) {
        return plans.look(stack, nodes(stack.id()), content, caller).isChange();
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
                made.origin(),
                made.condition().guarded(isProtected),
                new Stack.Documents(content, content, Documents.empty(), Optional.empty()),
                made.times());
        Looked _ = plans.look(wanted, List.of(), content, request.caller(), order.imports());
        return begin(request, wanted, order, StackStatus.CREATE_IN_PROGRESS, present.isEmpty(), (_, now) -> now);
    }

    /// A stack as it would be made.
    public Stack imagined(StackPlace place, String name, String language) {
        return made(place, name, language, StackStatus.REVIEW_IN_PROGRESS);
    }

    /// A stack that has nothing yet.
    Stack made(StackPlace place, String name, String language, StackStatus status) {
        return new Stack(
                beginnings.newId(),
                place,
                name,
                Stack.Origin.of(language),
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
        Looked looked = plans.look(stack, nodes(stack.id()), content, request.caller(), order.imports());
        if (!looked.isChange()) {
            throw StackProblems.invalid("No updates are to be performed.");
        }
        return begin(request, stack, order, StackStatus.UPDATE_IN_PROGRESS, false, (_, now) -> {
            requireUpdatable(now);
            if (now.condition().version() != stack.condition().version()) {
                throw StackProblems.state(now, "updated");
            }
            return now.pending(plans.continued(now, content));
        });
    }

    /// Takes resources over that are there already, and changes nothing else; a stack that is reviewed is made of
    /// them.
    Stack importing(StackRequest request, Stack stack, ObjectNode content, StackOrder order) {
        Stack wanted = stack.pending(content);
        return once(
                request,
                stack,
                () -> begin(request, wanted, order, StackStatus.IMPORT_IN_PROGRESS, false, (_, now) -> {
                    requireImporting(now);
                    if (now.condition().version() != stack.condition().version()) {
                        throw StackProblems.state(now, "updated");
                    }
                    return now.pending(plans.continued(now, content));
                }));
    }

    void requireImporting(Stack stack) {
        requireUpdatable(stack);
        if (stack.status().undoable()) {
            throw StackProblems.state(stack, "imported into");
        }
    }

    void requireUpdatable(Stack stack) {
        plans.requireUpdatable(stack);
    }

    /// Whether a stack may be given another template.
    public boolean isUpdatable(Stack stack) {
        return plans.isUpdatable(stack);
    }

    /// Takes note of what is there: resources that belong to no stack and are to belong to this one, and what others
    /// have done to its own. Nothing is done to them. A stack that is not there yet is made.
    public Stack note(StackRequest request, Optional<Stack> present, Wish wish, Forecast forecast) {
        Stack before =
                present.orElseGet(() -> made(wish.place(), wish.name(), wish.language(), StackStatus.IMPORT_COMPLETE));
        List<StackNode> taken = forecast.found().noted().stream()
                .filter(node -> forecast.found().adopted().contains(node.key()))
                .toList();
        ObjectNode content = plans.adopting(before, wish.content(), taken);
        return new Notes(beginnings).write(request, before, present.isEmpty(), content, forecast.found());
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
            if (isProtected(transaction, now)) {
                throw StackProblems.invalid(
                        "Stack [" + now.name() + "] cannot be deleted while TerminationProtection is enabled");
            }
            beginnings.requireUnused(transaction, now);
            return now;
        });
    }

    /// Whether a stack may not be deleted: of one that is a node of another one the stack at the head says
    /// it.
    public boolean isProtected(Stack stack) {
        return database.read(transaction -> isProtected(transaction, stack));
    }

    private boolean isProtected(Transaction transaction, Stack stack) {
        return stack.nesting()
                .flatMap(nesting -> tables.stacks().find(transaction, nesting.root()))
                .orElse(stack)
                .condition()
                .isProtected();
    }

    /// What a resource is made of is changed by changing that resource. What was left by a create that has failed
    /// belongs
    /// to none.
    static void requireOwn(Stack stack) {
        boolean left = stack.condition().version() == 0 && !stack.status().busy();
        stack.owner().filter(_ -> !left).ifPresent(owner -> {
            throw StackProblems.invalid("Stack [" + stack.name() + "] is what the resource " + owner.resource()
                    + " is made of: change or delete that instead.");
        });
    }

    /// What is done with a whole tree of stacks is asked for at its head.
    private void requireRoot(Stack stack, String action) {
        requireOwn(stack);
        stack.nesting()
                .flatMap(nesting -> database.read(transaction -> tables.stacks().find(transaction, nesting.root())))
                .filter(root -> root.status() != StackStatus.DELETE_COMPLETE)
                .ifPresent(root -> {
                    throw StackProblems.invalid(action + " cannot be called on the nested stack [" + stack.name()
                            + "]: call it on its root stack [" + root.name() + "].");
                });
    }

    /// Has the update under way undone.
    public void cancelUpdate(StackRequest request, Stack stack) {
        requireRoot(stack, "CancelUpdateStack");
        boolean _ = database.write(transaction -> {
            Stack now = tables.stacks().find(transaction, stack.id()).orElseThrow();
            if (now.status() != StackStatus.UPDATE_IN_PROGRESS) {
                throw StackProblems.invalid(
                        "CancelUpdateStack cannot be called from current stack status " + now.status());
            }
            tables.stacks().cancel(transaction, now.id());
            audit.append(transaction, clock.instant(), request.caller(), Beginnings.deed("CancelUpdateStack", now));
            now.condition().operation().ifPresent(operation -> operations.hasten(transaction, operation));
            return true;
        });
        stack.condition().operation().ifPresent(operations::wake);
    }

    /// Goes on undoing an update.
    public Stack continueRollback(StackRequest request, Stack stack, List<String> skip) {
        StackOrder order = StackOrder.of(Purpose.CONTINUE_ROLLBACK, OnFailure.ROLLBACK, request.told())
                .skipping(skip);
        requireRoot(stack, "ContinueUpdateRollback");
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
            if (!isSkippable(stack, key)) {
                throw StackProblems.invalid("The resource [" + key
                        + "] can't be skipped: only resources in the UPDATE_FAILED state that failed to roll"
                        + " back can.");
            }
        }
    }

    /// @param key of a node, behind those of the stacks that it is nested in: `Nested.Bookmark`
    private boolean isSkippable(Stack stack, String key) {
        int end = key.indexOf('.');
        Optional<StackNode> failed = nodes(stack.id()).stream()
                .filter(node -> node.key().equals(end < 0 ? key : key.substring(0, end)))
                .filter(node -> node.work().verb() == StackNode.Verb.RESTORE
                        && node.work().is(Progress.FAILED))
                .findFirst();
        boolean isStack =
                failed.filter(node -> node.present().kind() == Node.Kind.STACK).isPresent();
        if (end < 0 || !isStack) {
            return failed.isPresent() && end < 0 && !isStack;
        }
        return failed.flatMap(node -> node.present().physical())
                .flatMap(NestedNodes::idIn)
                .flatMap(id -> database.read(transaction -> tables.stacks().find(transaction, id)))
                .filter(child -> isSkippable(child, key.substring(end + 1)))
                .isPresent();
    }

    /// The stacks that are nodes of a stack, or were.
    public List<Stack> children(Stack stack) {
        return database.read(transaction -> tables.stacks().children(transaction, stack.id()));
    }

    /// A stack by its id alone, as others refer to it.
    public Optional<Stack> find(UUID id) {
        return database.read(transaction -> tables.stacks().find(transaction, id));
    }

    /// Undoes what has failed and was left as it was.
    public Stack rollback(StackRequest request, Stack stack, boolean retainsOnCreate) {
        requireRoot(stack, "RollbackStack");
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
        requireRoot(stack, "UpdateTerminationProtection");
        boolean _ = database.write(transaction -> {
            tables.stacks().guard(transaction, stack.id(), on);
            audit.append(
                    transaction,
                    clock.instant(),
                    request.caller(),
                    Beginnings.deed("UpdateTerminationProtection", stack));
            return on;
        });
    }

    /// Changes what the language keeps of a stack on which no operation works; the resources stay as they
    /// are.
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
            action.ifPresent(name -> audit.append(transaction, clock.instant(), caller, Beginnings.deed(name, next)));
            return next;
        });
    }

    // -- beginning --------------------------------------------------------------------------------------------------

    /// The stack with the operation that an earlier request under the same token has begun.
    private Optional<Stack> replayed(Stack stack, StackRequest request) {
        Optional<TokenStore.Asked> asked = request.token().flatMap(token -> beginnings.asked(stack.id(), token));
        if (asked.isEmpty()) {
            return Optional.empty();
        }
        if (!asked.get().digest().equals(request.what())) {
            throw StackProblems.token(request.told());
        }
        return Optional.of(stack);
    }

    private Stack once(StackRequest request, Stack stack, Supplier<Stack> begin) {
        requireOwn(stack);
        return replayed(stack, request).orElseGet(begin);
    }

    private Stack begin(
            StackRequest request,
            Stack stack,
            StackOrder order,
            StackStatus status,
            boolean isNew,
            Beginnings.Check check) {
        return beginnings.begin(request, stack, order, status, isNew, check).stack();
    }
}
