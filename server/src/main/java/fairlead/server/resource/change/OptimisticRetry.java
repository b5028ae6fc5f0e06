package fairlead.server.resource.change;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.util.Optional;
import java.util.function.Supplier;

/// Repeats a change that is planned outside any transaction, if the record has changed before its transaction.
public final class OptimisticRetry {

    private static final int MOST_ATTEMPTS = 20;

    private OptimisticRetry() {}

    /// Plans and writes until no other request has changed the resource in between.
    ///
    /// @param attempt empty if the plan did not hold
    public static <T> T untilItHolds(Supplier<Optional<T>> attempt) {
        for (int i = 0; i < MOST_ATTEMPTS; i++) {
            Optional<T> outcome = attempt.get();
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
        throw new ProblemException(new Problem.Unavailable());
    }
}
