package fairlead.server.type;

import fairlead.schema.TypeName;
import java.util.Optional;

/// The types as surfaces have them: to find one by its name or its namespace, a surface says for which account.
///
/// Nothing here gives away whether another account has a type. What starts from a type or a record that the caller has
/// found already needs no account.
public final class AccountTypes {

    private final Types types;

    public AccountTypes(Types types) {
        this.types = types;
    }

    /// @param account a subscription
    public OfferedTypes of(String account) {
        return types.offeredTo(account);
    }

    /// For callers who name no account: what is offered to all.
    public OfferedTypes ofNoAccount() {
        return types.offeredTo("");
    }

    /// As [Types#find(RegisteredType, String)].
    public Optional<TypeVersion> version(RegisteredType type, String apiVersion) {
        return types.find(type, apiVersion);
    }

    /// As [Types#version], of a record.
    public TypeVersion version(TypeName name, int version) {
        return types.version(name, version);
    }

    /// What a type is nested in.
    public Optional<RegisteredType> parent(RegisteredType type) {
        return type.current().parent().flatMap(types::find);
    }

    /// As [Types#haveDataPlane].
    public boolean haveDataPlane() {
        return types.haveDataPlane();
    }
}
