package fairlead.server.type;

import fairlead.schema.TypeName;
import fairlead.server.secret.Vault;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What the operator has set for a type: sealed as it is stored, and opened when it is first asked for.
final class Configuration {

    private final TypeName type;
    private final byte[] sealed;
    private final Vault vault;
    private volatile @Nullable ObjectNode opened;

    Configuration(TypeName type, byte[] sealed, Vault vault) {
        this.type = type;
        this.sealed = sealed;
        this.vault = vault;
    }

    static byte[] seal(TypeName type, ObjectNode values, Vault vault) {
        return vault.seal(JsonMapper.shared().writeValueAsBytes(values), owner(type));
    }

    boolean isSealedAs(byte[] bytes) {
        return Arrays.equals(sealed, bytes);
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
