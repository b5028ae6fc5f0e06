package fairlead.server.resource.change;

import fairlead.server.operation.Operation;
import fairlead.server.resource.record.Resource;

/// The result of a request to change a resource. An operation that failed within the synchronous wait is a
/// [fairlead.server.problem.Problem.OperationFailed] instead.
public sealed interface Outcome {

    /// It is in effect; this is the resource now.
    record Done(Resource resource, boolean created) implements Outcome {}

    /// It is durable and under way; this is the resource now, in a state that is not terminal.
    record Accepted(Resource resource, Operation operation, boolean created) implements Outcome {}

    /// Nothing has changed yet: it waits until it is approved, and is carried out then.
    record Pending(Operation operation) implements Outcome {}

    /// The resource was there and has been deleted.
    record Deleted() implements Outcome {}

    /// There was nothing to delete.
    record Absent() implements Outcome {}
}
