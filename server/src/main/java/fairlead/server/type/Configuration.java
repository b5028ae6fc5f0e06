package fairlead.server.type;

import fairlead.server.secret.Vault;
import fairlead.server.type.TypeStore.Sealed;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What the operator or an account has set for a type: sealed as it is stored, and opened when it is first asked for.
final class Configuration {

    private final ConfigurationOwner owner;
    private final byte[] sealed;
    private final String alias;
    private final Instant setAt;
    private final Vault vault;
    private volatile @Nullable ObjectNode opened;

    Configuration(Sealed stored, Vault vault) {
        owner = stored.owner();
        sealed = stored.bytes();
        alias = stored.alias();
        setAt = stored.setAt();
        this.vault = vault;
    }

    static byte[] seal(ConfigurationOwner owner, ObjectNode values, Vault vault) {
        return vault.seal(JsonMapper.shared().writeValueAsBytes(values), owner.toString());
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
            known = (ObjectNode) JsonMapper.shared().readTree(vault.open(sealed, owner.toString()));
            opened = known;
        }
        return known.deepCopy();
    }
}
