package fairlead.schema.reference;

import fairlead.schema.source.Notation;
import fairlead.schema.source.Source;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Documents as they were found once, by their URIs: kept with what refers to them, so that it means the same ever
/// after, whatever becomes of the places they were found in.
public record KeptDocuments(Map<String, JsonNode> byUri) implements Documents {

    public KeptDocuments {
        byUri = Map.copyOf(byUri);
    }

    /// Reads what [#json] wrote.
    public static KeptDocuments read(byte[] json) {
        return switch (Notation.JSON.read(json)) {
            case Source.Document(var root, var _, var _) -> {
                Map<String, JsonNode> documents = new HashMap<>();
                root.forEachEntry(documents::put);
                yield new KeptDocuments(documents);
            }
            case Source.Malformed(var fault) -> throw new IllegalArgumentException(fault.message());
        };
    }

    /// The same for the same documents.
    public byte[] json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        new TreeMap<>(byUri).forEach(json::set);
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Lookup find(URI uri) {
        return Optional.ofNullable(byUri.get(uri.toString()))
                .<Lookup>map(Lookup.Found::new)
                .orElseGet(() -> Lookup.Missing.because("it was not kept"));
    }
}
