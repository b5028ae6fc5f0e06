package fairlead.server.resource.naming;

import fairlead.schema.PropertyPath;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.TypeVersion;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// The names of an address as properties, for those who ask before anything is there.
public final class AddressNames {

    private AddressNames() {}

    /// The properties with those that the address says and that are not among them, see [TypeVersion#namedBy].
    public static ObjectNode completed(TypeVersion type, ResourceId id, ObjectNode properties) {
        ObjectNode whole = properties.deepCopy();
        List<PropertyPath> named = type.namedBy();
        List<String> names =
                Stream.concat(id.extended().stream(), id.names().stream()).toList();
        for (int i = 0; i < named.size(); i++) {
            PropertyPath path = named.get(i);
            int name = names.size() - named.size() + i;
            if (path.value(whole).isEmpty() && name >= 0) {
                path.set(whole, NameValues.typed(type.schema(), path, names.get(name)));
            }
        }
        return whole;
    }
}
