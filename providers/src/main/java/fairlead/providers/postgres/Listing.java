package fairlead.providers.postgres;

import fairlead.handler.Page;
import fairlead.handler.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Lists by name, page after page; the name of the last one is where the next page begins.
final class Listing {

    private static final int CHUNK = 500;

    /// At most `limit` models in the order of their names, those after the given one.
    interface Source {
        List<ObjectNode> after(String name, int limit);
    }

    private Listing() {}

    static Page page(Query query, Source source) {
        int most = query.limit() + 1;
        int chunk = query.filter().isEmpty() ? most : Math.max(most, CHUNK);
        List<String> found = new ArrayList<>();
        String after = query.token().orElse("");
        boolean isLast = false;
        while (found.size() < most && !isLast) {
            List<ObjectNode> models = source.after(after, chunk);
            models.stream().filter(model -> matches(model, query.filter())).forEach(model -> found.add(name(model)));
            isLast = models.size() < chunk;
            after = isLast ? after : name(models.getLast());
        }
        List<String> page = found.subList(0, Math.min(found.size(), query.limit()));
        return new Page(
                page.stream().map(Listing::identifier).toList(),
                found.size() < most ? Optional.empty() : Optional.of(page.getLast()));
    }

    private static boolean matches(ObjectNode model, ObjectNode filter) {
        return filter.properties().stream().allMatch(wanted -> wanted.getValue().equals(model.get(wanted.getKey())));
    }

    private static String name(ObjectNode model) {
        return model.required("Name").stringValue();
    }

    private static ObjectNode identifier(String name) {
        return JsonNodeFactory.instance.objectNode().put("Name", name);
    }
}
