package fairlead.providers.postgres;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import tools.jackson.databind.node.ObjectNode;

/// The server that the type configuration names, and who we are there.
///
/// @param address `host:port/database`, the database percent-encoded
record Server(String address, String user, String password, String sslMode) {

    private static final String DEFAULT_PORT = "5432";

    /// Reads a type configuration; everything that is wrong with it is told at once.
    static Server of(ObjectNode configuration) {
        List<String> wrong = new ArrayList<>();
        String url = configuration.path("Url").asString("");
        Optional<String> address = address(url);
        if (url.isEmpty()) {
            wrong.add("Url is missing");
        } else if (address.isEmpty()) {
            wrong.add("Url has to be postgresql://host:port/database, without user and parameters");
        }
        String user = configuration.path("User").asString("");
        if (user.isEmpty()) {
            wrong.add("User is missing");
        }
        if (!wrong.isEmpty()) {
            throw new HandlerException(
                    ErrorCode.INVALID_TYPE_CONFIGURATION,
                    "The type configuration names no PostgreSQL server: " + String.join("; ", wrong) + ".");
        }
        return new Server(
                address.orElseThrow(),
                user,
                configuration.path("Password").asString(""),
                configuration.path("SslMode").asString("prefer"));
    }

    private static Optional<String> address(String url) {
        try {
            URI uri = new URI(url);
            boolean isPlain = uri.getHost() != null
                    && uri.getUserInfo() == null
                    && uri.getQuery() == null
                    && uri.getFragment() == null
                    && uri.getRawPath().matches("/[^/]+");
            boolean isPostgres = "postgresql".equals(uri.getScheme()) || "postgres".equals(uri.getScheme());
            String port = uri.getPort() == -1 ? DEFAULT_PORT : Integer.toString(uri.getPort());
            return isPlain && isPostgres
                    ? Optional.of(uri.getHost() + ":" + port + uri.getRawPath())
                    : Optional.empty();
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    String jdbcUrl() {
        return "jdbc:postgresql://" + address;
    }

    /// @param seconds how long an attempt to connect, or an answer, may take
    Properties properties(int seconds) {
        var properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("sslmode", sslMode);
        properties.setProperty("ApplicationName", "fairlead");
        properties.setProperty("connectTimeout", Integer.toString(Math.min(seconds, 10)));
        properties.setProperty("loginTimeout", Integer.toString(Math.min(seconds, 10)));
        properties.setProperty("socketTimeout", Integer.toString(seconds + 1));
        return properties;
    }

    @Override
    public String toString() {
        return user + "@" + address;
    }
}
