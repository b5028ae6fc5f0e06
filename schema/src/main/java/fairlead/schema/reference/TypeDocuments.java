package fairlead.schema.reference;

import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/// The schemas of types at hand: registered ones, or those that are checked together. Each is found by its `$id` and by
/// the file name that its type is published under.
public final class TypeDocuments implements Documents {

    private final Map<String, Entry> byIdentity = new HashMap<>();
    private final Map<String, Entry> byFile = new HashMap<>();

    /// A schema that can be asked for.
    ///
    /// @param id its `$id`; empty if it has none
    /// @param typeName empty if it has none
    public record Entry(String id, String typeName, Supplier<? extends JsonNode> document) {

        static Entry of(JsonNode schema) {
            return new Entry(schema.path("$id").asString(""), Documents.typeName(schema), () -> schema);
        }
    }

    private TypeDocuments() {}

    /// The first of those that have the same name counts.
    public static TypeDocuments of(Collection<? extends JsonNode> schemas) {
        return ofEntries(schemas.stream().map(Entry::of).toList());
    }

    /// The same of schemas that are made when they are asked for.
    public static TypeDocuments ofEntries(Collection<Entry> entries) {
        TypeDocuments documents = new TypeDocuments();
        entries.forEach(documents::add);
        return documents;
    }

    private void add(Entry entry) {
        if (!entry.id.isEmpty()) {
            byIdentity.putIfAbsent(entry.id.replaceAll("#$", ""), entry);
        }
        if (!entry.typeName.isEmpty()) {
            byFile.putIfAbsent(Documents.fileName(entry.typeName), entry);
        }
    }

    @Override
    public Lookup find(URI uri) {
        return Optional.ofNullable(byIdentity.get(uri.toString()))
                .or(() -> Optional.ofNullable(byFile.get(Documents.fileName(uri))))
                .<Lookup>map(entry -> new Lookup.Found(entry.document.get()))
                .orElseGet(() -> Lookup.Missing.because(
                        "no type at hand is published as '" + Documents.fileName(uri) + "' or has that $id"));
    }
}
