package fairlead.server.type;

import fairlead.schema.TypeName;
import fairlead.server.type.definition.Composition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.stream.Collectors;

/// How deep types are made of types: never of themselves, and at most five deep.
final class CompositeDepth {

    private static final int DEEPEST = 5;

    private final Catalog catalog;

    CompositeDepth(Catalog catalog) {
        this.catalog = catalog;
    }

    /// Why a type can't be made of these others; empty if it can.
    Optional<String> fault(TypeName name, Composition composition) {
        return fault(List.of(name), composition.uses());
    }

    private Optional<String> fault(List<TypeName> above, SequencedSet<TypeName> uses) {
        for (TypeName inner : uses) {
            List<TypeName> path = new ArrayList<>(above);
            path.add(inner);
            if (above.contains(inner)) {
                return Optional.of("a type can't be made of itself: " + told(path));
            }
            SequencedSet<TypeName> further = uses(inner);
            if (!further.isEmpty() && path.size() > DEEPEST) {
                return Optional.of(
                        "types can be made of types " + DEEPEST + " deep, and this is deeper: " + told(path));
            }
            Optional<String> below = fault(path, further);
            if (below.isPresent()) {
                return below;
            }
        }
        return Optional.empty();
    }

    private SequencedSet<TypeName> uses(TypeName name) {
        return catalog.find(name)
                .flatMap(type -> type.current().registration().template())
                .map(Composition::uses)
                .orElseGet(java.util.LinkedHashSet::new);
    }

    private static String told(List<TypeName> path) {
        return path.stream().map(TypeName::toString).collect(Collectors.joining(" of "));
    }
}
