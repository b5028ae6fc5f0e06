package fairlead.server;

import fairlead.schema.reference.RemoteDocuments;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// The hosts that a registration may ask for documents, by name; none unless the operator says so.
public record SchemaHosts(Set<String> names, RemoteDocuments.Limits limits) {

    private static final Pattern NAME =
            Pattern.compile("([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)(\\.[A-Za-z0-9-]+)*(:[0-9]{1,5})?");

    public SchemaHosts {
        names = Set.copyOf(names);
    }

    /// What `--allow-schema-host`, `--schema-network` and `--schema-timeout` say.
    static SchemaHosts parse(Arguments given) {
        Set<String> names = new HashSet<>();
        given.texts("--allow-schema-host").forEach(text -> names.add(name(text)));
        String network = given.text("--schema-network").orElse("public");
        if (!network.equals("public") && !network.equals("any")) {
            throw new IllegalArgumentException("--schema-network: expected public or any, found '" + network + "'");
        }
        Duration time = given.time("--schema-timeout", "10s");
        if (time.isZero()) {
            throw new IllegalArgumentException("--schema-timeout: expected a time above 0");
        }
        int bytes = RemoteDocuments.Limits.USUAL.bytes();
        return new SchemaHosts(names, new RemoteDocuments.Limits(bytes, time, network.equals("any")));
    }

    private static String name(String text) {
        if (NAME.matcher(text).matches()) {
            return text.toLowerCase(Locale.ROOT);
        }
        throw new IllegalArgumentException(
                "--allow-schema-host: expected the name of a host, with :PORT where it is not the usual one, found '"
                        + text + "'");
    }
}
