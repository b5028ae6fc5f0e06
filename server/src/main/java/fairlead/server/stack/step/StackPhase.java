package fairlead.server.stack.step;

import fairlead.server.operation.Failure;
import java.time.Duration;
import java.util.Optional;

/// A part of an operation of a stack. Called for each step that is taken in it.
public interface StackPhase {

    /// Begins what can begin, and notes what has ended: how long until that is looked at again; empty if
    /// nothing goes on, and nothing can begin any more.
    Optional<Duration> drive();

    /// What follows when nothing goes on any more.
    Next next();

    /// What follows.
    sealed interface Next {

        /// Another phase, for which everything is prepared.
        record Goes(StackProgress progress) implements Next {}

        /// The operation has ended.
        record Ends(Optional<Failure> failure) implements Next {}
    }
}
