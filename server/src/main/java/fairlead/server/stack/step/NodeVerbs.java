package fairlead.server.stack.step;

import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.Expression.Part;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The verbs by which a stack changes the resources of its nodes. Each is an ordinary operation on the
/// resource, begun under a token: asked again with the same token it is the same operation. None waits for an
/// end.
///
/// They throw [fairlead.server.problem.ProblemException] for what is refused.
public interface NodeVerbs {

    /// The operation that was begun under a token before; empty if none was.
    ///
    /// @param subject what it is about
    Optional<Operation> begun(Call call, Subject subject);

    /// Makes the resource.
    Operation create(Call call, ObjectNode desired);

    /// Changes the resource to what is asked for.
    ///
    /// @param replacing whether it may be replaced in place of the change, in the order of its type
    Operation update(Call call, Subject present, ObjectNode desired, boolean replacing);

    /// Brings back what a failed operation has changed; empty if nothing has to be.
    ///
    /// @param before what it was
    default Optional<Operation> restore(Call call, Subject present, Subject before) {
        return Optional.of(update(call, present, before.applied(), true));
    }

    /// Cleans up after a change that has been restored, or is to stay; empty if there is nothing to clean.
    default Optional<Operation> settle(Call call, Subject present) {
        return Optional.empty();
    }

    /// Removes the resource; empty if it is known to be gone.
    ///
    /// @param undoes whether a failed operation has made it
    Optional<Operation> delete(Call call, Subject present, boolean undoes);

    /// Whether it would change within though it is asked for as it was.
    default boolean changesWithin(Subject present, String key, ObjectNode desired) {
        return false;
    }

    /// Why it would be refused; empty if it would not be, as far as that is known.
    ///
    /// @param present what is there; empty if it is to be made
    default Optional<String> refusal(Call call, Optional<Subject> present, ObjectNode desired) {
        return Optional.empty();
    }

    /// Why a resource that is there can't become a node of the stack; empty if it can.
    default Optional<String> importRefusal(Subject subject) {
        return Optional.of("Resource type " + subject.type() + " can't be imported");
    }

    /// The resource as it is; empty if there is none.
    Optional<ObjectNode> read(Subject subject);

    /// Something of a resource that is there; empty if it does not have it.
    Optional<Evaluated.Known> value(Subject subject, Part part);

    /// Something of the resource of a node.
    default Optional<Evaluated.Known> value(StackNode node, Part part) {
        return value(node.present(), part);
    }

    /// Asks an operation to stop.
    void cancel(OperationId operation);

    /// What is there already at the address of a node; empty if nothing is, or the node has no address.
    ///
    /// @param claims whether the caller wants to answer for it from now on
    /// @param known what was asked for last
    default Optional<There> there(Call call, boolean claims, ObjectNode known, ObjectNode desired) {
        return Optional.empty();
    }

    /// By which identifier goes what is to be made at the address of a node; empty if its handler chooses that.
    default Optional<String> chosen(Call call, ObjectNode desired) {
        return Optional.empty();
    }

    /// A resource that is there.
    ///
    /// @param applied what was asked for last, by whomever: as far as the node has asked for it, or does now
    record There(String identifier, ObjectNode applied) {}

    /// A call.
    ///
    /// @param key of the node
    /// @param token follows from what is done, so that the same is not done twice
    /// @param address where the resource is to be, if the template says it
    record Call(String key, String type, String token, Optional<String> address) {}
}
