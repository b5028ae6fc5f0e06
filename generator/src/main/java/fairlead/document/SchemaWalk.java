package fairlead.document;

import fairlead.schema.PropertyPath;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Finds parts of a schema document: the target of a reference, and the declaration of a path through models.
public final class SchemaWalk {

    private static final String ITSELF = "resource-schema.json#";
    private static final List<String> PARTS = List.of("allOf", "anyOf", "oneOf");

    private final JsonNode document;

    public SchemaWalk(JsonNode document) {
        this.document = document;
    }

    /// The pointer that a reference leads to; empty if that is not in this document.
    public static Optional<String> target(JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        String local = reference.startsWith(ITSELF) ? reference.substring(ITSELF.length() - 1) : reference;
        return local.startsWith("#/") ? Optional.of(local.substring(1)) : Optional.empty();
    }

    /// The schema behind references.
    public JsonNode resolved(JsonNode schema) {
        JsonNode found = schema;
        for (int i = 0; i < 100 && found.has("$ref"); i++) {
            found = target(found).map(document::at).orElse(document.path(""));
        }
        return found;
    }

    /// Where the schemas of these paths stand in the document: through references, alternatives, lists and maps.
    public Set<String> declared(List<PropertyPath> paths) {
        Set<String> pointers = new LinkedHashSet<>();
        for (PropertyPath path : paths) {
            List<String> places = List.of("");
            for (String step : path.steps()) {
                List<String> next = new ArrayList<>();
                places.forEach(place -> open(place, 0).forEach(at -> next.addAll(below(at, step))));
                places = next;
            }
            pointers.addAll(places);
        }
        return pointers;
    }

    /// The pointers of all schemas that apply where one does.
    private List<String> open(String pointer, int depth) {
        List<String> all = new ArrayList<>();
        JsonNode schema = document.at(pointer);
        if (depth > 20 || schema.isMissingNode()) {
            return all;
        }
        Optional<String> target = target(schema);
        if (target.isPresent()) {
            return open(target.get(), depth + 1);
        }
        all.add(pointer);
        for (String part : PARTS) {
            for (int i = 0; i < schema.path(part).size(); i++) {
                all.addAll(open(pointer + "/" + part + "/" + i, depth + 1));
            }
        }
        return all;
    }

    private List<String> below(String pointer, String step) {
        JsonNode schema = document.at(pointer);
        List<String> below = new ArrayList<>();
        if (schema.path("properties").has(step)) {
            below.add(pointer + "/properties/" + PointerSteps.escape(step));
        }
        if (step.equals("*")) {
            if (schema.path("items").isObject()) {
                below.add(pointer + "/items");
            }
            schema.path("patternProperties")
                    .propertyNames()
                    .forEach(name -> below.add(pointer + "/patternProperties/" + PointerSteps.escape(name)));
        }
        return below;
    }
}
