package fairlead.modelled;

import fairlead.schema.Finding;
import fairlead.schema.Finding.Severity;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.smithy.model.shapes.ShapeId;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Which resource of which service a type is, and how the service is reached: `smithy` in a registration file.
///
/// @param endpoint where the service is
/// @param scheme how requests are made to count
/// @param region for which requests are signed; empty if they are not signed
/// @param signingName the name of the service in signatures; that of the model, if empty
/// @param credentials where they come from, by their names: `token`, or `accessKeyId`, `secretAccessKey` and
///     `sessionToken`
/// @param timeout the longest that one request takes
/// @param waiters which waiter of the model says that a change has ended, by `create`, `update` and `delete`
public record Settings(
        ShapeId service,
        ShapeId resource,
        URI endpoint,
        Scheme scheme,
        String region,
        String signingName,
        Map<String, Reference> credentials,
        Duration timeout,
        Map<String, String> waiters) {

    /// What an answer may have at most, in bytes.
    static final long LARGEST_ANSWER = 16 << 20;

    private static final List<String> KEYS = List.of("service", "resource", "endpoint", "auth", "timeout", "waiters");
    private static final List<String> AUTH_KEYS = List.of("scheme", "region", "signingName", "credentials");
    private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(20);

    public Settings {
        credentials = Map.copyOf(credentials);
        waiters = Map.copyOf(waiters);
    }

    /// How requests are made to count.
    public enum Scheme {
        NONE,
        BEARER,
        SIGV4;

        /// As it is written in settings.
        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        /// The one of that word; empty if there is none.
        public static Optional<Scheme> of(String word) {
            return List.of(values()).stream()
                    .filter(scheme -> scheme.word().equals(word))
                    .findFirst();
        }
    }

    /// What came of reading settings: they, or what is wrong with them.
    sealed interface Parsed {

        record Valid(Settings settings) implements Parsed {}

        record Invalid(List<Finding> findings) implements Parsed {}
    }

    /// Pointers of findings lead into the document.
    static Parsed parse(ObjectNode document) {
        Reader reader = new Reader(document, "");
        reader.refuseUnknown(KEYS);
        Reader auth = reader.within("auth");
        auth.refuseUnknown(AUTH_KEYS);
        Optional<ShapeId> service = reader.text("service", ShapeId::from);
        Optional<ShapeId> resource = reader.text("resource", ShapeId::from);
        Optional<URI> endpoint = reader.text("endpoint", Settings::endpoint);
        Scheme scheme =
                auth.has("scheme") ? auth.text("scheme", Settings::scheme).orElse(Scheme.NONE) : Scheme.NONE;
        String region =
                auth.has("region") ? auth.text("region", Function.identity()).orElse("") : "";
        String signing = auth.has("signingName")
                ? auth.text("signingName", Function.identity()).orElse("")
                : "";
        Map<String, Reference> credentials = auth.texts("credentials", Reference::parse);
        Duration timeout =
                reader.has("timeout") ? reader.text("timeout", Duration::parse).orElse(USUAL_TIMEOUT) : USUAL_TIMEOUT;
        Map<String, String> waiters = reader.texts("waiters", Function.identity());
        if (scheme == Scheme.SIGV4 && region.isEmpty()) {
            auth.wrong("region", "expected the region that requests are signed for");
        }
        needed(scheme).stream()
                .filter(name -> !credentials.containsKey(name))
                .forEach(name -> auth.wrong("credentials", "expected a reference for '" + name + "'"));
        List<Finding> wrong = reader.wrong;
        if (!wrong.isEmpty()) {
            return new Parsed.Invalid(wrong);
        }
        return new Parsed.Valid(new Settings(
                service.orElseThrow(),
                resource.orElseThrow(),
                endpoint.orElseThrow(),
                scheme,
                region,
                signing,
                credentials,
                timeout,
                waiters));
    }

    private static List<String> needed(Scheme scheme) {
        return switch (scheme) {
            case NONE -> List.of();
            case BEARER -> List.of("token");
            case SIGV4 -> List.of("accessKeyId", "secretAccessKey");
        };
    }

    private static Scheme scheme(String word) {
        return Scheme.of(word)
                .orElseThrow(
                        () -> new IllegalArgumentException("expected none, bearer or sigv4, found '" + word + "'"));
    }

    static URI endpoint(String text) {
        URI address = URI.create(text);
        boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
        if (!http || address.getHost() == null || address.getUserInfo() != null || address.getFragment() != null) {
            throw new IllegalArgumentException(
                    "expected the address of a service, such as https://api.example.com, found '" + text + "'");
        }
        return address;
    }

    /// Reads the values of an object, and notes what is wrong with them.
    private static final class Reader {

        private final ObjectNode document;
        private final String place;
        private final List<Finding> wrong;

        Reader(ObjectNode document, String place) {
            this(document, place, new ArrayList<>());
        }

        private Reader(ObjectNode document, String place, List<Finding> wrong) {
            this.document = document;
            this.place = place;
            this.wrong = wrong;
        }

        Reader within(String key) {
            ObjectNode inner = document.path(key) instanceof ObjectNode object ? object : document.objectNode();
            if (has(key) && !document.path(key).isObject()) {
                wrong(key, "expected an object");
            }
            return new Reader(inner, place + "/" + key, wrong);
        }

        boolean has(String key) {
            return document.has(key);
        }

        void refuseUnknown(List<String> known) {
            document.propertyNames().stream()
                    .filter(key -> !known.contains(key))
                    .forEach(key -> wrong(key, "unknown key; expected one of " + String.join(", ", known)));
        }

        <T> Optional<T> text(String key, Function<String, T> parse) {
            JsonNode value = document.path(key);
            if (!value.isString()) {
                wrong(key, "expected a string");
                return Optional.empty();
            }
            try {
                return Optional.of(parse.apply(value.asString()));
            } catch (RuntimeException refused) {
                wrong(key, String.valueOf(refused.getMessage()));
                return Optional.empty();
            }
        }

        <T> Map<String, T> texts(String key, Function<String, T> parse) {
            Reader inner = within(key);
            Map<String, T> values = new LinkedHashMap<>();
            for (String name : inner.document.propertyNames()) {
                inner.text(name, parse).ifPresent(value -> values.put(name, value));
            }
            return values;
        }

        void wrong(String key, String message) {
            wrong.add(new Finding(Severity.ERROR, "smithy.settings", place + "/" + key, message));
        }
    }
}
