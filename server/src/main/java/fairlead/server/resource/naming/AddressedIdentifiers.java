package fairlead.server.resource.naming;

import fairlead.schema.PropertyPath;
import fairlead.server.database.Database;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// What addresses stand for. The name of a parent need not be the parent's identifier: what is nested in it is
/// identified by that, and not by the name.
public final class AddressedIdentifiers {

    private final Database database;
    private final ResourceStore store;
    private final Types types;

    public AddressedIdentifiers(Database database, ResourceStore store, Types types) {
        this.database = database;
        this.store = store;
        this.types = types;
    }

    /// What an address stands for if nothing is there yet.
    public AddressedIdentifier of(TypeVersion type, ResourceId id) {
        List<String> values = new ArrayList<>(AddressedIdentifier.names(type, id));
        if (type.namesAreOfGroup()) {
            values.set(values.size() - 1, GroupNames.identifier(type, id.group(), id.name()));
        } else if (!type.isExtension() && !type.namedBy().isEmpty()) {
            id.parent().ifPresent(parent -> replace(values, above(parent)));
        }
        return new AddressedIdentifier(id, values);
    }

    /// As above, below a parent that is at hand.
    public AddressedIdentifier below(Resource parent, ResourceId id) {
        List<String> values = new ArrayList<>(id.names());
        replace(values, identifier(parent));
        return new AddressedIdentifier(id, values);
    }

    /// What the address of a resource stands for: its identifier if it has one, which is not looked up here.
    public AddressedIdentifier of(TypeVersion type, Resource present) {
        return present.identifier().isPresent()
                ? AddressedIdentifier.ofNames(type, present.id())
                : of(type, present.id());
    }

    /// What is put together with its parent.
    ///
    /// @param type that of the parent
    /// @param properties what the parent is to be
    public AddressedIdentifier nested(TypeVersion type, ResourceId parent, ObjectNode properties, ResourceId nested) {
        return database.read(transaction -> store.find(transaction, parent))
                .filter(present -> present.identifier().isPresent())
                .map(present -> below(present, nested))
                .orElseGet(() -> of(type, parent).nesting(type, properties, nested));
    }

    /// A name that only differs in its casing stays as it is.
    private static void replace(List<String> values, List<String> above) {
        for (int i = 0; i < above.size(); i++) {
            if (!values.get(i).equalsIgnoreCase(above.get(i))) {
                values.set(i, above.get(i));
            }
        }
    }

    private List<String> above(ResourceId parent) {
        Optional<TypeVersion> type = types.find(parent.type()).map(RegisteredType::current);
        if (type.isEmpty()) {
            return parent.names();
        }
        if (!type.get().recorded()) {
            return of(type.get(), parent).values();
        }
        return database.read(transaction -> store.find(transaction, parent))
                .map(this::identifier)
                .orElseGet(parent::names);
    }

    private List<String> identifier(Resource resource) {
        TypeVersion type = types.version(resource.typeName(), resource.typeVersion());
        List<PropertyPath> named = type.namedBy();
        if (named.isEmpty() || type.isExtension() || resource.identifier().isEmpty()) {
            return resource.id().names();
        }
        ObjectNode identifier =
                type.schema().parseIdentifier(resource.identifier().get());
        return named.stream()
                .map(path ->
                        path.value(identifier).map(value -> value.asString("")).orElse(""))
                .toList();
    }
}
