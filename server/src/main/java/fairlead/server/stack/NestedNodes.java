package fairlead.server.stack;

import fairlead.server.access.Caller;
import fairlead.server.database.Transaction;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.StackPlan.Looked;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.server.stack.record.StackOutputs;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.step.NodeVerbs;
import fairlead.server.stack.step.StackOrder;
import fairlead.server.stack.step.StackOrder.Purpose;
import fairlead.server.stack.template.Compilations;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.Expression.Part;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Makes, changes and deletes the stacks that are nodes of another one. Each has operations of its own, which
/// the operation of the other one begins and follows.
///
/// A change has two parts: when it has succeeded, the stack awaits what becomes of the other one. It is
/// settled then, whereupon it deletes what it needs no longer, or brought back to what it was.
final class NestedNodes implements NodeVerbs {

    private static final Pattern ID = Pattern.compile(".*/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})");
    private static final int DEEPEST = 5;
    private static final int LONGEST_NAME = 128;
    private static final int SUFFIX = 12;
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Beginnings beginnings;
    private final Compilations compilations;
    private final StackPlan plans;
    private final Caller caller;
    private final Stack parent;
    private final StackOrder order;

    /// @param parent the stack whose nodes they are
    /// @param order what its operation has to do
    NestedNodes(
            Beginnings beginnings,
            Compilations compilations,
            StackPlan plans,
            Caller caller,
            Stack parent,
            StackOrder order) {
        this.beginnings = beginnings;
        this.compilations = compilations;
        this.plans = plans;
        this.caller = caller;
        this.parent = parent;
        this.order = order;
    }

    /// The id of the stack that has an identifier.
    static Optional<UUID> idIn(String physical) {
        Matcher parts = ID.matcher(physical);
        return parts.matches() ? Optional.of(UUID.fromString(parts.group(1))) : Optional.empty();
    }

    // -- making -----------------------------------------------------------------------------------------------------

    @Override
    public Optional<Operation> begun(Call call, Subject subject) {
        return earlier(subject.physical().flatMap(NestedNodes::idIn).orElseGet(() -> made(call)), call);
    }

