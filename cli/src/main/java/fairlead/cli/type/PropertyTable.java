package fairlead.cli.type;

import fairlead.cli.input.Schema;
import fairlead.cli.terminal.Outline;
import fairlead.cli.terminal.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The properties of a type as a table: the type of each, who may set or read it, and its description.
final class PropertyTable {

    private static final int DEEPEST = 4;
    private static final Map<String, String> FLAGS = new LinkedHashMap<>();

    static {
        FLAGS.put("primaryIdentifier", "identifier");
        FLAGS.put("readOnlyProperties", "read-only");
        FLAGS.put("writeOnlyProperties", "write-only");
        FLAGS.put("createOnlyProperties", "create-only");
        FLAGS.put("conditionalCreateOnlyProperties", "create-only at times");
        FLAGS.put("deprecatedProperties", "deprecated");
    }

    private final Schema schema;
    private final Map<String, Set<String>> flagged = new LinkedHashMap<>();
    private final Table table =
            new Table().column("PROPERTY").column("TYPE").column("FLAGS").column("DESCRIPTION");

    PropertyTable(Schema schema) {
        this.schema = schema;
        FLAGS.forEach((keyword, flag) -> flagged.put(flag, pointers(keyword)));
    }

    private Set<String> pointers(String keyword) {
        return schema.root().path(keyword).valueStream().map(Outline::scalar).collect(Collectors.toSet());
    }

    Table table() {
        rows(schema.root(), "", "/properties", 0);
        return table;
    }

    private void rows(JsonNode object, String prefix, String pointer, int depth) {
        Set<String> required =
                object.path("required").valueStream().map(Outline::scalar).collect(Collectors.toSet());
        object.path("properties").properties().forEach(member -> {
            String name = prefix + member.getKey();
            String place = pointer + "/" + member.getKey();
            JsonNode property = member.getValue();
            table.row(
                    name,
                    schema.typeOf(property),
                    flags(place, required.contains(member.getKey())),
                    Outline.scalar(description(property)));
            inner(property, name, place, depth);
        });
    }

    private void inner(JsonNode property, String name, String place, int depth) {
        JsonNode target = schema.deref(property);
        if (depth + 1 == DEEPEST) {
            return;
        }
        if (target.has("items")) {
            rows(schema.deref(target.path("items")), name + "[].", place + "/*", depth + 1);
        } else {
            rows(target, name + ".", place, depth + 1);
        }
    }

    private JsonNode description(JsonNode property) {
        JsonNode own = property.path("description");
        return own.isMissingNode() ? schema.deref(property).path("description") : own;
    }

    private String flags(String place, boolean required) {
        List<String> flags = new ArrayList<>();
        if (required) {
            flags.add("required");
        }
        flagged.forEach((flag, pointers) -> {
            if (pointers.contains(place)) {
                flags.add(flag);
            }
        });
        return String.join(", ", flags);
    }
}
