package fairlead.schema;

import fairlead.schema.draft07.Place;
import fairlead.schema.draft07.Shown;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The rules of the "CloudFormation resource schema" that its meta-schema does not hold: tags, paths, and keywords
/// that do nothing.
final class DocumentRules {

    private static final List<String> WORDS =
            List.of("$ref", "description", "title", "$comment", "examples", "default", "relationshipRef");

    private final ObjectNode document;
    private final Place root;
    private final List<Finding> findings = new ArrayList<>();

    DocumentRules(ObjectNode document, Place root) {
        this.document = document;
        this.root = root;
    }

    List<Finding> findings() {
        tags();
        overlaps();
        transforms();
        link();
        SchemaTree.forEach(document, this::deadKeywords);
        references();
        return findings;
    }

    private boolean handles(HandlerKind kind) {
        return document.path("handlers").has(kind.wireName());
    }

    private void tags() {
        JsonNode tagging = document.path("tagging");
        if (document.has("taggable") && document.has("tagging")) {
            findings.add(Finding.error(
                    "schema.tagging-twice", "/taggable", "expected tagging alone, found the older taggable beside it"));
        }
        if (!tagging.path("taggable").asBoolean(false)) {
            return;
        }
        String property = tagging.path("tagProperty").asString(Tagging.DEFAULT_PROPERTY);
        if (PropertyPath.ifWellFormed(property)
                .flatMap(path -> SchemaPaths.place(root, path))
                .isEmpty()) {
            findings.add(Finding.error(
                    "schema.tag-property-missing",
                    tagging.has("tagProperty") ? "/tagging/tagProperty" : "/tagging",
                    "expected the path of the property that holds the tags, found '" + property + "'"
                            + SchemaPaths.hint(root, property)));
        }
        if (tagging.path("tagUpdatable").asBoolean(true) && document.has("handlers") && !handles(HandlerKind.UPDATE)) {
            findings.add(Finding.error(
                    "schema.tag-update-handler",
                    "/tagging",
                    "expected an update handler because tags can be updated, found none; set tagUpdatable to false"));
        }
    }

    /// What can be changed under some conditions is neither fixed nor out of reach.
    private void overlaps() {
        JsonNode conditional = document.path("conditionalCreateOnlyProperties");
        for (PathList other : List.of(PathList.CREATE_ONLY, PathList.READ_ONLY)) {
            Set<String> paths = new HashSet<>();
            document.path(other.keyword()).forEach(path -> paths.add(path.asString("")));
            for (int i = 0; i < conditional.size(); i++) {
                if (paths.contains(conditional.path(i).asString(""))) {
                    findings.add(Finding.error(
                            "schema.lists-overlap",
                            "/conditionalCreateOnlyProperties/" + i,
                            "expected a path that is not in " + other.keyword() + ", found '"
                                    + conditional.path(i).asString("") + "', which is"));
                }
            }
        }
    }

    private void transforms() {
        document.path("propertyTransform").forEachEntry((key, transform) -> {
            String at = "/propertyTransform/" + PointerSteps.escape(key);
            if (!transform.isString()) {
                findings.add(Finding.error(
                        "schema.type", at, "expected a JSONata expression, found " + Shown.of(transform)));
            }
            if (PropertyPath.ifWellFormed(key)
                    .flatMap(path -> SchemaPaths.place(root, path))
                    .isEmpty()) {
                findings.add(Finding.warning(
                        "schema.transform-path",
                        at,
                        "expected the path of a property, found '" + key + "', which the schema does not have"
                                + SchemaPaths.hint(root, key)));
            }
        });
    }

    private void link() {
        document.path("resourceLink").path("mappings").forEachEntry((name, pointer) -> {
            Optional<PropertyPath> path = PropertyPath.ifWellFormed("/properties" + pointer.asString(""));
            if (path.flatMap(known -> SchemaPaths.place(root, known)).isEmpty()) {
                findings.add(Finding.warning(
                        "schema.link-path",
                        "/resourceLink/mappings/" + PointerSteps.escape(name),
                        "expected the place of a property in a model, such as /Name, found " + pointer
                                + SchemaPaths.modelHint(root, pointer.asString(""))));
            }
        });
    }

    /// A reference to what holds schemas by name, and is none itself: it would be taken for a schema that asks for
    /// nothing.
    private void references() {
        Map<String, String> local = new LinkedHashMap<>();
        Set<String> schemas = new HashSet<>();
        SchemaTree.forEach(document, (at, schema) -> {
            schemas.add(at);
            String reference = schema.path("$ref").asString("");
            if (reference.startsWith("#/") && !reference.startsWith("#/remote/") && reference.indexOf('%') < 0) {
                local.put(at, reference);
            }
        });
        local.forEach((at, reference) -> {
            String target = reference.substring(1);
            if (!schemas.contains(target) && document.at(target).isObject()) {
                findings.add(Finding.error(
                        "schema.ref-place",
                        at + "/$ref",
                        "expected a schema at '" + reference + "', found an object that is none"));
            }
        });
    }

    /// Draft-07 ignores everything beside a `$ref`.
    private void deadKeywords(String at, JsonNode schema) {
        if (!schema.path("$ref").isString()) {
            return;
        }
        for (String keyword : schema.propertyNames()) {
            if (!WORDS.contains(keyword)) {
                findings.add(Finding.warning(
                        "schema.ref-sibling",
                        at + "/" + PointerSteps.escape(keyword),
                        "expected nothing beside $ref, found '" + keyword + "', which has no effect there"));
            }
        }
    }
}
