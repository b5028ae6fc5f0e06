package fairlead.server.operation;

import java.util.function.Consumer;

/// Carries operations out, step by step. The worker knows operations only through this interface.
public interface Task {

    /// Takes one step. Called with the operation claimed, on a thread of its own; may block up to a handler's
    /// deadline. After a crash the same step is taken again, with the same operation: the task repeats the call
    /// with the same token.
    Step run(Operation operation);

    /// Takes one step, as above, and tells what its calls print.
    ///
    /// @param log for the lines, to be kept with the operation; may be told more when the step is over, by any
    ///     thread
    default Step run(Operation operation, Consumer<String> log) {
        return run(operation);
    }

    /// What to write when the operation ends without another step: [OperationState.Canceled] on request, or
    /// [OperationState.Failed] because its deadline has passed.
    Change ended(Operation operation, OperationState state);
}
