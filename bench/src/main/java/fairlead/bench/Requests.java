package fairlead.bench;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The requests that the generator sends.
final class Requests {

    /// About 1 KB of desired state.
    static final String PROPERTIES = "{\"Text\":\"" + "A kilobyte of desired state. ".repeat(33) + "\",\"Number\":7}";

    private static final String GROUP =
            "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/default/providers/Fairlead.Lab/things";
    private static final String VERSION = "api-version=2026-11-01";

    private Requests() {}

    static byte[] put(String name) {
        return put(name, PROPERTIES);
    }

    static byte[] put(String name, String properties) {
        return Connection.request(
                "PUT",
                GROUP + "/" + name + "?" + VERSION,
                "{\"location\":\"local\",\"properties\":" + properties + "}");
    }

    /// The same request, of the one to whom the token was given.
    static byte[] by(String token, byte[] request) {
        byte[] header = ("Authorization: Bearer " + token + "\r\n").getBytes(StandardCharsets.US_ASCII);
        int line = 0;
        while (request[line] != '\n') {
            line++;
        }
        byte[] signed = Arrays.copyOf(request, request.length + header.length);
        System.arraycopy(header, 0, signed, line + 1, header.length);
        System.arraycopy(request, line + 1, signed, line + 1 + header.length, request.length - line - 1);
        return signed;
    }

    static byte[] get(String name) {
        return Connection.request("GET", GROUP + "/" + name + "?" + VERSION, "");
    }

    static byte[] list(int top, String skipToken) {
        String skip = skipToken.isEmpty() ? "" : "&$skipToken=" + skipToken;
        return Connection.request("GET", GROUP + "?" + VERSION + "&$top=" + top + skip, "");
    }
}
