package fairlead.cloudformation.evaluation;

import java.util.Optional;
import java.util.Set;

/// What `Fn::If` asks.
public interface Choices {

    /// Whether a condition holds.
    ///
    /// @param inputs the parameters that decide it
    record Outcome(boolean holds, Set<String> inputs) {
        public Outcome {
            inputs = Set.copyOf(inputs);
        }
    }

    /// Whether there is a condition of that name.
    boolean declares(String name);

    /// A condition that is declared; empty if it can't be evaluated, and the fault has been noted.
    Optional<Outcome> of(String name);
}
