package fairlead.server.drift;

import fairlead.server.problem.Code;
import java.util.List;
import java.util.stream.Collectors;

/// The result of one check of a resource. Implementations: [Same], [Differs], [Gone], [Unknown].
public sealed interface Finding {

    Status status();

    /// In words for people: one sentence without its full stop.
    String sentence();

    /// It is what was asked for.
    record Same() implements Finding {
        @Override
        public Status status() {
            return Status.IN_SYNC;
        }

        @Override
        public String sentence() {
            return "it is what was asked for";
        }
    }

    /// Properties are not as they should be.
    ///
    /// @param troubles transforms of the schema that could not be run: what they are about was compared as if
    ///     there were none
    record Differs(List<Difference> differences, List<String> troubles) implements Finding {
        public Differs {
            differences = List.copyOf(differences);
            troubles = List.copyOf(troubles);
        }

        @Override
        public Status status() {
            return Status.DRIFTED;
        }

        @Override
        public String sentence() {
            return differences.stream().map(Difference::sentence).collect(Collectors.joining("; "));
        }
    }

    /// It was deleted outside.
    record Gone() implements Finding {
        @Override
        public Status status() {
            return Status.DELETED;
        }

        @Override
        public String sentence() {
            return "it was deleted outside";
        }
    }

    /// It can't be told.
    record Unknown(Code code, String message) implements Finding {
        @Override
        public Status status() {
            return Status.NOT_CHECKABLE;
        }

        @Override
        public String sentence() {
            return message + " (" + code.text() + ")";
        }
    }
}
