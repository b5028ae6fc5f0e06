package fairlead.server.type;

import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// What the operator or an account has set for a type, opened.
///
/// @param alias the name that it was set under
/// @param values a copy
public record TypeConfiguration(String alias, ObjectNode values, Instant setAt) {

    /// The name of what was set without one.
    public static final String DEFAULT_ALIAS = "default";
}
