package fairlead.server.stack.step;

import fairlead.server.database.Transaction;
import fairlead.server.operation.Change;
import fairlead.server.operation.Operation;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackEvent;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Report;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.server.stack.record.StackNode.Verb;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.record.StackTables;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.UUID;

/// A stack in the hands of one step of its operation: as it is, and what the step has changed of it.
public final class StackWork {

    private static final byte[] NOTHING = {};

    private final StackTables tables;
    private final Operation operation;
    private final StackOrder order;
    private final Instant now;
    private final SequencedMap<String, StackNode> nodes = new LinkedHashMap<>();
    private final Set<String> changed = new LinkedHashSet<>();
    private final Map<String, StackNode> dropped = new LinkedHashMap<>();
    private final List<Told> told = new ArrayList<>();
    private final List<Change> besides = new ArrayList<>();
    private Stack stack;
    private StackProgress progress;
    private boolean stackChanged;

    /// An event that is about to be written.
    private record Told(
            Optional<String> node, String type, String physical, String status, String reason, byte[] properties) {}

    public StackWork(StackTables tables, Operation operation, StackOrder order, Clock clock, Stack stack) {
        this.tables = tables;
        this.operation = operation;
        this.order = order;
        this.stack = stack;
        now = clock.instant();
        progress = StackProgress.read(operation.progress());
    }

    public StackWork with(Collection<StackNode> present) {
        present.forEach(node -> nodes.put(node.key(), node));
        return this;
    }

    public Operation operation() {
        return operation;
    }

    public StackOrder order() {
        return order;
    }

    public Stack stack() {
        return stack;
    }

    public StackProgress progress() {
        return progress;
    }

    public void progress(StackProgress next) {
        progress = next;
    }

    /// How much of the operation's time is used up.
    Duration used() {
        return operation.execution().used().orElse(Duration.ZERO);
    }

    StackTables tables() {
        return tables;
    }

    public Instant now() {
        return now;
    }

    // -- nodes ----------------------------------------------------------------------------------------------------

    public List<StackNode> nodes() {
        return List.copyOf(nodes.values());
    }

    public Optional<StackNode> find(String key) {
        return Optional.ofNullable(nodes.get(key));
    }

    public StackNode node(String key) {
        return find(key).orElseThrow(() -> new IllegalStateException("no node '" + key + "' in " + stack.id()));
    }

    /// What is done first with a node as it is.
    Verb verbFor(StackNode node) {
        if (node.isThere()) {
            return Verb.UPDATE;
        }
        return order.imports().containsKey(node.key()) ? Verb.IMPORT : Verb.CREATE;
    }

    public void put(StackNode next) {
        nodes.put(next.key(), next);
        changed.add(next.key());
    }

    /// The stack has that node no longer.
    public void drop(StackNode node) {
        nodes.remove(node.key());
        changed.remove(node.key());
        dropped.put(node.key(), node);
    }

    /// Notes what a node has come to, and tells it.
    public void tell(StackNode node, String status, String reason, byte[] properties) {
        StackNode next = node.told(new Report(status, reason, now));
        put(next);
        event(next, next.present(), status, reason, properties);
    }

    public void tell(StackNode node, String status, String reason) {
        tell(node, status, reason, NOTHING);
    }

    /// Tells something of a node that does not change what it has come to.
    public void event(StackNode node, Subject about, String status, String reason, byte[] properties) {
        told.add(new Told(
                Optional.of(node.name()), about.type(), about.physical().orElse(""), status, reason, properties));
    }

    // -- the stack ------------------------------------------------------------------------------------------------

    public void stack(Stack next) {
        stack = next;
        stackChanged = true;
    }

    /// The stack is in another state, which is told.
    public void status(StackStatus next, String reason) {
        stack(stack.with(stack.condition().in(next, reason)));
        told.add(new Told(Optional.empty(), "", stack.id().toString(), next.name(), reason, NOTHING));
    }

    /// What else is written with the step.
    public void besides(Change change) {
        besides.add(change);
    }

    // -- writing --------------------------------------------------------------------------------------------------

    /// All that the step has changed.
    public Change change() {
        List<StackNode> rows = changed.stream().map(this::node).toList();
        List<StackNode> gone = List.copyOf(dropped.values());
        List<Told> events = List.copyOf(told);
        List<Change> others = List.copyOf(besides);
        Stack after = stack;
        boolean whole = stackChanged;
        return transaction -> {
            gone.forEach(node -> tables.nodes().delete(transaction, node));
            rows.forEach(node -> tables.nodes().put(transaction, after.place(), node));
            if (whole) {
                tables.stacks().update(transaction, asGuarded(transaction, after));
            }
            events.forEach(event -> write(transaction, after.id(), event));
            others.forEach(other -> other.write(transaction));
        };
    }

    /// What others may have said of the stack meanwhile stays.
    private Stack asGuarded(Transaction transaction, Stack after) {
        return tables.stacks()
                .find(transaction, after.id())
                .map(Stack::condition)
                .map(now -> new Stack.Condition(
                        after.status(),
                        after.condition().reason(),
                        after.condition().version(),
                        after.condition().operation(),
                        now.isProtected(),
                        now.cancelling()))
                .map(after::with)
                .orElse(after);
    }

    private void write(Transaction transaction, UUID id, Told event) {
        Instant at = tables.stacks().nextEvent(transaction, id, now);
        tables.events()
                .insert(
                        transaction,
                        new StackEvent(
                                id,
                                at,
                                event.node(),
                                event.type(),
                                event.physical(),
                                new StackEvent.Told(event.status(), event.reason(), event.properties()),
                                new StackEvent.Cause(
                                        order.token(), operation.id().toString())));
    }
}
