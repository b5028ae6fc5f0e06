package fairlead.server.operation;

import java.util.Set;

/// The conditions of a list of the operations in an account's region.
///
/// @param kinds at least one
/// @param states the words of at least one state
public record OperationFilter(String subscription, String location, Set<OperationKind> kinds, Set<String> states) {

    public OperationFilter {
        kinds = Set.copyOf(kinds);
        states = Set.copyOf(states);
    }
}
