package fairlead.server.registry.query;

import fairlead.schema.text.Percent;
import fairlead.server.http.TextRules;
import java.util.LinkedHashMap;
import java.util.Map;

/// `application/x-www-form-urlencoded`.
final class FormBody {

    private static final int MOST = 10_000;

    private FormBody() {}

    /// The parameters in all of those texts; a problem if one has different values, since it would be unclear which
    /// counts.
    static Map<String, String> parse(String... texts) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String text : texts) {
            String[] parts = text.split("&", MOST + 1);
            if (parts.length > MOST) {
                throw CommonErrors.malformed("There are more than " + MOST + " parameters.");
            }
            for (String part : parts) {
                int equals = part.indexOf('=');
                String name = decoded(equals < 0 ? part : part.substring(0, equals));
                if (!name.isEmpty()) {
                    add(parameters, name, equals < 0 ? "" : decoded(part.substring(equals + 1)));
                }
            }
        }
        return parameters;
    }

    private static void add(Map<String, String> parameters, String name, String value) {
        String before = parameters.putIfAbsent(name, value);
        if (before != null && !before.equals(value)) {
            throw CommonErrors.malformed(
                    "The parameter '" + name + "' is given more than once, with different values; expected one.");
        }
    }

    private static String decoded(String text) {
        try {
            String decoded = Percent.decode(text.replace('+', ' '));
            if (TextRules.hasZero(decoded)) {
                throw new IllegalArgumentException("U+0000 is no character of a parameter");
            }
            return decoded;
        } catch (IllegalArgumentException wrong) {
            throw CommonErrors.malformed("The parameters are not percent-encoded: " + wrong.getMessage());
        }
    }
}
