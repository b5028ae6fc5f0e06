package fairlead.server.access.identity.token;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The file of `serve --issuers`: `{"issuers": [{"issuer", "audiences": [...], "keys", "algorithms": [...],
/// "principalClaim", "nameClaim", "groupsClaim", "requiredClaims": {...}, "clientId", "scope"}]}`.
public final class IssuersFile {

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final Set<String> MEMBERS = Set.of(
            "issuer",
            "audiences",
            "keys",
            "algorithms",
            "principalClaim",
            "nameClaim",
            "groupsClaim",
            "requiredClaims",
            "clientId",
            "scope");

    private IssuersFile() {}

    /// Throws [IllegalArgumentException] with what is wrong, and where in the file.
    public static List<TrustedIssuer> read(Path file) {
        JsonNode whole;
        try {
            whole = STRICT.readTree(Files.readAllBytes(file));
        } catch (IOException | JacksonException unreadable) {
            throw new IllegalArgumentException("can't read " + file + ": " + unreadable.getMessage(), unreadable);
        }
        List<TrustedIssuer> issuers = new ArrayList<>();
        Set<String> names = new HashSet<>();
        JsonNode list = whole.path("issuers");
        if (!list.isArray() || list.isEmpty()) {
            throw new IllegalArgumentException(file + "#/issuers: expected at least one issuer");
        }
        for (int i = 0; i < list.size(); i++) {
            TrustedIssuer one = issuer(list.get(i), file + "#/issuers/" + i);
            if (!names.add(one.issuer())) {
                throw new IllegalArgumentException(file + "#/issuers/" + i + "/issuer: is there twice");
            }
            issuers.add(one);
        }
        return List.copyOf(issuers);
    }

    private static TrustedIssuer issuer(JsonNode json, String place) {
        for (String name : json.propertyNames()) {
            if (!MEMBERS.contains(name)) {
                throw new IllegalArgumentException(place + "/" + name + ": is not known; expected one of "
                        + String.join(", ", MEMBERS.stream().sorted().toList()));
            }
        }
        String issuer = json.path("issuer").asString("");
        Set<String> audiences = texts(json.path("audiences"), place + "/audiences");
        if (issuer.isBlank()) {
            throw new IllegalArgumentException(place + "/issuer: expected the iss of its tokens");
        }
        if (audiences.isEmpty()) {
            throw new IllegalArgumentException(place + "/audiences: expected at least one");
        }
        Set<String> algorithms = json.has("algorithms")
                ? texts(json.path("algorithms"), place + "/algorithms")
                : Set.of("RS256", "PS256", "ES256", "EdDSA");
        algorithms.stream()
                .filter(algorithm -> !TrustedIssuer.ALGORITHMS.contains(algorithm))
                .findFirst()
                .ifPresent(algorithm -> {
                    throw new IllegalArgumentException(place + "/algorithms: '" + algorithm
                            + "' is not taken; expected some of " + String.join(", ", TrustedIssuer.ALGORITHMS));
                });
        Map<String, String> required = new LinkedHashMap<>();
        json.path("requiredClaims").forEachEntry((name, value) -> required.put(name, value.asString("")));
        return new TrustedIssuer(
                issuer,
                audiences,
                keys(json, place),
                algorithms,
                new TrustedIssuer.Claims(
                        json.path("principalClaim").asString("sub"),
                        json.path("nameClaim").asString("preferred_username"),
                        json.optional("groupsClaim").map(claim -> claim.asString(""))),
                required,
                json.optional("clientId")
                        .map(client -> new TrustedIssuer.Program(
                                client.asString(""), json.path("scope").asString("openid"))));
    }

    private static Optional<URI> keys(JsonNode json, String place) {
        String text = json.path("keys").asString("");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        URI uri = URI.create(text);
        String scheme = uri.getScheme() == null ? "" : uri.getScheme();
        boolean local = scheme.equals("http")
                && Set.of("localhost", "127.0.0.1", "[::1]").contains(uri.getHost());
        if (!scheme.equals("file") && !scheme.equals("https") && !local) {
            throw new IllegalArgumentException(place + "/keys: expected a file: or https: URI, found '" + text + "'");
        }
        return Optional.of(uri);
    }

    private static Set<String> texts(JsonNode array, String place) {
        Set<String> texts = new LinkedHashSet<>();
        for (JsonNode one : array) {
            if (!one.isString() || one.asString().isBlank()) {
                throw new IllegalArgumentException(place + ": expected texts, found " + one);
            }
            texts.add(one.asString());
        }
        return texts;
    }
}
