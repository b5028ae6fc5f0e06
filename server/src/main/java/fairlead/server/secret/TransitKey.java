package fairlead.server.secret;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A keyset that lies where another source has it, wrapped by a key of the transit engine of a [VaultServer], which
/// never
/// leaves that: the file or the database alone gives no key.
///
/// A keyset that lies there in clear is wrapped when it is read first. What is sealed stays as it is then.
public final class TransitKey implements KeySource {

    private static final String KEY = "key";
    private static final String CIPHERTEXT = "ciphertext";
    private static final String PLAINTEXT = "plaintext";

    private final KeySource place;
    private final VaultServer vault;
    private final String mount;
    private final String key;

    /// @param place where the wrapped keyset lies
    /// @param mount of the transit engine
    /// @param key its name there
    public TransitKey(KeySource place, VaultServer vault, String mount, String key) {
        this.place = place;
        this.vault = vault;
        this.mount = mount;
        this.key = key;
    }

    @Override
    public String name() {
        return place.name() + ", wrapped by the key " + mount + "/" + key + " of " + vault.name();
    }

    @Override
    public String remedy() {
        return place.remedy();
    }

    @Override
    public Optional<String> read() {
        return place.read().map(stored -> {
            JsonNode wrapped = wrapped(stored);
            if (!wrapped.isObject()) {
                place.replace(wrap(stored));
                return stored;
            }
            ObjectNode asked = JsonNodeFactory.instance
                    .objectNode()
                    .put(CIPHERTEXT, wrapped.path(CIPHERTEXT).asString(""));
            return new String(Base64.getDecoder().decode(ask("decrypt", asked, PLAINTEXT)), StandardCharsets.UTF_8);
        });
    }

    private static JsonNode wrapped(String stored) {
        try {
            return JsonMapper.shared().readTree(stored).path(Fingerprints.WRAPPED);
        } catch (JacksonException damaged) {
            // What is no document at all is not sent anywhere: who reads it says that it is damaged.
            throw new SealKeyException("the wrapped sealing key is damaged: it is no JSON document");
        }
    }

    private String wrap(String keyset) {
        String plaintext = Base64.getEncoder().encodeToString(keyset.getBytes(StandardCharsets.UTF_8));
        String ciphertext = ask("encrypt", JsonNodeFactory.instance.objectNode().put(PLAINTEXT, plaintext), CIPHERTEXT);
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.putObject(Fingerprints.WRAPPED).put(KEY, mount + "/" + key).put(CIPHERTEXT, ciphertext);
        return JsonMapper.shared().writeValueAsString(document);
    }

    private String ask(String verb, ObjectNode asked, String wanted) {
        try {
            String found = vault.post(mount + "/" + verb + "/" + key, asked)
                    .path(wanted)
                    .asString("");
            if (found.isEmpty()) {
                throw new SealKeyException(name() + " can't be had: the answer has no " + wanted);
            }
            return found;
        } catch (VaultServer.Failed failure) {
            throw new SealKeyException(name() + " can't be had: " + failure.getMessage(), failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SealKeyException(name() + " can't be had: the server is asked to stop", interrupted);
        }
    }

    @Override
    public Optional<String> changedBy() {
        return place.changedBy();
    }

    @Override
    public void make(String keyset) {
        place.make(wrap(keyset));
    }

    @Override
    public void replace(String keyset) {
        place.replace(wrap(keyset));
    }
}
