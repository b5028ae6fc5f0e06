package fairlead.simulation.azure;

import java.util.Optional;
import java.util.Set;

/// Where a type stands among the others.
///
/// @param parent the name of the type that it is nested in
/// @param depth 1 for a type at the top
/// @param nested the last parts of the types that are nested in it, in small letters
record TypePlace(String armType, String typeName, Optional<String> parent, Kind kind, int depth, Set<String> nested) {

    TypePlace {
        nested = Set.copyOf(nested);
    }

    /// How resources of the type are kept.
    enum Kind {
        TRACKED,
        PROXY,
        EXTENSION
    }
}
