package fairlead.server.type;

import fairlead.schema.TypeName;
import fairlead.server.secret.Vault;
import fairlead.server.type.TypeStore.Sealed;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What the operator has set for a type: sealed as it is stored, and opened when it is first asked for.
final class Configuration {

    private final TypeName type;
    private final byte[] sealed;
    private final String alias;
    private final Instant setAt;
    private final Vault vault;
    private volatile @Nullable ObjectNode opened;

    Configuration(Sealed stored, Vault vault) {
        type = stored.name();
        sealed = stored.bytes();
        alias = stored.alias();
        setAt = stored.setAt();
        this.vault = vault;
    }

    static byte[] seal(TypeName type, ObjectNode values, Vault vault) {
        return vault.seal(JsonMapper.shared().writeValueAsBytes(values), owner(type));
    }

    boolean isAs(Sealed stored) {
        return Arrays.equals(sealed, stored.bytes()) && alias.equals(stored.alias()) && setAt.equals(stored.setAt());
    }

    TypeConfiguration opened() {
        return new TypeConfiguration(alias, values(), setAt);
    }

    /// A copy of the values.
    ObjectNode values() {
        ObjectNode known = opened;
        if (known == null) {
            known = (ObjectNode) JsonMapper.shared().readTree(vault.open(sealed, owner(type)));
            opened = known;
        }
        return known.deepCopy();
    }

    private static String owner(TypeName type) {
        return "configuration of " + type;
    }
}
