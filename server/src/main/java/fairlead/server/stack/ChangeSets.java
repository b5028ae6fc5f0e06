package fairlead.server.stack;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.operation.OperationId;
import fairlead.server.problem.ProblemCode;
import fairlead.server.stack.StackPlan.Looked;
import fairlead.server.stack.record.ChangeSet;
import fairlead.server.stack.record.ChangeSet.Execution;
import fairlead.server.stack.record.ChangeSet.Status;
import fairlead.server.stack.record.ChangeSetStore;
import fairlead.server.stack.record.PlanJson;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.record.StackTables;
import fairlead.server.stack.step.StackOrder;
import fairlead.server.stack.step.StackOrder.OnFailure;
import fairlead.server.stack.step.StackOrder.Purpose;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// The verbs on change sets: what a template would do to a stack is computed, looked at, and done. One that
/// was made for another version of the stack is obsolete.
public final class ChangeSets {

    /// What a change set is refused with that would change nothing; clients look for it.
    public static final String NOTHING =
            "The submitted information didn't contain changes. Submit different information to create a change set.";

    static final String CONTENT = "content";

    private static final String NESTED = "includeNestedStacks";

    private final Database database;
    private final StackTables tables;
    private final ChangeSetStore store;
    private final Stacks stacks;
    private final NestedChangeSets nested;
    private final StackPlan plans;
    private final AuditTrail audit;
    private final Clock clock;
    private final Supplier<UUID> ids;

    ChangeSets(
            Database database,
            StackTables tables,
            Stacks stacks,
            StackPlan plans,
            AuditTrail audit,
            Clock clock,
            Supplier<UUID> ids) {
        this.database = database;
        this.tables = tables;
        store = tables.changeSets();
        this.stacks = stacks;
        nested = new NestedChangeSets(stacks, plans, ids);
        this.plans = plans;
        this.audit = audit;
        this.clock = clock;
        this.ids = ids;
    }

    /// For which stack a change set is.
    ///
    /// @param creates whether the stack is to be made by it
    public record Target(StackPlace place, String stack, String language, boolean creates) {}

    /// Which resources become nodes that are there already.
    ///
    /// @param named their identifiers, by the keys of the nodes
    /// @param alone whether nothing else may be done
    /// @param existing whether that holds of all whose identifiers the template has, too, if no stack has them
    /// @param unprotected keys of nodes whose template does not say what becomes of them when they are removed
    public record Importing(Map<String, String> named, boolean alone, boolean existing, Set<String> unprotected) {

        public static final Importing NONE = new Importing(Map.of(), false, false, Set.of());
    }

    /// Makes a change set, and a stack that is to be reviewed if there is none.
    ///
    /// @param request `content` is the language's own document; with `includeNestedStacks` the stacks that
    ///     are nodes of it have change sets of their own
    public ChangeSet create(Caller caller, Target target, String name, ObjectNode request, Importing imports) {
        Optional<Stack> present = stacks.find(target.place(), target.stack());
        Stack stack = base(target, present, name);
        if (imports.alone() && stack.status() != StackStatus.REVIEW_IN_PROGRESS) {
            stacks.requireImporting(stack);
        }
        if (present.isPresent() && find(stack, name).isPresent()) {
            throw StackProblems.of(
                    ProblemCode.ALREADY_EXISTS_EXCEPTION,
                    "ChangeSet [" + name + "] already exists in stack [" + stack.name() + "]");
        }
        ObjectNode content = (ObjectNode) request.path(CONTENT);
        List<StackNode> nodes = stacks.nodes(stack.id());
        Looked looked = looked(stack, nodes, content, caller, imports);
        ChangeSet own = made(stack, name, request, looked, outlook(stack, nodes, looked, caller, imports));
        boolean withNested =
                own.status() == Status.CREATE_COMPLETE && request.path(NESTED).asBoolean(false);
        List<ChangeSet> all = withNested ? nested.with(own, stack, looked, caller) : List.of(own);
        try {
            return database.write(transaction -> {
                if (present.isEmpty()) {
                    tables.stacks().insert(transaction, stack);
                }
                all.forEach(set -> store.insert(transaction, set));
                audit.append(transaction, clock.instant(), caller, Beginnings.deed("CreateChangeSet", stack));
                return all.getFirst();
            });
        } catch (DatabaseException failure) {
            if (failure.kind() == DatabaseException.Kind.DUPLICATE) {
                throw StackProblems.of(ProblemCode.ALREADY_EXISTS_EXCEPTION, "ChangeSet [" + name + "] already exists");
            }
            throw failure;
        }
    }

