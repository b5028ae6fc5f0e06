package fairlead.server.stack.step;

import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.Operations;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.server.stack.record.StackNode.Verb;
import fairlead.server.stack.step.NodeVerbs.Call;
import java.util.Optional;
import java.util.function.Function;

/// Begins changes of the resources of nodes, and looks how they go on.
public final class NodeRunner {

    private final Operations operations;
    private final NodeVerbs verbs;
    private final OperationId own;

    /// @param own the operation of the stack
    public NodeRunner(Operations operations, NodeVerbs verbs, OperationId own) {
        this.operations = operations;
        this.verbs = verbs;
        this.own = own;
    }

    public NodeVerbs verbs() {
        return verbs;
    }

    /// A change that has begun, or was refused.
    public record Begun(StackNode node, NodeEnd end) {}

    /// Begins a change; the node as it is then.
    ///
    /// @param subject what it is about
    public Begun begin(StackNode node, Verb verb, Subject subject, Function<Call, Operation> change) {
        StackNode asked = node.with(StackNode.Work.due(verb));
        try {
            Operation begun = change.apply(new Call(subject.type(), token(node, verb, subject)));
            NodeEnd end = NodeEnd.of(begun);
            StackNode running = asked.with(asked.work().running(begun.id()));
            return new Begun(running, end instanceof NodeEnd.Running ? look(running) : end);
        } catch (ProblemException refused) {
            return new Begun(asked, NodeEnd.of(refused.problem(), node.key()));
        }
    }

    private String token(StackNode node, Verb verb, Subject subject) {
        return own + ":" + node.key() + ":" + verb + ":" + subject.generation();
    }

    /// How a change goes on that has begun.
    public NodeEnd look(StackNode node) {
        OperationId id = node.work().operation().orElseThrow();
        operations.follow(id, own);
        NodeEnd end = operations
                .find(id)
                .map(NodeEnd::of)
                .orElseGet(
                        () -> new NodeEnd.Failed(Optional.empty(), "the operation " + id + " is not known any more"));
        if (!(end instanceof NodeEnd.Running)) {
            operations.unfollow(id);
        }
        return end;
    }

    /// Asks a change to stop.
    public void cancel(StackNode node) {
        node.work().operation().ifPresent(verbs::cancel);
    }
}
