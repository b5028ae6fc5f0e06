package fairlead.server.secret;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A keyset in Tink's JSON form, as far as a rotation changes it: keys are put in and taken out, and another one
/// becomes the primary key. Tink is not asked for that, as for [Fingerprints].
///
/// @param primary the id of the key that seals
/// @param keys what the document says of each enabled key, by its id
/// @param fingerprints of the keys, by their ids
record Keyset(long primary, Map<Long, JsonNode> keys, Map<Long, String> fingerprints) {

    private static final String KEY_ID = "keyId";

    Keyset {
        keys = Map.copyOf(keys);
        fingerprints = Map.copyOf(fingerprints);
        if (!keys.containsKey(primary)) {
            throw new IllegalArgumentException("it is no keyset with an enabled primary key");
        }
    }

    /// Throws [IllegalArgumentException], with what is wrong and nothing that is secret, if it is none.
    static Keyset parse(String json) {
        Fingerprints checked = Fingerprints.of(json);
        JsonNode document = JsonMapper.shared().readTree(json);
        Map<Long, JsonNode> keys = new LinkedHashMap<>();
        for (JsonNode key : document.path("key")) {
            long id = key.path(KEY_ID).asLong(0);
            if (checked.byId().containsKey(id)) {
                keys.put(id, key);
            }
        }
        return new Keyset(document.path("primaryKeyId").asLong(0), keys, checked.byId());
    }

    /// A fresh one of one key, in Tink's JSON form.
    static String fresh() {
        try {
            AeadConfig.register();
            KeysetHandle handle =
                    KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM, RegistryConfiguration.get());
            return TinkJsonProtoKeysetFormat.serializeKeyset(
                    handle, RegistryConfiguration.get(), InsecureSecretKeyAccess.get());
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException("can't make a sealing key", failure);
        }
    }

    /// What seals and opens with the keys of a keyset.
    static Aead aead(String json) throws GeneralSecurityException {
        AeadConfig.register();
        return TinkJsonProtoKeysetFormat.parseKeyset(json, RegistryConfiguration.get(), InsecureSecretKeyAccess.get())
                .getPrimitive(RegistryConfiguration.get(), Aead.class);
    }

    /// The fingerprint of the key that seals.
    String primaryFingerprint() {
        return fingerprints.getOrDefault(primary, "");
    }

    /// The id of a key.
    Optional<Long> idOf(String fingerprint) {
        return fingerprints.entrySet().stream()
                .filter(entry -> entry.getValue().equals(fingerprint))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /// The same with the keys of another that it lacks; the primary key stays.
    Keyset with(Keyset other) {
        Map<Long, JsonNode> all = new LinkedHashMap<>(other.keys);
        all.putAll(keys);
        Map<Long, String> prints = new LinkedHashMap<>(other.fingerprints);
        prints.putAll(fingerprints);
        return new Keyset(primary, all, prints);
    }

    /// The same with a key that was just made; the primary key stays.
    Keyset withFreshKey() {
        Keyset fresh;
        do {
            fresh = parse(fresh());
        } while (keys.containsKey(fresh.primary));
        return with(fresh);
    }

    /// The same, in which another key seals.
    Keyset sealing(long id) {
        return new Keyset(id, keys, fingerprints);
    }

    /// The same without some keys; the primary key stays in any case.
    Keyset without(Collection<String> gone) {
        Map<Long, JsonNode> left = new LinkedHashMap<>(keys);
        Map<Long, String> prints = new LinkedHashMap<>(fingerprints);
        for (Map.Entry<Long, String> entry : fingerprints.entrySet()) {
            if (gone.contains(entry.getValue()) && entry.getKey() != primary) {
                left.remove(entry.getKey());
                prints.remove(entry.getKey());
            }
        }
        return new Keyset(primary, left, prints);
    }

    /// In Tink's JSON form.
    String json() {
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("primaryKeyId", primary);
        ArrayNode array = document.putArray("key");
        List<Long> ids = new ArrayList<>(keys.keySet());
        ids.sort(null);
        ids.forEach(id -> array.add(keys.get(id)));
        return JsonMapper.shared().writeValueAsString(document);
    }

    /// Tells no key: a record would show them.
    @Override
    public String toString() {
        return "keyset of " + fingerprints.values();
    }
}
