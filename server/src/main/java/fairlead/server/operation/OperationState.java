package fairlead.server.operation;

import java.time.Instant;

/// The state of an operation: [Accepted], [Running] or [Canceling] while it goes on; [Succeeded], [Failed] or
/// [Canceled] once it has ended, and then for ever.
///
/// Implements "Operation Resource format" of the "Azure resource provider contract": the terminal states are
/// Succeeded, Failed and Canceled; all others mean that the operation is still going on.
public sealed interface OperationState {

    record Accepted() implements OperationState {}

    record Running() implements OperationState {}

    record Canceling() implements OperationState {}

    record Succeeded(Instant at) implements OperationState {}

    record Failed(Instant at, Failure failure) implements OperationState {}

    record Canceled(Instant at) implements OperationState {}

    default boolean terminal() {
        return switch (this) {
            case Accepted(), Running(), Canceling() -> false;
            case Succeeded _, Failed _, Canceled _ -> true;
        };
    }

    /// The word in the `status` of an operation resource.
    default String word() {
        return getClass().getSimpleName();
    }
}
