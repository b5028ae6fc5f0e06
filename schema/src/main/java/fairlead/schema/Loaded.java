package fairlead.schema;

import java.util.List;

/// The result of loading a schema document: [Valid] or [Invalid].
public sealed interface Loaded {

    /// The schema can be used.
    record Valid(ResourceSchema schema, List<Finding> warnings) implements Loaded {

        public Valid {
            warnings = List.copyOf(warnings);
        }
    }

    /// The schema can't be used.
    ///
    /// @param findings everything that is wrong, warnings included
    record Invalid(List<Finding> findings) implements Loaded {

        public Invalid {
            findings = List.copyOf(findings);
        }
    }
}
