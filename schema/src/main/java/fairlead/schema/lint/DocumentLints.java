package fairlead.schema.lint;

import fairlead.schema.Finding;
import fairlead.schema.drift.DriftCheck;
import fairlead.schema.text.PointerSteps;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Advice on a document as a whole: handlers, tags, links, definitions, letters.
final class DocumentLints {

    private static final int USUAL_LIMIT = 60 * 1024;
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}");
    private static final Set<String> KNOWN_VARIABLES = Set.of("awsRegion", "awsPartition", "awsAccountId", "domain");

    private final JsonNode document;
    private final List<Finding> findings;
    private final Set<String> referred = new HashSet<>();

    DocumentLints(JsonNode document, List<Finding> findings) {
        this.document = document;
        this.findings = findings;
    }

    void look() {
        if (document.has("remote")) {
            findings.add(Finding.error(
                    "schema.remote",
                    "/remote",
                    "expected no section of this name in a schema made by hand, found one; it is reserved for"
                            + " inlined documents"));
        }
        if (!document.has("tagging") && !document.has("taggable")) {
            warn("schema.no-tagging", "", "expected a section tagging, found none; the type then counts as taggable");
        }
        constraints();
        tagsOnCreate();
        handlers();
        link();
        transforms();
        letters("", document);
        definitions();
        size();
    }

    /// What the constraints of the "CloudFormation resource schema" exclude and a packaged schema may yet have: it does
    /// no harm to resources that are there.
    private void constraints() {
        boolean mutable = document.path("handlers").has("update");
        if (document.path("taggable").asBoolean(false) && document.has("handlers") && !mutable) {
            findings.add(Finding.error(
                    "schema.tag-update-handler",
                    "/taggable",
                    "expected an update handler because tags can be updated, found none; say so with tagging and"
                            + " tagUpdatable false"));
        }
        boolean replaced = document.has("createOnlyProperties") || document.has("conditionalCreateOnlyProperties");
        if (document.has("replacementStrategy") && mutable && !replaced) {
            findings.add(Finding.error(
                    "schema.replacement-strategy",
                    "/replacementStrategy",
                    "expected none, found one; every property can be updated, so that nothing is ever replaced"));
        }
    }

    /// A create without the tags lacks what is required, and one with them is refused.
    private void tagsOnCreate() {
        JsonNode tagging = document.path("tagging");
        String property = tagging.path("tagProperty").asString("/properties/Tags");
        boolean later = tagging.path("taggable").asBoolean(false)
                && !tagging.path("tagOnCreate").asBoolean(true);
        JsonNode required = document.path("required");
        for (int i = 0; later && i < required.size(); i++) {
            if (property.equals(
                    "/properties/" + PointerSteps.escape(required.path(i).asString("")))) {
                findings.add(Finding.error(
                        "schema.tag-required",
                        "/required/" + i,
                        "expected no tags in required because tagOnCreate is false, found '" + property
                                + "'; nothing can be created"));
            }
        }
    }

    private void handlers() {
        JsonNode handlers = document.path("handlers");
        for (String kind : List.of("create", "read", "delete")) {
            if (!handlers.has(kind)) {
                warn(
                        "schema.handler-missing",
                        document.has("handlers") ? "/handlers" : "",
                        "expected a " + kind + " handler, found none");
            }
        }
        handlers.forEachEntry((kind, handler) -> {
            JsonNode permissions = handler.path("permissions");
            for (int i = 0; i < permissions.size(); i++) {
                if (permissions.path(i).asString("").contains("*")) {
                    warn(
                            "schema.permission-wildcard",
                            "/handlers/" + PointerSteps.escape(kind) + "/permissions/" + i,
                            "expected the permissions that the handler needs, found the wildcard '"
                                    + permissions.path(i).asString("") + "'");
                }
            }
            if (handler.has("timeoutInMinutes") && (kind.equals("read") || kind.equals("list"))) {
                warn(
                        "schema.timeout-unused",
                        "/handlers/" + kind + "/timeoutInMinutes",
                        "expected none, found one; a " + kind + " handler answers within 30 seconds");
            }
        });
    }

    private void link() {
        JsonNode link = document.path("resourceLink");
        JsonNode mappings = link.path("mappings");
        String template = link.path("templateUri").asString("");
        Set<String> used = new HashSet<>();
        VARIABLE.matcher(template).results().map(match -> match.group(1)).forEach(used::add);
        for (String name : used) {
            if (!mappings.has(name) && !KNOWN_VARIABLES.contains(name)) {
                warn(
                        "schema.link-variable",
                        "/resourceLink/templateUri",
                        "expected a mapping of every variable, found none of '" + name + "'");
            }
        }
        for (String name : mappings.propertyNames()) {
            if (!used.contains(name)) {
                warn(
                        "schema.link-variable",
                        "/resourceLink/mappings/" + PointerSteps.escape(name),
                        "expected a variable of templateUri, found '" + name + "', which is not in it");
            }
        }
    }

    private void transforms() {
        document.path("propertyTransform").forEachEntry((key, transform) -> {
            if (!transform.isString()) {
                return;
            }
            String at = "/propertyTransform/" + PointerSteps.escape(key);
            String text = transform.stringValue();
            DriftCheck.faults(text).forEach(fault -> warn("schema.transform", at, fault));
            DriftCheck.unknownFunctions(text).forEach(fault -> warn("schema.transform-function", at, fault));
        });
    }

    /// Looks at every text, and notes references on the way.
    private void letters(String at, JsonNode node) {
        if (node.isString()) {
            foreign(node.stringValue()).ifPresent(found -> nonAscii(at, found));
            if (at.endsWith("/$ref")) {
                referred.add(node.stringValue());
            }
            return;
        }
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                letters(at + "/" + i, node.path(i));
            }
        }
        if (node.isObject()) {
            node.forEachEntry((name, part) -> {
                String below = at + "/" + PointerSteps.escape(name);
                foreign(name).ifPresent(found -> nonAscii(below, found));
                letters(below, part);
            });
        }
    }

    private static java.util.Optional<String> foreign(String text) {
        return text.codePoints()
                .filter(point -> point > '~')
                .mapToObj(point -> "'" + Character.toString(point) + "' (U+%04X)".formatted(point))
                .findFirst();
    }

    private void nonAscii(String at, String found) {
        warn("schema.non-ascii", at, "expected ASCII, found " + found);
    }

    private void definitions() {
        Set<String> used = new HashSet<>();
        for (String reference : referred) {
            String[] steps = reference.substring(reference.indexOf('#') + 1).split("/", 4);
            if (steps.length > 2 && steps[1].equals("definitions")) {
                used.add(steps[2]);
            }
        }
        for (String name : document.path("definitions").propertyNames()) {
            if (!used.contains(PointerSteps.escape(name))) {
                warn(
                        "schema.unused-definition",
                        "/definitions/" + PointerSteps.escape(name),
                        "expected a reference to every definition, found none to '" + name + "'");
            }
        }
    }

    /// How long a document is on one line, in ASCII, with a blank behind each comma and colon: as the
    /// CloudFormation CLI measures it.
    private static int written(JsonNode node) {
        int separators = 2 * Math.max(0, node.size() - 1);
        if (node.isArray()) {
            return 2
                    + separators
                    + node.valueStream().mapToInt(DocumentLints::written).sum();
        }
        if (node.isObject()) {
            return 2
                    + separators
                    + node.propertyStream()
                            .mapToInt(part -> ascii(part.getKey()) + 4 + written(part.getValue()))
                            .sum();
        }
        return node.isString() ? ascii(node.stringValue()) + 2 : node.toString().length();
    }

    private static int ascii(String text) {
        return text.chars()
                .map(c -> c == '"' || c == '\\' || c == '\n' || c == '\t' || c == '\r' ? 2 : c < ' ' || c > '~' ? 6 : 1)
                .sum();
    }

    private void size() {
        int size = written(document);
        if (size > USUAL_LIMIT) {
            warn(
                    "schema.size",
                    "",
                    "expected at most " + USUAL_LIMIT + " bytes on one line, found " + size
                            + "; the CloudFormation CLI refuses more");
        }
    }

    private void warn(String id, String pointer, String message) {
        findings.add(Finding.warning(id, pointer, message));
    }
}
