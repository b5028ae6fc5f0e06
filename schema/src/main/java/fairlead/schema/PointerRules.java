package fairlead.schema;

import fairlead.schema.draft07.Compiler;
import fairlead.schema.draft07.JsonType;
import fairlead.schema.draft07.Place;
import fairlead.schema.reference.Documents;
import fairlead.schema.reference.Lookup;
import fairlead.schema.text.NearestPointer;
import fairlead.schema.text.Spelling;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Every path in the lists at the top of a schema names a property, and so does every path to another type; identifiers
/// name values that can identify.
final class PointerRules {

    private static final String RELATED = "related.json";
    private static final int SCALARS =
            JsonType.STRING.bit() | JsonType.INTEGER.bit() | JsonType.NUMBER.bit() | JsonType.BOOLEAN.bit();

    private final ObjectNode document;
    private final Place root;
    private final Documents others;
    private final Map<String, Optional<Place>> related = new HashMap<>();
    private final List<Finding> findings = new ArrayList<>();

    /// @param others where other types are found
    PointerRules(ObjectNode document, Place root, Documents others) {
        this.document = document;
        this.root = root;
        this.others = others;
    }

    List<Finding> findings() {
        for (PathList list : PathList.values()) {
            list(document.path(list.keyword()), "/" + list.keyword(), list);
        }
        JsonNode additional = document.path("additionalIdentifiers");
        for (int i = 0; i < additional.size(); i++) {
            list(additional.path(i), "/additionalIdentifiers/" + i, PathList.PRIMARY_IDENTIFIER);
        }
        definitions();
        relationships();
        return findings;
    }

    /// Every `relationshipRef` names a property that its type has, as far as the type is at hand: this one, one in the
    /// same folder, or a registered one.
    private void relationships() {
        SchemaTree.forEach(document, (at, schema) -> {
            JsonNode reference = schema.path("relationshipRef");
            String type = Documents.typeName(reference);
            String path = reference.path("propertyPath").asString("");
            if (isName(type) && PropertyPath.ifWellFormed(path).isPresent()) {
                related.computeIfAbsent(type, this::place)
                        .ifPresent(place -> checkRelated(at + "/relationshipRef/propertyPath", type, path, place));
            }
        });
    }

    private void list(JsonNode paths, String at, PathList list) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; paths.isArray() && i < paths.size(); i++) {
            JsonNode path = paths.get(i);
            if (path.isString()) {
                check(path.stringValue(), at + "/" + i, list);
                if (!seen.add(path.stringValue())) {
                    findings.add(Finding.warning(
                            "schema.pointer-twice", at + "/" + i, "expected each path once, found " + path + " again"));
                }
            }
        }
    }

    private void check(String text, String at, PathList list) {
        PropertyPath path;
        try {
            path = PropertyPath.parse(text);
        } catch (IllegalArgumentException e) {
            add(list, "schema.pointer-malformed", at, e.getMessage() + SchemaPaths.hint(root, text));
            return;
        }
        Optional<Place> place = SchemaPaths.place(root, path);
        if (place.isEmpty()) {
            add(
                    list,
                    "schema.pointer-missing",
                    at,
                    "expected the path of a property, found '" + text + "'" + hint(path)
                            + SchemaPaths.hint(root, text));
        } else if (list == PathList.PRIMARY_IDENTIFIER) {
            checkIdentifier(path, place.get(), at);
        }
    }

    private String hint(PropertyPath path) {
        return path.steps().contains("properties") || path.steps().contains("items")
                ? "; a path names the steps through a model (/properties/Owner/Name, /properties/Rules/*/Id) and no"
                        + " keywords"
                : ", which the schema does not have";
    }

    private void checkIdentifier(PropertyPath path, Place place, String at) {
        if (path.hasWildcard()) {
            findings.add(Finding.error(
                    "schema.identifier-wildcard", at, "expected the path of one value, found '" + path + "'"));
        } else if ((place.types() & SCALARS) == 0) {
            String message = "expected a string, a number or a boolean, found " + JsonType.text(place.types());
            findings.add(Finding.error("schema.identifier-type", at, message));
        }
    }

    private void add(PathList list, String id, String at, String message) {
        findings.add(list == PathList.DEPRECATED ? Finding.warning(id, at, message) : Finding.error(id, at, message));
    }

    private void definitions() {
        JsonNode pointers = document.path("nonPublicDefinitions");
        for (int i = 0; i < pointers.size(); i++) {
            String pointer = pointers.path(i).asString("");
            boolean present =
                    pointer.startsWith("/definitions/") && !document.at(pointer).isMissingNode();
            if (!present) {
                findings.add(Finding.error(
                        "schema.pointer-missing",
                        "/nonPublicDefinitions/" + i,
                        "expected a pointer such as /definitions/Name, found '" + pointer + "'"
                                + Spelling.hint(NearestPointer.of(document, pointer))));
            }
        }
    }

    private static boolean isName(String type) {
        try {
            return !TypeName.parse(type).toString().isEmpty();
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    private void checkRelated(String at, String type, String path, Place place) {
        if (PropertyPath.ifWellFormed(path)
                .flatMap(some -> SchemaPaths.place(place, some))
                .isEmpty()) {
            findings.add(Finding.warning(
                    "schema.relationship-missing",
                    at,
                    "expected the path of a property of " + type + ", found '" + path
                            + "', which its schema does not have" + SchemaPaths.hint(place, path)));
        }
    }

    private Optional<Place> place(String type) {
        if (type.equals(Documents.typeName(document))) {
            return Optional.of(root);
        }
        return others.find(URI.create(Documents.fileName(type))) instanceof Lookup.Found(var other)
                        && Documents.typeName(other).equals(type)
                ? Optional.of(Place.of(
                        new Compiler(Map.of(RELATED, Json.withoutType(other)), References.ITSELF).compile(RELATED, "")))
                : Optional.empty();
    }
}
