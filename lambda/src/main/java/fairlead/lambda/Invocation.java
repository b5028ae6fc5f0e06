package fairlead.lambda;

import fairlead.host.CallLog;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/// One call of a function: the request, and the answer that the caller waits for.
///
/// @param id unguessable
/// @param request the event
/// @param limit from now on
/// @param deadlineMillis the same as an instant, for the function
/// @param log what the function prints
/// @param answer completed once
record Invocation(
        String id,
        byte[] request,
        Duration limit,
        long deadlineMillis,
        CallLog log,
        CompletableFuture<Outcome> answer) {

    /// The result of the call.
    sealed interface Outcome {

        /// The function has answered.
        record Answered(byte[] body) implements Outcome {}

        /// The runtime has reported an error in the answer's place.
        record FunctionError(String type, String message) implements Outcome {}

        /// The answer has more bytes than are accepted.
        record TooLarge() implements Outcome {}

        /// The process ended before it had taken the invocation: nothing has happened.
        record NotTaken() implements Outcome {}

        /// The process ended, or went on to other work, without an answer.
        ///
        /// @param ended whether it ended by itself
        record Lost(String how, boolean ended) implements Outcome {}

        /// The time is up.
        record TimedOut() implements Outcome {}

        /// All processes are at work; nothing has happened.
        record Busy(String why) implements Outcome {}

        /// There is no process, for it does not start; nothing has happened.
        record NotStarted(String why) implements Outcome {}

        /// The remote endpoint can't be called.
        record Unreachable(String why) implements Outcome {}
    }

    void end(Outcome outcome) {
        answer.complete(outcome);
    }
}
