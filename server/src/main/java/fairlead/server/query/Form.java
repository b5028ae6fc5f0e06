package fairlead.server.query;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// `application/x-www-form-urlencoded`.
final class Form {

    private static final int MOST = 10_000;

    private Form() {}

    /// The parameters; of one that is given twice, the last counts.
    static Map<String, String> parse(String text) {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (text.isEmpty()) {
            return parameters;
        }
        for (String part : text.split("&", MOST)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            if (!name.isEmpty()) {
                parameters.put(decoded(name), equals < 0 ? "" : decoded(part.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException wrong) {
            throw Refusals.malformed("The parameters are not percent-encoded: " + wrong.getMessage());
        }
    }
}
