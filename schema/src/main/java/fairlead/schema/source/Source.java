package fairlead.schema.source;

import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/// The result of reading a text: [Document] or [Malformed].
public sealed interface Source {

    /// It was read.
    ///
    /// @param faults what is wrong with it although it could be read; of a name that is there twice the last value
    ///     counts
    /// @param places where everything is; found when first asked for
    record Document(JsonNode root, List<Fault> faults, Supplier<Positions> places) implements Source {

        public Document {
            faults = List.copyOf(faults);
        }
    }

    /// It can't be read.
    record Malformed(Fault fault) implements Source {}
}
