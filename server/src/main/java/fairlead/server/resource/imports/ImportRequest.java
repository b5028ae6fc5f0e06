package fairlead.server.resource.imports;

import fairlead.server.access.Caller;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.move.MoveRequest;
import fairlead.server.type.TypeVersion;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A request to take existing resources under management. They are read, and nothing else is done to them.
///
/// @param place the subscription and group whose resources they are to be
/// @param location in normal form
/// @param items the resources to import; none for all that the type's list handler names
public record ImportRequest(
        Caller caller, TypeVersion type, MoveRequest.Place place, String location, List<Item> items) {

    public ImportRequest {
        items = List.copyOf(items);
    }

    /// The same, of a caller for whom it was decided.
    public ImportRequest by(Caller other) {
        return new ImportRequest(other, type, place, location, items);
    }

    /// One of them.
    ///
    /// @param identifier the primary identifier, composite parts joined with `|`
    /// @param name what the resource is to be called, where that does not follow from the identifier
    public record Item(String identifier, Optional<String> name) {}

    /// What an operation has to know.
    byte[] encode() {
        ObjectNode json = Documents.empty();
        json.put("type", type.name().toString()).put("version", type.version()).put("location", location);
        ArrayNode list = json.putArray("resources");
        items.forEach(item -> {
            ObjectNode entry = list.addObject().put("identifier", item.identifier());
            item.name().ifPresent(name -> entry.put("name", name));
        });
        return Documents.bytes(json);
    }

    /// An operation that an earlier version began has them as `things`.
    static List<Item> items(JsonNode input) {
        return input.path(input.has("resources") ? "resources" : "things")
                .valueStream()
                .map(entry -> new Item(
                        entry.path("identifier").asString(""),
                        entry.optional("name").map(name -> name.asString(""))))
                .toList();
    }
}
