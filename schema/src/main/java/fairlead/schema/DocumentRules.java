package fairlead.schema;

import fairlead.schema.draft07.Place;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The rules of the "CloudFormation resource schema" that its meta-schema does not hold: tags, replacement, and
/// keywords that do nothing.
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
        replacement();
        remote();
        SchemaTree.forEach(document, this::deadKeywords);
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
                    "expected the path of the property that holds the tags, found '" + property + "'"));
        }
        if (tagging.path("tagUpdatable").asBoolean(true) && document.has("handlers") && !handles(HandlerKind.UPDATE)) {
            findings.add(Finding.error(
                    "schema.tag-update-handler",
                    "/tagging",
                    "expected an update handler because tags can be updated, found none; set tagUpdatable to false"));
        }
    }

    private void replacement() {
        boolean everReplaced = document.has("createOnlyProperties") || document.has("conditionalCreateOnlyProperties");
        if (document.has("replacementStrategy") && handles(HandlerKind.UPDATE) && !everReplaced) {
            findings.add(Finding.warning(
                    "schema.replacement-strategy",
                    "/replacementStrategy",
                    "expected none, found one; every property can be updated, so that nothing is ever replaced"));
        }
    }

    /// Packaging writes this section where it draws other documents in; nobody else should.
    private void remote() {
        if (document.has("remote")) {
            String message = "expected no section of this name in a schema made by hand, found one; it is reserved for"
                    + " inlined documents";
            findings.add(Finding.warning("schema.remote", "/remote", message));
        }
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
                        at + "/" + PropertyPath.escape(keyword),
                        "expected nothing beside $ref, found '" + keyword + "', which has no effect there"));
            }
        }
    }
}
