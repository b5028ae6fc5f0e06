package fairlead.server.options;

import fairlead.schema.reference.RemoteDocuments;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// The hosts that a registration may ask for documents, by name; none unless the operator says so.
public record SchemaHosts(Set<String> names, RemoteDocuments.Limits limits) {

    private static final Pattern NAME =
            Pattern.compile("([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)(\\.[A-Za-z0-9-]+)*(:[0-9]{1,5})?");

    public SchemaHosts {
        names = Set.copyOf(names);
    }

    static Supplier<SchemaHosts> declare(Flags flags) {
        var names = flags.repeatable(
                "--allow-schema-host=HOST",
                SchemaHosts::name,
                "a host that documents are fetched from which schemas refer to; repeatable (none)");
        var network = flags.value(
                "--schema-network=public|any",
                Values.word(Network.class),
                "public",
                "whether such a host may be in a private network, and use HTTP");
        var time = flags.value(
                "--schema-timeout=TIME", SchemaHosts::positive, "10s", "how long one such document may take");
        int bytes = RemoteDocuments.Limits.USUAL.bytes();
        return () -> new SchemaHosts(
                Set.copyOf(names.get()), new RemoteDocuments.Limits(bytes, time.get(), network.get() == Network.ANY));
    }

    private static Duration positive(String text) {
        Duration time = Values.time(text);
        if (time.isZero()) {
            throw new IllegalArgumentException("expected a time above 0");
        }
        return time;
    }

    private static String name(String text) {
        if (NAME.matcher(text).matches()) {
            return text.toLowerCase(Locale.ROOT);
        }
        throw new IllegalArgumentException(
                "expected the name of a host, with :PORT where it is not the usual one, found '" + text + "'");
    }
}
