package fairlead.server.secret;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The fingerprints of the keys of a keyset: they tell keys apart, and do not help to guess one.
///
/// A fingerprint is an HMAC-SHA256 of a constant text under the key, cut to 128 bits. With the text go the id of the
/// key and its kind, since other bytes there keep the key from opening what it has sealed just as well. Tink is not
/// asked, since a server that starts would otherwise load it for nothing.
///
/// @param primary of the key that seals
/// @param byId of the keys that open, with that of the primary key among them, by the ids of the keys
record Fingerprints(String primary, Map<Long, String> byId) {

    private static final String CONSTANT = "fairlead sealing key fingerprint 1";
    private static final int BYTES = 16;

    /// The one member of a keyset that is wrapped by a [TransitKey].
    static final String WRAPPED = "transit";

    private static final String ENABLED = "ENABLED";

    Fingerprints {
        byId = Collections.unmodifiableMap(new LinkedHashMap<>(byId));
    }

    /// Of the keys that open, with that of the primary key among them.
    List<String> all() {
        return List.copyOf(byId.values());
    }

    /// Those of a keyset in Tink's JSON form. Throws [IllegalArgumentException], with what is wrong, if it is none.
    static Fingerprints of(String keyset) {
        if (keyset.isBlank()) {
            throw new IllegalArgumentException("it is empty");
        }
        JsonNode json = parsed(keyset);
        if (json.has(WRAPPED)) {
            throw new IllegalArgumentException("it is wrapped by Vault's transit engine: serve with --key-transit");
        }
        Map<Long, String> byId = new LinkedHashMap<>();
        for (JsonNode key : json.path("key")) {
            if (key.path("status").asString("").equals(ENABLED)) {
                byId.put(key.path("keyId").asLong(0), of(key));
            }
        }
        String primary = byId.get(json.path("primaryKeyId").asLong(0));
        if (primary == null) {
            throw new IllegalArgumentException("it is no keyset with an enabled primary key");
        }
        return new Fingerprints(primary, byId);
    }

    private static JsonNode parsed(String keyset) {
        try {
            return JsonMapper.shared().readTree(keyset);
        } catch (JacksonException malformed) {
            // The message of the parser quotes the text, which is secret.
            throw new IllegalArgumentException("it is no JSON document");
        }
    }

    private static String of(JsonNode key) {
        JsonNode data = key.path("keyData");
        byte[] value = data.path("value").asString("").getBytes(StandardCharsets.UTF_8);
        if (value.length == 0) {
            throw new IllegalArgumentException("a key in it has no value");
        }
        String text = String.join(
                "\n",
                CONSTANT,
                data.path("typeUrl").asString(""),
                data.path("keyMaterialType").asString(""),
                key.path("outputPrefixType").asString(""),
                String.valueOf(key.path("keyId").asLong(0)));
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(value, "HmacSHA256"));
            byte[] digest = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(digest, BYTES));
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException("every JVM has HmacSHA256", failure);
        }
    }
}
