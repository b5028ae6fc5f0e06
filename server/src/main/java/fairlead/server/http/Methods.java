package fairlead.server.http;

/// The methods that are told apart where there must not be many values: anybody can make up others.
final class Methods {

    private Methods() {}

    static String known(String method) {
        return switch (method) {
            case "GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS" -> method;
            default -> "_OTHER";
        };
    }
}
