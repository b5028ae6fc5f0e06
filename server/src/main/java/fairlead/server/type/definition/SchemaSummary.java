package fairlead.server.type.definition;

import fairlead.schema.HandlerKind;
import fairlead.schema.PropertyPath;
import fairlead.schema.TypeName;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What lists of types tell of a schema, and what types have to know of each other. It is little, and read without
/// compiling the schema: a server of thousands of types keeps it of each.
///
/// @param id the schema's `$id`; empty if it has none
/// @param description empty if it has none
/// @param handlerNames whether handlers choose a part of the primary identifier, and not callers all of it
/// @param arn the property in which the handler tells the ARN
public record SchemaSummary(
        TypeName typeName,
        String id,
        String description,
        Set<HandlerKind> handlers,
        List<PropertyPath> primaryIdentifier,
        boolean handlerNames,
        Optional<PropertyPath> arn) {

    public SchemaSummary {
        handlers = Set.copyOf(handlers);
        primaryIdentifier = List.copyOf(primaryIdentifier);
    }

    /// @param document a sound one
    public static SchemaSummary of(ObjectNode document) {
        EnumSet<HandlerKind> handlers = EnumSet.noneOf(HandlerKind.class);
        for (HandlerKind kind : HandlerKind.values()) {
            if (document.path("handlers").has(kind.wireName())) {
                handlers.add(kind);
            }
        }
        Set<String> readOnly = paths(document, "readOnlyProperties").stream()
                .map(PropertyPath::toString)
                .collect(Collectors.toSet());
        List<PropertyPath> identifier = paths(document, "primaryIdentifier");
        TypeName name = TypeName.parse(document.path("typeName").stringValue());
        return new SchemaSummary(
                name,
                document.path("$id").asString(""),
                document.path("description").asString(""),
                handlers,
                identifier,
                identifier.stream().anyMatch(path -> readOnly.contains(path.toString())),
                told(name, paths(document, "readOnlyProperties")));
    }

    /// `Arn`, or `BookmarkArn` of a bookmark.
    private static Optional<PropertyPath> told(TypeName name, List<PropertyPath> readOnly) {
        String own = name.resource() + "Arn";
        return readOnly.stream()
                .filter(path -> path.steps().size() == 1)
                .filter(path ->
                        path.name().equalsIgnoreCase("Arn") || path.name().equalsIgnoreCase(own))
                .findFirst();
    }

    private static List<PropertyPath> paths(JsonNode document, String list) {
        return document.path(list).values().stream()
                .map(path -> PropertyPath.parse(path.stringValue()))
                .toList();
    }
}
