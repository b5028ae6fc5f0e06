package fairlead.server.http;

/// The methods of HTTP as values of metrics and spans, of which there must not be many: a caller can send any
/// method.
final class Methods {

    private Methods() {}

    static String known(String method) {
        return switch (method) {
            case "GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS" -> method;
            default -> "_OTHER";
        };
    }
}
