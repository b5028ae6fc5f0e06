package fairlead.schema;

import fairlead.schema.draft07.Compiler;
import fairlead.schema.draft07.Place;
import fairlead.schema.reference.Documents;
import fairlead.schema.reference.Lookup;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Every `relationshipRef` names a property that its type has, as far as the type is at hand: this one, one in the same
/// folder, or a registered one.
final class RelationshipRules {

    private static final String NAME = "related.json";

    private final ObjectNode document;
    private final Place root;
    private final Documents others;
    private final Map<String, Optional<Place>> known = new HashMap<>();
    private final List<Finding> findings = new ArrayList<>();

    RelationshipRules(ObjectNode document, Place root, Documents others) {
        this.document = document;
        this.root = root;
        this.others = others;
    }

    List<Finding> findings() {
        SchemaTree.forEach(document, (at, schema) -> {
            JsonNode related = schema.path("relationshipRef");
            String type = Documents.typeName(related);
            String path = related.path("propertyPath").asString("");
            if (isName(type) && PropertyPath.ifWellFormed(path).isPresent()) {
                known.computeIfAbsent(type, this::place)
                        .ifPresent(place -> check(at + "/relationshipRef/propertyPath", type, path, place));
            }
        });
        return findings;
    }

    private static boolean isName(String type) {
        try {
            return !TypeName.parse(type).toString().isEmpty();
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    private void check(String at, String type, String path, Place place) {
        if (PropertyPath.ifWellFormed(path)
                .flatMap(some -> SchemaPaths.place(place, some))
                .isEmpty()) {
            findings.add(Finding.warning(
                    "schema.relationship-missing",
                    at,
                    "expected the path of a property of " + type + ", found '" + path
                            + "', which its schema does not have" + MeantPath.hint(place, path)));
        }
    }

    private Optional<Place> place(String type) {
        if (type.equals(Documents.typeName(document))) {
            return Optional.of(root);
        }
        return others.find(URI.create(Documents.fileName(type))) instanceof Lookup.Found(var other)
                        && Documents.typeName(other).equals(type)
                ? Optional.of(Place.of(new Compiler(Map.of(NAME, SchemaReader.withoutType(other)), References.ITSELF)
                        .compile(NAME, "")))
                : Optional.empty();
    }
}