    /// The id of a stack that is made.
    private static UUID made(Call call) {
        return UUID.nameUUIDFromBytes(("nested stack " + call.token()).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Operation create(Call call, ObjectNode desired) {
        UUID id = made(call);
        Optional<Operation> earlier = earlier(id, call);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        Stack made = made(id, call.key(), desired);
        Looked _ = plans.look(made, List.of(), made.content(), caller);
        StackOrder own = order.within(Purpose.CREATE).limited(compilations.limit(parent, desired));
        return begin(call, made, own, StackStatus.CREATE_IN_PROGRESS, (_, now) -> now, true);
    }

    private Stack made(UUID id, String key, ObjectNode desired) {
        int depth = parent.nesting().map(Stack.Nesting::depth).orElse(1) + 1;
        if (depth > DEEPEST) {
            throw StackProblems.invalid("Stacks can be nested " + DEEPEST + " deep, and " + parent.name() + "." + key
                    + " would be deeper.");
        }
        ObjectNode content = compilations.nested(parent, desired);
        UUID root = parent.nesting().map(Stack.Nesting::root).orElse(parent.id());
        return new Stack(
                id,
                parent.place(),
                name(id, key),
                new Stack.Origin(
                        parent.language(),
                        Optional.of(new Stack.Nesting(parent.id(), root, key, depth)),
                        Optional.empty()),
                new Stack.Condition(StackStatus.CREATE_IN_PROGRESS, "", 0, Optional.empty(), false, false),
                new Stack.Documents(content, content, content.objectNode(), Optional.empty()),
                new Stack.Times(beginnings.clock().instant(), Optional.empty(), Optional.empty()));
    }

    /// `PARENT-NODE-RANDOM`.
    private String name(UUID id, String key) {
        String random = Long.toString(id.getMostSignificantBits() >>> 1, Character.MAX_RADIX)
                + Long.toString(id.getLeastSignificantBits() >>> 1, Character.MAX_RADIX);
        String suffix = random.substring(0, SUFFIX).toUpperCase(Locale.ROOT);
        String head = parent.name() + "-" + key;
        return head.substring(0, Math.min(head.length(), LONGEST_NAME - SUFFIX - 1)) + "-" + suffix;
    }

    // -- changing ---------------------------------------------------------------------------------------------------

    @Override
    public Operation update(Call call, Subject present, ObjectNode desired, boolean replacing) {
        Stack child = required(present);
        Optional<Operation> earlier = earlier(child.id(), call);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        requireIdle(child);
        requireUpdatable(child);
        ObjectNode content = compilations.nested(parent, desired);
        Looked _ = plans.look(child, nodes(child), content, caller);
        return begin(call, child, Purpose.UPDATE, StackStatus.UPDATE_IN_PROGRESS, (_, now) -> {
            requireUpdatable(now);
            return now.pending(compilations.continued(now, content));
        });
    }

    private static void requireUpdatable(Stack child) {
        if (!child.status().updatable() && child.status() != StackStatus.UPDATE_COMPLETE_CLEANUP_IN_PROGRESS) {
            throw StackProblems.state(child, "updated");
        }
    }

    @Override
    public boolean changesWithin(Subject present, String key, ObjectNode desired) {
        Optional<Stack> child = child(present);
        if (child.isEmpty()
                || !child.get().status().updatable()
                || child.get().status().undoable()) {
            return true;
        }
        try {
            ObjectNode content = compilations.nested(parent, desired);
            return plans.look(child.get(), nodes(child.get()), content, caller).isChange();
        } catch (ProblemException wrong) {
            // What is wrong is told when it is changed.
            return true;
        }
    }

    @Override
    public Optional<Operation> restore(Call call, Subject present, Subject before) {
        Optional<Stack> any = child(present);
        if (any.isEmpty()) {
            return Optional.empty();
        }
        Stack child = any.get();
        Optional<Operation> earlier = earlier(child.id(), call);
        if (earlier.isPresent()) {
            return earlier;
        }
        requireIdle(child);
        return switch (child.status()) {
            case UPDATE_FAILED, UPDATE_COMPLETE_CLEANUP_IN_PROGRESS ->
                Optional.of(rollback(call, child, Purpose.ROLLBACK));
            case UPDATE_ROLLBACK_FAILED -> Optional.of(rollback(call, child, Purpose.CONTINUE_ROLLBACK));
            default -> Optional.empty();
        };
    }

    private Operation rollback(Call call, Stack child, Purpose purpose) {
        return begin(call, child, purpose, StackStatus.UPDATE_ROLLBACK_IN_PROGRESS, (_, now) -> now);
    }

    @Override
    public Optional<Operation> settle(Call call, Subject present) {
        Optional<Stack> any = child(present);
        if (any.isEmpty()) {
            return Optional.empty();
        }
        Stack child = any.get();
        Optional<Operation> earlier = earlier(child.id(), call);
        if (earlier.isPresent()) {
            return earlier;
        }
        requireIdle(child);
        if (!child.awaits()) {
            return Optional.empty();
        }
        return Optional.of(begin(call, child, Purpose.SETTLE, child.status(), this::settled));
    }

    /// From now on the stack is what it was changed to, or what it was before.
    private Stack settled(Transaction transaction, Stack now) {
        Stack.Times times = new Stack.Times(
                now.times().created(),
                Optional.of(beginnings.clock().instant()),
                now.times().deleted());
        if (now.status() == StackStatus.UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS) {
            return now.abandoned().at(times);
        }
        Stack applied = now.applied(now.outputs()).at(times);
        beginnings.tables().exports().replace(transaction, applied, StackOutputs.of(applied));
        return applied;
    }

    // -- deleting ---------------------------------------------------------------------------------------------------

    @Override
    public Optional<Operation> delete(Call call, Subject present, boolean undoes) {
        Optional<Stack> any = child(present);
        if (any.isEmpty()) {
            return Optional.empty();
        }
        Stack child = any.get();
        Optional<Operation> earlier = earlier(child.id(), call);
        if (earlier.isPresent() || child.status() == StackStatus.DELETE_COMPLETE) {
            return earlier;
        }
        requireIdle(child);
        Purpose purpose = undoes ? Purpose.DISCARD : Purpose.DELETE;
        return Optional.of(begin(call, child, purpose, StackStatus.DELETE_IN_PROGRESS, (transaction, now) -> {
            beginnings.requireUnused(transaction, now);
            return now;
        }));
    }

    // -- looking ----------------------------------------------------------------------------------------------------

    /// Nothing outside of it can have changed what a stack is made by.
    @Override
    public Optional<ObjectNode> read(Subject subject) {
        return child(subject).map(_ -> subject.applied());
    }

    @Override
    public Optional<Evaluated.Known> value(Subject subject, Part part) {
        return switch (part) {
            case Part.Identifier() ->
                subject.physical().map(name -> new Evaluated.Known(StringNode.valueOf(name), false));
            case Part.Property(var path)
            when path.size() == 2 && path.getFirst().equals("Outputs") ->
                child(subject).map(StackOutputs::of).stream()
                        .flatMap(List::stream)
                        .filter(output -> output.name().equals(path.getLast()))
                        .findFirst()
                        .map(output -> new Evaluated.Known(output.value(), output.secret()));
            case Part.Property _, Part.Whole(), Part.Action _ -> Optional.empty();
        };
    }

    /// What is refused within.
    @Override
    public Optional<String> refusal(Call call, Optional<Subject> present, ObjectNode desired) {
        try {
            Optional<Stack> there = present.flatMap(this::child);
            Stack child = there.isPresent() ? there.get() : made(UUID.randomUUID(), call.key(), desired);
            ObjectNode content = there.isPresent() ? compilations.nested(parent, desired) : child.content();
            List<StackNode> nodes = there.isPresent() ? nodes(child) : List.of();
            Looked looked = plans.look(child, nodes, content, caller);
            return plans.refusals(child, nodes, looked, caller).entrySet().stream()
                    .map(NestedNodes::told)
                    .reduce((one, other) -> one + " " + other);
        } catch (ProblemException refused) {
            return Optional.of(refused.problem().message());
        }
    }

    private static String told(Map.Entry<String, String> refusal) {
        return refusal.getKey() + ": " + refusal.getValue();
    }

    /// Has its change undone as far as it has come, if it is one that can be.
    @Override
    public void cancel(OperationId operation) {
        Optional<UUID> child = beginnings
                .operations()
                .find(operation)
                .map(found -> UUID.fromString(found.target().subject()));
        boolean _ = beginnings.database().write(transaction -> {
            child.ifPresent(id -> beginnings.tables().stacks().cancel(transaction, id));
            beginnings.operations().hasten(transaction, operation);
            return true;
        });
        beginnings.operations().wake(operation);
    }

    // -- beginning --------------------------------------------------------------------------------------------------

    private Optional<Operation> earlier(UUID child, Call call) {
        return beginnings
                .asked(child, call.token())
                .flatMap(asked -> OperationId.parse(asked.operation()))
                .flatMap(beginnings.operations()::find);
    }

    private Operation begin(Call call, Stack child, Purpose purpose, StackStatus status, Beginnings.Check check) {
        return begin(call, child, order.within(purpose), status, check, false);
    }

    private Operation begin(
            Call call, Stack child, StackOrder own, StackStatus status, Beginnings.Check check, boolean isNew) {
        StackRequest request = new StackRequest(caller, Optional.of(call.token()), "nested");
        List<String> skip = order.skip().stream()
                .filter(key -> key.startsWith(call.key() + "."))
                .map(key -> key.substring(call.key().length() + 1))
                .toList();
        return beginnings
                .begin(request, child, own.skipping(skip), status, isNew, check)
                .operation();
    }

    private Optional<Stack> find(UUID id) {
        return beginnings
                .database()
                .read(transaction -> beginnings.tables().stacks().find(transaction, id));
    }

    private Optional<Stack> child(Subject present) {
        return present.physical()
                .flatMap(NestedNodes::idIn)
                .flatMap(this::find)
                .filter(child -> child.nesting()
                        .filter(nesting -> nesting.parent().equals(parent.id()))
                        .isPresent());
    }

    private Stack required(Subject present) {
        return child(present).orElseThrow(() -> gone(present));
    }

    private static ProblemException gone(Subject present) {
        return new ProblemException(new Problem.NotFound(
                ProblemCode.RESOURCE_NOT_FOUND,
                "The nested stack " + present.physical().orElse("") + " does not exist any more."));
    }

    private List<StackNode> nodes(Stack child) {
        return beginnings
                .database()
                .read(transaction -> beginnings.tables().nodes().list(transaction, child.id()));
    }

    /// One on which another operation works is waited for.
    private static void requireIdle(Stack child) {
        if (child.status().busy() && !child.awaits()) {
            String operation =
                    child.condition().operation().map(OperationId::toString).orElse("");
            throw new ProblemException(new Problem.Busy(child.path(), operation, SOON));
        }
    }
}
