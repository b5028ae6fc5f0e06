package fairlead.bench;

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

    static byte[] get(String name) {
        return Connection.request("GET", GROUP + "/" + name + "?" + VERSION, "");
    }

    static byte[] list(int top, String skipToken) {
        String skip = skipToken.isEmpty() ? "" : "&$skipToken=" + skipToken;
        return Connection.request("GET", GROUP + "?" + VERSION + "&$top=" + top + skip, "");
    }
}
