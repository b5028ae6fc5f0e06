package fairlead.server.stack;

import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.Operations;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.NodeVerbs.Call;
import fairlead.server.stack.StackNode.Subject;
import fairlead.server.stack.StackNode.Verb;
import java.util.function.Function;

/// Begins changes of the resources of nodes, and looks how they go on.
final class NodeRunner {

    private final Operations operations;
    private final NodeVerbs verbs;
    private final OperationId own;

    /// @param own the operation of the stack
    NodeRunner(Operations operations, NodeVerbs verbs, OperationId own) {
        this.operations = operations;
        this.verbs = verbs;
        this.own = own;
    }

    NodeVerbs verbs() {
        return verbs;
    }

    /// A change that has begun, or was refused.
    record Begun(StackNode node, NodeEnd end) {}

    /// Begins a change; the node as it is then.
    ///
    /// @param subject what it is about
    Begun begin(StackNode node, Verb verb, Subject subject, Function<Call, Operation> change) {
        StackNode asked = node.with(StackNode.Work.toDo(verb));
        try {
            Operation begun = change.apply(new Call(subject.type(), token(node, verb, subject)));
            NodeEnd end = NodeEnd.of(begun);
            if (end instanceof NodeEnd.Running) {
                operations.follow(begun.id(), own);
            }
            return new Begun(asked.with(asked.work().running(begun.id())), end);
        } catch (ProblemException refused) {
            return new Begun(asked, NodeEnd.of(refused.problem(), node.key()));
        }
    }

    private String token(StackNode node, Verb verb, Subject subject) {
        return own + ":" + node.key() + ":" + verb + ":" + subject.generation();
    }

    /// How a change goes on that has begun.
    NodeEnd look(StackNode node) {
        OperationId id = node.work().operation().orElseThrow();
        NodeEnd end = operations
                .find(id)
                .map(NodeEnd::of)
                .orElseGet(() -> new NodeEnd.Failed(
                        java.util.Optional.empty(), "the operation " + id + " is not known any more"));
        if (end instanceof NodeEnd.Running) {
            operations.follow(id, own);
        }
        return end;
    }

    /// Asks a change to stop.
    void cancel(StackNode node) {
        node.work().operation().ifPresent(verbs::cancel);
    }
}
