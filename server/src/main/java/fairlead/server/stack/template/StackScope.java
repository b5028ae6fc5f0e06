package fairlead.server.stack.template;

import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.RegisteredType;
import fairlead.stack.document.TypeCatalog;
import java.util.Optional;

/// The types that the stacks of an account may use, in the versions that new resources get.
public record StackScope(AccountTypes types, String subscription) implements TypeCatalog {

    @Override
    public Optional<ResourceSchema> schema(String typeName) {
        return find(typeName).map(type -> type.current().schema());
    }

    private Optional<RegisteredType> find(String typeName) {
        try {
            return types.of(subscription).find(TypeName.parse(typeName));
        } catch (IllegalArgumentException noName) {
            return Optional.empty();
        }
    }
}
