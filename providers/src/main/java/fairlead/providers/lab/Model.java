package fairlead.providers.lab;

import fairlead.providers.lab.Ledger.State;
import fairlead.providers.lab.Ledger.Thing;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Optional;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A thing as a caller sees it, and how it is recorded.
final class Model {

    /// With which the ids of things begin.
    static final String ID = "thing-";

    /// Numbers keep all of their digits.
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private Model() {}

    static String idOf(String token) {
        return ID + sha256(token).substring(0, 16);
    }

    /// What is kept of a desired state: not the secret, and the labels in an order of our own, as services do.
    static ObjectNode properties(ObjectNode desired) {
        ObjectNode properties = desired.deepCopy();
        properties.remove("Secret");
        if (properties.get("Labels") instanceof ArrayNode labels) {
            properties
                    .putArray("Labels")
                    .addAll(labels.valueStream()
                            .sorted(Comparator.comparing(JsonNode::asString))
                            .toList());
        }
        return properties;
    }

    static State state(ObjectNode desired, ObjectNode properties) {
        Optional<String> secret = desired.optional("Secret").map(JsonNode::asString);
        return new State(properties.toString(), secret.map(Model::sha256));
    }

    static ObjectNode parse(String properties) {
        return (ObjectNode) JSON.readTree(properties);
    }

    static ObjectNode of(Thing thing) {
        return of(thing, parse(thing.state().properties()), thing.generation());
    }

    /// @param properties completed, not copied
    static ObjectNode of(Thing thing, ObjectNode properties, int generation) {
        int size = new Behavior(properties).size();
        if (size > 0) {
            properties.put("Ballast", "x".repeat(size));
        }
        return properties
                .put("Id", thing.id())
                .put("CreatedAt", thing.createdAt().toString())
                .put("Generation", generation);
    }

    static String sha256(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