    private Stack base(Target target, Optional<Stack> present, String name) {
        if (target.creates()) {
            present.filter(stack -> stack.status() != StackStatus.REVIEW_IN_PROGRESS)
                    .ifPresent(stack -> {
                        throw StackProblems.invalid("Stack [" + stack.name()
                                + "] already exists and cannot be created again with the changeSet [" + name + "].");
                    });
            return present.orElseGet(() ->
                    stacks.made(target.place(), target.stack(), target.language(), StackStatus.REVIEW_IN_PROGRESS));
        }
        Stack stack = present.orElseThrow(() -> StackProblems.invalid("Stack [" + target.stack() + "] does not exist"));
        Stacks.requireOwn(stack);
        stacks.requireUpdatable(stack);
        return stack;
    }

    private Looked looked(Stack stack, List<StackNode> nodes, ObjectNode content, Caller caller, Importing imports) {
        Looked looked = plans.look(stack, nodes, content, caller, imports.named());
        Map<String, String> found = imports.existing() ? plans.found(stack, looked, caller) : Map.of();
        return found.isEmpty() ? looked : plans.look(stack, nodes, content, caller, found);
    }

    private ChangeSet.Outlook outlook(
            Stack stack, List<StackNode> nodes, Looked looked, Caller caller, Importing imports) {
        if (!looked.isChange()) {
            return failed(NOTHING);
        }
        Map<String, String> refusals = plans.refusals(stack, nodes, looked, caller);
        List<String> faults = ImportRules.faults(looked.plan(), refusals, imports);
        return faults.isEmpty()
                ? new ChangeSet.Outlook(Status.CREATE_COMPLETE, Execution.AVAILABLE, warning(refusals))
                : failed(String.join(" ", faults));
    }

    private static ChangeSet.Outlook failed(String reason) {
        return new ChangeSet.Outlook(Status.FAILED, Execution.UNAVAILABLE, reason);
    }

    private ChangeSet made(Stack stack, String name, ObjectNode request, Looked looked, ChangeSet.Outlook outlook) {
        ChangeSet.Basis basis = new ChangeSet.Basis(stack.condition().version(), clock.instant());
        return new ChangeSet(ids.get(), stack.id(), name, outlook, basis, request, PlanJson.write(looked.plan()));
    }

    /// What would be refused is told with the change set, which can be executed all the same: what stands in
    /// the way may be gone by then.
    private static String warning(Map<String, String> refusals) {
        return refusals.entrySet().stream()
                .map(refusal -> "[WARN] " + refusal.getKey() + ": " + refusal.getValue())
                .collect(Collectors.joining(" "));
    }

    /// A change set, as it is now: one whose stack has moved on is obsolete.
    public Optional<ChangeSet> find(Stack stack, String nameOrId) {
        return database.read(transaction -> OperationId.parse(nameOrId)
                        .flatMap(id -> store.find(transaction, id.value()))
                        .filter(set -> set.stack().equals(stack.id()))
                        .or(() -> store.find(transaction, stack.id(), nameOrId)))
                .map(set -> current(stack, set));
    }

    /// A change set by its id alone.
    public Optional<ChangeSet> find(UUID id) {
        return database.read(transaction -> store.find(transaction, id));
    }

    private static ChangeSet current(Stack stack, ChangeSet set) {
        boolean moved = set.base() != stack.condition().version()
                || (stack.status() != StackStatus.REVIEW_IN_PROGRESS
                        && stack.condition().version() == 0);
        return set.execution() == Execution.AVAILABLE && moved ? set.in(Execution.OBSOLETE) : set;
    }

    /// Those of a stack, newest first.
    public List<ChangeSet> list(Stack stack) {
        return database.read(transaction -> store.list(transaction, stack.id())).stream()
                .map(set -> current(stack, set))
                .toList();
    }

