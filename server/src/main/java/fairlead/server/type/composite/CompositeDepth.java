package fairlead.server.type.composite;

import fairlead.schema.TypeName;
import fairlead.server.type.definition.Composition;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/// How deep types are made of types: never of themselves, and at most five deep.
public final class CompositeDepth {

    private static final int DEEPEST = 5;

    private final Function<TypeName, Optional<Composition>> types;

    /// @param types of what types are made; empty for those with a handler of their own
    public CompositeDepth(Function<TypeName, Optional<Composition>> types) {
        this.types = types;
    }

    /// Why a type can't be made of these others; empty if it can.
    public Optional<String> fault(TypeName name, Composition composition) {
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
        return types.apply(name).map(Composition::uses).orElseGet(LinkedHashSet::new);
    }

    private static String told(List<TypeName> path) {
        return path.stream().map(TypeName::toString).collect(Collectors.joining(" of "));
    }
}
