package fairlead.server.resource.naming;

import fairlead.schema.PropertyPath;
import fairlead.server.database.Database;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The addresses of resources that are known by their identifiers, and whose identifiers callers choose.
public final class IdentifierAddresses {

    /// Where resources are that are not nested in others.
    public record Target(String subscription, String group, String location) {}

    private final Database database;
    private final ResourceStore store;
    private final Types types;

    public IdentifierAddresses(Database database, ResourceStore store, Types types) {
        this.database = database;
        this.store = store;
        this.types = types;
    }

    /// The address of a resource: its name is its identifier if that can be a name, else an alias. What is nested
    /// is below its parent, wherever that is. Empty if no such parent is recorded, and its identifier is no name.
    ///
    /// @param identifier the properties of the primary identifier, all that [TypeVersion#namedBy()] has
    public Optional<ResourceId> of(Target target, TypeVersion type, ObjectNode identifier, Supplier<String> alias) {
        List<String> values =
                type.namedBy().stream().map(path -> text(path, identifier)).toList();
        String own = values.getLast();
        Optional<String> named = type.namesAreOfGroup()
                ? GroupNames.name(type, target.group(), own)
                : Optional.of(own).filter(type::isName);
        String name = named.orElseGet(alias);
        if (values.size() == 1) {
            return Optional.of(new ResourceId(target.subscription(), target.group(), type.armType(), List.of(name)));
        }
        Optional<RegisteredType> above = type.parent().flatMap(types::find);
        Optional<ResourceId> parent = above.flatMap(known -> parent(target, known, values));
        if (parent.isPresent()) {
            return Optional.of(parent.get().nesting(type.armType(), name));
        }
        List<String> names = new ArrayList<>(values.subList(0, values.size() - 1));
        if (!names.stream().allMatch(type::isName)) {
            return Optional.empty();
        }
        names.add(name);
        return Optional.of(new ResourceId(target.subscription(), target.group(), type.armType(), names));
    }

    private Optional<ResourceId> parent(Target target, RegisteredType type, List<String> values) {
        ObjectNode model = Documents.empty();
        List<PropertyPath> identifier = type.current().schema().primaryIdentifier();
        for (int i = 0; i < Math.min(identifier.size(), values.size() - 1); i++) {
            PropertyPath path = identifier.get(i);
            path.set(model, NameValues.typed(type.current().schema(), path, values.get(i)));
        }
        return type.current()
                .schema()
                .identifier(model)
                .flatMap(name -> database.read(transaction -> store.findByIdentifier(
                        transaction, target.subscription(), target.location(), type.name(), name)))
                .map(Resource::id);
    }

    private static String text(PropertyPath path, ObjectNode identifier) {
        return path.value(identifier).map(JsonNode::asString).orElse("");
    }
}
