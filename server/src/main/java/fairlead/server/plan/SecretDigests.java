package fairlead.server.plan;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What stands for secrets in a [Plan]: the same value at the same place of the same resource has the same digest, and
/// who does not have the key learns nothing from it. Used by many threads at once.
public final class SecretDigests {

    private static final String HMAC = "HmacSHA256";

    private final byte[] key;

    /// @param key the same on all nodes of a database
    public SecretDigests(byte[] key) {
        this.key = key.clone();
    }

    /// A document of secrets, with a digest in place of each value.
    ///
    /// @param resourceId of the resource that has them
    public ObjectNode of(String resourceId, ObjectNode secrets) {
        return (ObjectNode) digested(resourceId, "", secrets);
    }

    private JsonNode digested(String resourceId, String pointer, JsonNode secret) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        if (secret.isObject()) {
            ObjectNode digests = json.objectNode();
            secret.forEachEntry((name, value) -> digests.set(name, digested(resourceId, pointer + "/" + name, value)));
            return digests;
        }
        if (secret.isArray()) {
            ArrayNode digests = json.arrayNode();
            for (int i = 0; i < secret.size(); i++) {
                digests.add(digested(resourceId, pointer + "/" + i, secret.get(i)));
            }
            return digests;
        }
        return json.stringNode(digest(resourceId + "\n" + pointer + "\n" + CanonicalJson.of(secret)));
    }

    private String digest(String text) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            byte[] digest = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
            return "hmac-sha256:" + Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
