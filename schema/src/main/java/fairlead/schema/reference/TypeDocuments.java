package fairlead.schema.reference;

import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The schemas of types at hand: registered ones, or those that are checked together. Each is found by its `$id` and by
/// the file name that its type is published under.
public final class TypeDocuments implements Documents {

    private final Map<String, JsonNode> byIdentity = new HashMap<>();
    private final Map<String, JsonNode> byFile = new HashMap<>();

    public TypeDocuments(Collection<? extends JsonNode> schemas) {
        for (JsonNode schema : schemas) {
            String identity = schema.path("$id").asString("");
            if (!identity.isEmpty()) {
                byIdentity.putIfAbsent(identity.replaceAll("#$", ""), schema);
            }
            String type = Documents.typeName(schema);
            if (!type.isEmpty()) {
                byFile.putIfAbsent(Documents.fileName(type), schema);
            }
        }
    }

    @Override
    public Lookup find(URI uri) {
        return Optional.ofNullable(byIdentity.get(uri.toString()))
                .or(() -> Optional.ofNullable(byFile.get(Documents.fileName(uri))))
                .<Lookup>map(Lookup.Found::new)
                .orElseGet(() -> Lookup.Missing.because(
                        "no type at hand is published as '" + Documents.fileName(uri) + "' or has that $id"));
    }
}
