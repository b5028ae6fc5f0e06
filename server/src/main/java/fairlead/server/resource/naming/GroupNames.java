package fairlead.server.resource.naming;

import fairlead.schema.PropertyPath;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.TypeVersion;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Identifiers that are composed of a group and a name, of types whose names are their group's.
///
/// The identifier is `group--name`. Where the group's name is no plain one, or the schema does not take that, it is the
/// name and eight digits that stand for the group: `name-1f2e3d4c`. The record keeps what it was, so that another
/// version's schema, or a move, changes nothing for what is there.
public final class GroupNames {

    private static final String BETWEEN = "--";

    /// A group's name that ends where [#BETWEEN] begins, wherever it is read.
    private static final Pattern PLAIN = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    private static final List<String> SEPARATORS = List.of("-", "_", ".", "");
    private static final int BYTES = 4;

    private GroupNames() {}

    /// The identifier of a name in a group.
    static String identifier(TypeVersion type, String group, String name) {
        PropertyPath path = type.namedBy().getLast();
        String key = ResourceId.key(group);
        List<String> forms = Stream.concat(
                        PLAIN.matcher(key).matches() ? Stream.of(key + BETWEEN + name) : Stream.empty(),
                        SEPARATORS.stream().map(separator -> name + separator + digits(key)))
                .toList();
        return forms.stream()
                .filter(form -> NameValues.flaw(type.schema(), path, form).isEmpty())
                .findFirst()
                .orElse(forms.getFirst());
    }

    /// Whether the identifier is that of the name in the group.
    public static boolean isOf(TypeVersion type, ResourceId id, String identifier) {
        return identifier(type, id.group(), id.name()).equalsIgnoreCase(identifier);
    }

    /// The name in the group that has the identifier; empty if none has.
    static Optional<String> name(TypeVersion type, String group, String identifier) {
        String key = ResourceId.key(group);
        String end = digits(key);
        Stream<String> first = identifier.startsWith(key + BETWEEN)
                ? Stream.of(identifier.substring(key.length() + BETWEEN.length()))
                : Stream.empty();
        Stream<String> others = SEPARATORS.stream()
                .filter(separator -> identifier.endsWith(separator + end))
                .map(separator -> identifier.substring(0, identifier.length() - separator.length() - end.length()));
        return Stream.concat(first, others)
                .filter(name ->
                        type.isName(name) && identifier(type, group, name).equals(identifier))
                .findFirst();
    }

    private static String digits(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, BYTES);
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
