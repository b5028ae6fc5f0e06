package fairlead.providers.disk;

import fairlead.handler.Page;
import fairlead.handler.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Cuts a sorted list of names into pages. A page's token is the last name before it, so things that come and go
/// between two pages neither repeat nor hide others.
public final class Pages {

    private Pages() {}

    /// The page that a query asks for.
    ///
    /// @param names all names, sorted
    /// @param identifier the identifier behind a name
    /// @param model the present state behind a name, asked only if the filter names more than the identifier;
    ///     empty if the resource is gone
    public static Page page(
            List<String> names,
            Query query,
            Function<String, ObjectNode> identifier,
            Function<String, Optional<ObjectNode>> model) {
        List<ObjectNode> found = new ArrayList<>();
        String last = "";
        for (String name : names) {
            if (query.token().filter(token -> name.compareTo(token) <= 0).isPresent()) {
                continue;
            }
            if (found.size() == query.limit()) {
                return new Page(found, Optional.of(last));
            }
            if (matches(query.filter(), name, identifier, model)) {
                found.add(identifier.apply(name));
                last = name;
            }
        }
        return new Page(found, Optional.empty());
    }

    private static boolean matches(
            ObjectNode filter,
            String name,
            Function<String, ObjectNode> identifier,
            Function<String, Optional<ObjectNode>> model) {
        ObjectNode known = identifier.apply(name);
        if (filter.propertyStream().allMatch(wanted -> known.has(wanted.getKey()))) {
            return contains(known, filter);
        }
        return model.apply(name).filter(state -> contains(state, filter)).isPresent();
    }

    private static boolean contains(ObjectNode state, ObjectNode filter) {
        return filter.propertyStream().allMatch(wanted -> {
            JsonNode value = state.path(wanted.getKey());
            return value.equals(wanted.getValue());
        });
    }
}
