package fairlead.server.type;

import fairlead.schema.Finding;
import fairlead.schema.TypeName;
import fairlead.server.problem.Problem;
import java.util.List;
import java.util.Optional;

/// The results of a request to simulate types.
///
/// @param results one for each schema, in their order
public record SimulationResults(List<Result> results) {

    public SimulationResults {
        results = List.copyOf(results);
    }

    /// [Served] or [Refused].
    public sealed interface Result {

        /// The name of the type's files, without `.json`.
        String file();
    }

    /// It is registered, now or already.
    ///
    /// @param warnings what is probably not as it was meant
    public record Served(String file, TypeVersion version, List<Finding> warnings) implements Result {

        public Served {
            warnings = List.copyOf(warnings);
        }
    }

    /// It is not.
    public record Refused(String file, Optional<TypeName> type, Problem problem) implements Result {}
}
