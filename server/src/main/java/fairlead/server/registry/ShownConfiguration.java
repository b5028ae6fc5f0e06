package fairlead.server.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A type configuration as it is described: without its secrets.
///
/// Secret is what the schema of the configuration says to be write-only: by `writeOnlyProperties`, by `writeOnly` or by
/// the format `password`. Most schemas say nothing, so a value whose name says that it is a secret is one, too.
final class ShownConfiguration {

    private static final Pattern SECRET = Pattern.compile(
            "(?i).*(passw|passphrase|pwd|secret|token|pin$|credential|auth|bearer|cookie|signature|private|"
                    + "(api|access|shared|signing|encryption|account)[-_]?key|^key$|connection[-_]?string|dsn).*");
    private static final Pattern GROUP = Pattern.compile("(?i).*(credential|auth).*");
    private static final String ROOT = "/typeConfiguration";
    private static final String PROPERTIES = "/properties";
    private static final int MOST_REFERENCES = 20;

    private final JsonNode document;
    private final List<String> writeOnly = new ArrayList<>();

    private ShownConfiguration(JsonNode document) {
        this.document = document;
        for (JsonNode path : document.path("typeConfiguration").path("writeOnlyProperties")) {
            writeOnly.add(plain(path.asString("")));
        }
    }

    private static String plain(String path) {
        String inner = path.startsWith(ROOT) ? path.substring(ROOT.length()) : path;
        return inner.startsWith(PROPERTIES) ? inner.substring(PROPERTIES.length()) : inner;
    }

    /// @param schema of the type
    static ObjectNode of(JsonNode schema, ObjectNode values) {
        ObjectNode shown = values.deepCopy();
        new ShownConfiguration(schema).strip(schema.path("typeConfiguration"), shown, "");
        return shown;
    }

    /// A configuration of a hook, in which its own properties are deep inside.
    static ObjectNode ofHook(JsonNode schema, ObjectNode values) {
        ObjectNode shown = values.deepCopy();
        JsonNode hook = shown.path("CloudFormationConfiguration").path("HookConfiguration");
        if (hook instanceof ObjectNode configuration && configuration.get("Properties") instanceof ObjectNode own) {
            configuration.set("Properties", of(schema, own));
        }
        return shown;
    }

    private void strip(JsonNode form, ObjectNode values, String at) {
        for (String name : List.copyOf(values.propertyNames())) {
            JsonNode place = resolved(form.path("properties").path(name));
            JsonNode value = values.path(name);
            String here = at + "/" + name;
            if (isSecret(place, name, value, here)) {
                values.remove(name);
            } else {
                stripWithin(place, value, here);
            }
        }
    }

    private void stripWithin(JsonNode place, JsonNode value, String at) {
        if (value instanceof ObjectNode object) {
            strip(place, object, at);
        } else if (value instanceof ArrayNode list) {
            list.forEach(item -> stripWithin(resolved(place.path("items")), item, at + "/*"));
        }
    }

    private boolean isSecret(JsonNode place, String name, JsonNode value, String at) {
        boolean declared = place.path("writeOnly").asBoolean(false)
                || place.path("format").asString("").equals("password")
                || writeOnly.contains(at);
        boolean isGroup = value.isObject() && GROUP.matcher(name).matches();
        return declared || (SECRET.matcher(name).matches() && !isGroup && !value.isBoolean());
    }

    /// What a local reference leads to.
    private JsonNode resolved(JsonNode place) {
        JsonNode found = place;
        for (int i = 0; i < MOST_REFERENCES && found.path("$ref").asString("").startsWith("#/"); i++) {
            found = document.at(found.path("$ref").asString("").substring(1));
        }
        return found;
    }
}
