package fairlead.simulation.azure;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What types are called: one spelling for what Azure's definitions write in several, and the name of a type
/// that follows from it. `Microsoft.Storage/storageAccounts/blobServices` is
/// `Microsoft::Storage::StorageAccountsBlobServices`.
final class ArmNames {

    private static final int LONGEST = 64;
    private static final int KEPT = 56;

    private final Map<String, String> armTypes = new HashMap<>();
    private final Map<String, String> typeNames;

    /// @param known the names of types that are there already, by their ARM types
    ArmNames(Map<String, String> known) {
        typeNames = new HashMap<>();
        known.forEach((armType, typeName) -> {
            armTypes.put(key(armType), armType);
            typeNames.put(key(armType), typeName);
        });
    }

    static String key(String armType) {
        return armType.toLowerCase(Locale.ROOT);
    }

    /// Whether there is a type of this name already.
    boolean isKnown(String key) {
        return typeNames.containsKey(key);
    }

    /// The spelling of an ARM type: that of a type that is there, else the first one that was asked for. Its
    /// parts begin as those of its parent do.
    String armType(String written) {
        String key = key(written);
        String known = armTypes.get(key);
        if (known != null) {
            return known;
        }
        int last = written.lastIndexOf('/');
        String spelt = parent(key).isPresent()
                ? armType(written.substring(0, last)) + "/" + segment(written.substring(last + 1))
                : written.substring(0, last + 1) + segment(written.substring(last + 1));
        armTypes.put(key, spelt);
        return spelt;
    }

    /// The type that it is nested in; empty of one at the top.
    static Optional<String> parent(String armType) {
        int last = armType.lastIndexOf('/');
        return armType.indexOf('/') == last ? Optional.empty() : Optional.of(armType.substring(0, last));
    }

    static List<String> segments(String armType) {
        List<String> parts = List.of(armType.split("/", -1));
        return parts.subList(1, parts.size());
    }

    /// ARM types begin with a small letter here: `AAAA` is `aaaa`.
    private static String segment(String written) {
        return written.equals(written.toUpperCase(Locale.ROOT))
                ? written.toLowerCase(Locale.ROOT)
                : written.substring(0, 1).toLowerCase(Locale.ROOT) + written.substring(1);
    }

    String typeName(String armType) {
        return typeNames.getOrDefault(key(armType), derived(armType));
    }

    private static String derived(String armType) {
        List<String> namespace =
                List.of(armType.substring(0, armType.indexOf('/')).split("\\."));
        List<String> service = namespace.size() == 1 ? namespace : namespace.subList(1, namespace.size());
        return capital(namespace.getFirst()) + "::" + joined(service, armType) + "::"
                + joined(segments(armType), armType);
    }

    private static String joined(List<String> parts, String armType) {
        List<String> capitals = new ArrayList<>();
        parts.forEach(part -> capitals.add(capital(part)));
        String whole = String.join("", capitals);
        return whole.length() <= LONGEST ? whole : whole.substring(0, KEPT) + digits(key(armType));
    }

    private static String capital(String word) {
        return word.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private static String digits(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, (LONGEST - KEPT) / 2);
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
