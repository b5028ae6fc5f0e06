package fairlead.host;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which variables of the server's environment the handler of a type asks for. It is given those of them that the
/// operator allows.
///
/// @param names empty if the type says nothing of it: then it is given all that the operator allows
public record DeclaredVariables(Optional<Set<String>> names) {

    /// Of a type that says nothing of it.
    public static final DeclaredVariables NOT_DECLARED = new DeclaredVariables(Optional.empty());

    public DeclaredVariables {
        names = names.map(Set::copyOf);
    }

    /// What the handler gets of the variables that the operator allows.
    public Map<String, String> of(Map<String, String> allowed) {
        Map<String, String> given = new HashMap<>(allowed);
        names.ifPresent(declared -> given.keySet().retainAll(declared));
        return given;
    }
}
