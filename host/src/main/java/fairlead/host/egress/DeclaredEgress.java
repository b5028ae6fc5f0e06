package fairlead.host.egress;

import java.util.List;
import java.util.Optional;

/// What the handler of a type says that it connects to.
///
/// @param destinations empty if the type says nothing of it; an empty list if it connects to nothing
public record DeclaredEgress(Optional<List<Destination>> destinations) {

    /// Of a type that says nothing of it.
    public static final DeclaredEgress NOT_DECLARED = new DeclaredEgress(Optional.empty());

    public DeclaredEgress {
        destinations = destinations.map(List::copyOf);
    }
}
