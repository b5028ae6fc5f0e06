package fairlead.server.type;

import fairlead.schema.TypeName;
import java.util.List;
import java.util.Optional;

/// The types that an account may know of: the operator's and its own. Another account's is not found, and so is
/// answered as one that is not there.
public final class OfferedTypes {

    private final Types types;
    private final String account;

    OfferedTypes(Types types, String account) {
        this.types = types;
        this.account = account;
    }

    public List<RegisteredType> all() {
        return types.all().stream().filter(this::has).toList();
    }

    public Optional<RegisteredType> find(TypeName name) {
        return types.find(name).filter(this::has);
    }

    /// The type whose [fairlead.server.type.definition.ArmType#key()] that is.
    public Optional<RegisteredType> findArmType(String key) {
        return types.findArmType(key).filter(this::has);
    }

    /// As [#findArmType], of what is known here by now: nothing is read.
    public Optional<RegisteredType> knownArmType(String key) {
        return types.knownArmType(key).filter(type -> types.catalog().isOffered(type.name(), account));
    }

    /// The type of a namespace that has an action for the whole tenant which callers write so.
    public Optional<RegisteredType> withTenantAction(String namespace, String word) {
        return types.withTenantAction(namespace, word).filter(this::has);
    }

    /// The types nested directly under that one.
    public List<RegisteredType> nestedUnder(TypeName parent) {
        return types.nestedUnder(parent).stream().filter(this::has).toList();
    }

    /// Whether the account may make resources of the type, or look at it.
    public boolean has(TypeName name) {
        return types.owner(name).filter(owner -> !owner.equals(account)).isEmpty();
    }

    private boolean has(RegisteredType type) {
        return has(type.name());
    }

    /// The names that are close to one that is not found.
    public NearTypes near() {
        return new NearTypes(all());
    }
}
