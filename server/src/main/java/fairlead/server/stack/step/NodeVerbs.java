package fairlead.server.stack.step;

import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.stack.record.StackNode.Subject;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The verbs by which a stack changes the resources of its nodes. Each is an ordinary operation on the
/// resource, begun under a token: asked again with the same token it is the same operation. None waits for an
/// end.
///
/// They throw [fairlead.server.problem.ProblemException] for what is refused.
public interface NodeVerbs {

    /// Makes the resource.
    Operation create(Call call, ObjectNode desired);

    /// Changes the resource to what is asked for.
    ///
    /// @param replacing whether it may be replaced in place of the change, in the order of its type
    Operation update(Call call, Subject present, ObjectNode desired, boolean replacing);

    /// Removes the resource.
    Operation delete(Call call, Subject present);

    /// The resource as it is; empty if there is none.
    Optional<ObjectNode> read(Subject subject);

    /// Something of a resource that is there; empty if it does not have it.
    Optional<JsonNode> value(Subject subject, fairlead.stack.document.Expression.Part part);

    /// Asks an operation to stop.
    void cancel(OperationId operation);

    /// A call.
    ///
    /// @param token follows from what is done, so that the same is not done twice
    record Call(String type, String token) {}
}
