package fairlead.generator;

import fairlead.schema.PropertyPath;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Several property paths at once, followed down a model together.
///
/// @param here whether one of the paths ends here
/// @param next where the paths go on, by name; `*` is any
record Paths(boolean here, Map<String, Paths> next) {

    static final Paths NONE = new Paths(false, Map.of());

    private static final String ANY = "*";

    static Paths of(List<PropertyPath> paths) {
        return build(paths.stream().map(PropertyPath::steps).toList());
    }

    private static Paths build(List<List<String>> rests) {
        if (rests.isEmpty()) {
            return NONE;
        }
        Map<String, List<List<String>>> heads = new LinkedHashMap<>();
        for (List<String> rest : rests) {
            if (!rest.isEmpty()) {
                heads.computeIfAbsent(rest.getFirst(), _ -> new java.util.ArrayList<>())
                        .add(rest.subList(1, rest.size()));
            }
        }
        Map<String, Paths> next = new LinkedHashMap<>();
        heads.forEach((step, tails) -> next.put(step, build(tails)));
        return new Paths(rests.stream().anyMatch(List::isEmpty), next);
    }

    /// The paths below a property or an item; those of `*` are below each.
    Paths below(String step) {
        if (next.isEmpty()) {
            return NONE;
        }
        Optional<Paths> named = Optional.ofNullable(next.get(step));
        Optional<Paths> any = step.equals(ANY) ? Optional.empty() : Optional.ofNullable(next.get(ANY));
        if (named.isPresent() && any.isPresent()) {
            return named.get().and(any.get());
        }
        return named.or(() -> any).orElse(NONE);
    }

    Paths item() {
        return below(ANY);
    }

    boolean isEmpty() {
        return !here && next.isEmpty();
    }

    Paths and(Paths other) {
        if (isEmpty()) {
            return other;
        }
        if (other.isEmpty()) {
            return this;
        }
        Map<String, Paths> both = new LinkedHashMap<>(next);
        other.next.forEach((step, paths) -> both.merge(step, paths, Paths::and));
        return new Paths(here || other.here, both);
    }
}
