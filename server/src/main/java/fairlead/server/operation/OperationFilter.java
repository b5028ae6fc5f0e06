package fairlead.server.operation;

import java.util.Set;

/// Which operations of an account's region are looked for.
///
/// @param kinds at least one
/// @param states the words of at least one state
public record OperationFilter(String subscription, String location, Set<OperationKind> kinds, Set<String> states) {

    public OperationFilter {
        kinds = Set.copyOf(kinds);
        states = Set.copyOf(states);
    }
}
