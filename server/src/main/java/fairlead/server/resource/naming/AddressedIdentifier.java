package fairlead.server.resource.naming;

import fairlead.schema.PropertyPath;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.TypeVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An address, and what it stands for: the identifier of a resource that says no other one.
///
/// @param values for each property of [TypeVersion#namedBy()] one; of no meaning for a type that has none
public record AddressedIdentifier(ResourceId id, List<String> values) {

    public AddressedIdentifier {
        values = List.copyOf(values);
    }

    /// An address whose names are the identifier.
    public static AddressedIdentifier ofNames(TypeVersion type, ResourceId id) {
        return new AddressedIdentifier(id, names(type, id));
    }

    /// The names of an address, of an extension with the id of what it extends before its own.
    static List<String> names(TypeVersion type, ResourceId id) {
        if (!type.isExtension()) {
            return id.names();
        }
        List<String> names = new ArrayList<>(List.of(id.scope()));
        names.addAll(id.names());
        return names;
    }

    /// The names of the address, one for each of the values.
    public List<String> names(TypeVersion type) {
        return names(type, id);
    }

    /// Whether a text that is not the identifier means it: the name in the address, where the identifier is made of
    /// that.
    ///
    /// @param part which of the values
    /// @param identifier what it is by now
    public boolean means(TypeVersion type, int part, String text, String identifier) {
        boolean composed = part + 1 < values.size() || type.namesAreOfGroup();
        return composed && type.isName(identifier) && names(type).get(part).equalsIgnoreCase(text);
    }

    /// The same with another name, which is what it stands for.
    public AddressedIdentifier named(String name) {
        List<String> others = new ArrayList<>(values);
        others.set(others.size() - 1, name);
        return new AddressedIdentifier(id.named(name), others);
    }

    /// What is nested in a resource that is put with these properties.
    public AddressedIdentifier nesting(TypeVersion type, ObjectNode properties, ResourceId nested) {
        List<String> all = new ArrayList<>();
        List<PropertyPath> named = type.namedBy();
        for (int i = 0; i < values.size(); i++) {
            Optional<JsonNode> given = i < named.size() ? named.get(i).value(properties) : Optional.empty();
            String value = values.get(i);
            all.add(given.map(node -> node.asString(""))
                    .filter(text -> NameValues.isFree(type, value, text))
                    .orElse(value));
        }
        all.add(nested.name());
        return new AddressedIdentifier(nested, all);
    }
}
