package fairlead.server.plan;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// JSON in the one form that documents of the same content have: members by name, no spaces, numbers by value.
final class CanonicalJson {

    private final StringBuilder text = new StringBuilder();

    private CanonicalJson() {}

    static String of(JsonNode json) {
        CanonicalJson form = new CanonicalJson();
        form.write(json);
        return form.text.toString();
    }

    private void write(JsonNode json) {
        if (json.isObject()) {
            List<String> names = json.propertyNames().stream().sorted().toList();
            String separator = "{";
            for (String name : names) {
                text.append(separator);
                string(name);
                text.append(':');
                write(json.path(name));
                separator = ",";
            }
            text.append(names.isEmpty() ? "{}" : "}");
        } else if (json.isArray()) {
            String separator = "[";
            for (JsonNode item : json) {
                text.append(separator);
                write(item);
                separator = ",";
            }
            text.append(json.isEmpty() ? "[]" : "]");
        } else if (json.isString()) {
            string(json.stringValue());
        } else if (json.isNumber()) {
            text.append(json.decimalValue().stripTrailingZeros());
        } else {
            text.append(json);
        }
    }

    private void string(String value) {
        text.append(JsonMapper.shared().writeValueAsString(value));
    }
}
