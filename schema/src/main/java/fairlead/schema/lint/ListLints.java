package fairlead.schema.lint;

import fairlead.schema.Finding;
import fairlead.schema.text.PointerSteps;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Advice on the lists of paths at the top, and on the properties that should be in one.
final class ListLints {

    private static final Set<String> LIST_OPTIONS = Set.of(
            "maxresults",
            "maxrecords",
            "maxitems",
            "nexttoken",
            "nextmarker",
            "nextpagetoken",
            "pagetoken",
            "paginationtoken");

    private static final List<String> SECRETS = List.of("password", "secretkey", "privatekey", "apikey", "secret");

    private final JsonNode document;
    private final List<Finding> findings;
    private final Set<String> writeOnly;

    ListLints(JsonNode document, List<Finding> findings) {
        this.document = document;
        this.findings = findings;
        this.writeOnly = list("writeOnlyProperties");
    }

    void look() {
        identifier();
        readOnly();
        for (String keyword :
                List.of("createOnlyProperties", "writeOnlyProperties", "conditionalCreateOnlyProperties")) {
            belowReadOnly(keyword);
        }
        for (String name : document.path("properties").propertyNames()) {
            String at = "/properties/" + PointerSteps.escape(name);
            if (LIST_OPTIONS.contains(name.toLowerCase(Locale.ROOT))) {
                warn(
                        "schema.list-option",
                        at,
                        "expected properties of a resource alone, found '" + name + "', which looks like an option of"
                                + " a list call");
            }
            secret(name, at);
        }
    }

    private Set<String> list(String keyword) {
        Set<String> paths = new HashSet<>();
        document.path(keyword).forEach(path -> paths.add(path.asString("")));
        return paths;
    }

    private void identifier() {
        Set<String> fixed = list("readOnlyProperties");
        fixed.addAll(list("createOnlyProperties"));
        JsonNode paths = document.path("primaryIdentifier");
        for (int i = 0; i < paths.size(); i++) {
            String path = paths.path(i).asString("");
            if (!within(path, fixed)) {
                warn(
                        "schema.identifier-changeable",
                        "/primaryIdentifier/" + i,
                        "expected a path that is in readOnlyProperties or createOnlyProperties, found '" + path
                                + "' in neither; an identifier never changes");
            }
            if (within(path, writeOnly)) {
                warn(
                        "schema.identifier-write-only",
                        "/primaryIdentifier/" + i,
                        "expected a path that can be read, found '" + path + "', which is write-only");
            }
        }
    }

    private static boolean within(String path, Set<String> among) {
        for (String outer = path; outer.length() > "/properties".length(); outer = parent(outer)) {
            if (among.contains(outer)) {
                return true;
            }
        }
        return false;
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    private void readOnly() {
        Set<String> createOnly = list("createOnlyProperties");
        Set<String> required = new HashSet<>();
        document.path("required")
                .forEach(name -> required.add("/properties/" + PointerSteps.escape(name.asString(""))));
        JsonNode paths = document.path("readOnlyProperties");
        for (int i = 0; i < paths.size(); i++) {
            String path = paths.path(i).asString("");
            overlap(path, i, createOnly, "createOnlyProperties");
            overlap(path, i, writeOnly, "writeOnlyProperties");
            overlap(path, i, required, "required");
        }
    }

    /// What is below a read-only path is read-only, too.
    private void belowReadOnly(String keyword) {
        Set<String> readOnly = list("readOnlyProperties");
        JsonNode paths = document.path(keyword);
        for (int i = 0; i < paths.size(); i++) {
            String path = paths.path(i).asString("");
            for (String outer = parent(path); outer.length() > "/properties".length(); outer = parent(outer)) {
                if (readOnly.contains(outer)) {
                    warn(
                            "schema.read-only-overlap",
                            "/" + keyword + "/" + i,
                            "expected a property that callers give, found '" + path
                                    + "', which is below the read-only '" + outer + "'");
                    break;
                }
            }
        }
    }

    private void overlap(String path, int index, Set<String> others, String keyword) {
        if (others.contains(path)) {
            warn(
                    "schema.read-only-overlap",
                    "/readOnlyProperties/" + index,
                    "expected a property that no caller gives, found '" + path + "', which is in " + keyword + ", too");
        }
    }

    private void secret(String name, String path) {
        String plain = name.toLowerCase(Locale.ROOT);
        JsonNode schema = document.path("properties").path(name);
        boolean text = schema.path("type").asString("").equals("string");
        if (text && SECRETS.stream().anyMatch(plain::endsWith) && !writeOnly.contains(path)) {
            warn(
                    "schema.secret-readable",
                    path,
                    "expected a secret in writeOnlyProperties, found '" + name + "', which anyone who reads gets");
        }
    }

    private void warn(String id, String pointer, String message) {
        findings.add(Finding.warning(id, pointer, message));
    }
}
