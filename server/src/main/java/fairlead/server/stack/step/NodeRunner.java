package fairlead.server.stack.step;

import fairlead.server.database.Transaction;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.Operations;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.server.stack.record.StackNode.Verb;
import fairlead.server.stack.step.NodeVerbs.Call;
import fairlead.stack.document.Node;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/// Begins changes of the resources of nodes, and looks how they go on.
public final class NodeRunner {

    private static final Duration SOON = Duration.ofMillis(300);

    private final Operations operations;
    private final StackVerbs verbs;
    private final OperationId own;
    private final boolean recovering;

    /// @param own the operation of the stack
    public NodeRunner(Operations operations, StackVerbs verbs, OperationId own) {
        this(operations, verbs, own, false);
    }

    private NodeRunner(Operations operations, StackVerbs verbs, OperationId own, boolean recovering) {
        this.recovering = recovering;
        this.operations = operations;
        this.verbs = verbs;
        this.own = own;
    }

    /// The same where nothing begins: only what a step has begun whose end was not written is found again.
    public NodeRunner recovering() {
        return new NodeRunner(operations, verbs, own, true);
    }

    public boolean isRecovering() {
        return recovering;
    }

    public NodeVerbs verbs(StackNode node) {
        return verbs.of(node.present().kind());
    }

    public NodeVerbs verbs(Subject subject) {
        return verbs.of(subject.kind());
    }

    /// A change that has begun, or was refused.
    public record Begun(StackNode node, NodeEnd end) {}

    /// Begins a change; the node as it is then.
    ///
    /// @param subject what it is about
    public Begun begin(StackNode node, Verb verb, Subject subject, Function<Call, Operation> change) {
        return beginIfAny(node, verb, subject, call -> Optional.of(change.apply(call)));
    }

    /// The same where there may be nothing to do.
    public Begun beginIfAny(StackNode node, Verb verb, Subject subject, Function<Call, Optional<Operation>> change) {
        return begin(node.with(StackNode.Work.due(verb)), subject, token(node, verb.name(), subject), change);
    }

    /// Has what an earlier operation has changed of a node that is a stack cleaned.
    public Begun settle(StackNode node, String when) {
        Subject present = node.present();
        String token = token(node, Verb.SETTLE + when, present);
        return begin(
                node.with(StackNode.Work.due(Verb.SETTLE)),
                present,
                token,
                call -> verbs(present).settle(call, present));
    }

    private Begun begin(StackNode asked, Subject subject, String token, Function<Call, Optional<Operation>> change) {
        try {
            Call call = new Call(
                    asked.name(), subject.type(), token, subject.terms().address());
            Optional<Operation> any = recovering ? verbs(subject).begun(call, subject) : change.apply(call);
            if (any.isEmpty()) {
                return new Begun(asked, recovering ? new NodeEnd.Later(SOON) : new NodeEnd.Succeeded(Optional.empty()));
            }
            Operation begun = any.get();
            NodeEnd end = NodeEnd.of(begun, asked.work().verb());
            StackNode running = there(asked, subject, begun).with(asked.work().running(begun.id()));
            return new Begun(running, end instanceof NodeEnd.Running ? look(running) : end);
        } catch (ProblemException refused) {
            return new Begun(asked, NodeEnd.of(refused.problem(), asked.key()));
        }
    }

    /// A stack is there as soon as the operation that makes it has begun, and so may be what something outside makes.
    private static StackNode there(StackNode asked, Subject subject, Operation begun) {
        boolean makes = subject.kind() != Node.Kind.RESOURCE
                && asked.present().physical().isEmpty();
        return makes
                ? begun.identifier()
                        .map(name -> asked.with(asked.present().at(name)))
                        .orElse(asked)
                : asked;
    }

    private String token(StackNode node, String verb, Subject subject) {
        return own + ":" + node.key() + ":" + verb + ":" + subject.generation();
    }

    /// How a change goes on that has begun.
    public NodeEnd look(StackNode node) {
        if (node.work().operation().isEmpty()) {
            // It has only waited, and nothing waits any more.
            return new NodeEnd.Canceled();
        }
        OperationId id = node.work().operation().get();
        operations.follow(id, own);
        NodeEnd end = operations
                .find(id)
                .map(found -> NodeEnd.of(found, node.work().verb()))
                .orElseGet(
                        () -> new NodeEnd.Failed(Optional.empty(), "the operation " + id + " is not known any more"));
        if (!(end instanceof NodeEnd.Running)) {
            operations.unfollow(id);
        }
        return end;
    }

    /// Has the operation of the stack take its next step at once.
    void hasten(Transaction transaction) {
        operations.hasten(transaction, own);
    }

    /// Asks a change to stop.
    public void cancel(StackNode node) {
        node.work().operation().ifPresent(verbs(node)::cancel);
    }
}