    /// Does what a change set says.
    public Stack execute(
            StackRequest request, Stack stack, ChangeSet set, OnFailure onFailure, boolean retainsOnCreate) {
        if (set.execution() != Execution.AVAILABLE) {
            throw StackProblems.of(
                    ProblemCode.INVALID_CHANGE_SET_STATUS,
                    "ChangeSet [" + set.id() + "] cannot be executed in its current execution status of ["
                            + set.execution() + "]");
        }
        List<ChangeSet> within = within(set);
        requireRoot(set, "executed");
        requireNoneObsolete(set, within);
        ObjectNode content = (ObjectNode) set.request().path(CONTENT);
        StackOrder plain =
                StackOrder.of(purpose(stack, set), onFailure, request.told()).importing(ImportRules.identifiers(set));
        StackOrder order = retainsOnCreate ? plain : plain.deletingWhatIsNew();
        Stack begun = begun(request, stack, content, order);
        return database.write(transaction -> {
            store.execution(transaction, set, Execution.EXECUTE_COMPLETE);
            store.deleteOthers(transaction, set);
            within.forEach(one -> {
                store.execution(transaction, one, Execution.EXECUTE_COMPLETE);
                store.deleteOthers(transaction, one);
            });
            return begun;
        });
    }

    private static Purpose purpose(Stack stack, ChangeSet set) {
        if (ImportRules.isAlone(set)) {
            return Purpose.IMPORT;
        }
        return stack.status() == StackStatus.REVIEW_IN_PROGRESS ? Purpose.CREATE : Purpose.UPDATE;
    }

    private Stack begun(StackRequest request, Stack stack, ObjectNode content, StackOrder order) {
        boolean guarded = stack.condition().isProtected();
        return switch (order.purpose()) {
            case CREATE ->
                stacks.create(request, stack.place(), stack.name(), stack.language(), content, order, guarded);
            case IMPORT -> stacks.importing(request, stack, content, order);
            default -> stacks.update(request, stack, content, order);
        };
    }

    /// Those within a change set, and within these.
    private List<ChangeSet> within(ChangeSet set) {
        List<ChangeSet> all = new ArrayList<>();
        for (UUID id : NestedChangeSets.nested(set).values()) {
            find(id).ifPresent(one -> {
                all.add(one);
                all.addAll(within(one));
            });
        }
        return all;
    }

    /// The change set that one is within.
    public Optional<ChangeSet> parent(ChangeSet set) {
        return NestedChangeSets.parent(set).flatMap(this::find);
    }

    /// The change set at the head of those that one is within.
    public Optional<ChangeSet> root(ChangeSet set) {
        return NestedChangeSets.root(set).flatMap(this::find);
    }

    /// Those directly within a change set, by the keys of the nodes.
    public Map<String, ChangeSet> nested(ChangeSet set) {
        Map<String, ChangeSet> all = new LinkedHashMap<>();
        NestedChangeSets.nested(set).forEach((key, id) -> find(id).ifPresent(one -> all.put(key, one)));
        return all;
    }

    private void requireRoot(ChangeSet set, String done) {
        root(set).ifPresent(root -> {
            throw StackProblems.invalid("ChangeSet [" + set.name() + "] is nested and cannot be " + done
                    + " on its own: it is with its root change set [" + root.name() + "].");
        });
    }

    private void requireNoneObsolete(ChangeSet set, List<ChangeSet> within) {
        for (ChangeSet one : within) {
            boolean obsolete = stacks.find(one.stack())
                    .filter(stack -> current(stack, one).execution() == Execution.AVAILABLE)
                    .isEmpty();
            if (obsolete) {
                throw StackProblems.of(
                        ProblemCode.INVALID_CHANGE_SET_STATUS,
                        "ChangeSet [" + set.id() + "] cannot be executed: the stack of its nested change set ["
                                + one.name() + "] has changed since it was made");
            }
        }
    }

    /// Deletes a change set.
    public void delete(Caller caller, Stack stack, ChangeSet set) {
        requireRoot(set, "deleted");
        List<ChangeSet> within = within(set);
        boolean _ = database.write(transaction -> {
            within.forEach(one -> store.delete(transaction, one));
            store.delete(transaction, set);
            audit.append(transaction, clock.instant(), caller, Beginnings.deed("DeleteChangeSet", stack));
            return true;
        });
    }
}
