package fairlead.contract.result;

import fairlead.contract.Rule;
import java.util.List;

/// What came of one rule: [Passed], [Failed], [Consequence] or [NotExercised].
public sealed interface Result {

    Rule rule();

    /// It was looked at and not broken.
    ///
    /// @param looked what was looked at, `3 reads` for example
    /// @param leftOut what was to be looked at, too, and was not: for want of time, for example
    record Passed(Rule rule, List<String> looked, List<String> leftOut) implements Result {
        public Passed {
            looked = List.copyOf(looked);
            leftOut = List.copyOf(leftOut);
        }

        /// What was looked at and what was not, in words.
        public String words() {
            String all = String.join(", ", looked);
            return leftOut.isEmpty() ? all : all + "; left out: " + String.join(", ", leftOut);
        }
    }

    /// It was broken.
    record Failed(Rule rule, List<Failure> failures) implements Result {
        public Failed {
            failures = List.copyOf(failures);
        }
    }

    /// It was broken too, but as far as can be told only because another rule was.
    record Consequence(Rule rule, Rule of, List<Failure> failures) implements Result {
        public Consequence {
            failures = List.copyOf(failures);
        }
    }

    /// Nothing showed whether it is kept.
    record NotExercised(Rule rule, String reason) implements Result {}
}
