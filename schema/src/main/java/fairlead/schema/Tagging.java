package fairlead.schema;

import fairlead.schema.draft07.Place;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// How resources of a type are tagged.
///
/// @param property the property that holds the tags; empty if there are none
/// @param onCreate whether tags can be given on creation
/// @param updatable whether tags can be changed
/// @param systemTags whether tags whose names begin with `aws:cloudformation:` may be added
public record Tagging(Optional<PropertyPath> property, boolean onCreate, boolean updatable, boolean systemTags) {

    static final String DEFAULT_PROPERTY = "/properties/Tags";

    /// A type is taggable unless it says otherwise, if it has the property for it.
    static Tagging read(JsonNode document, Place root) {
        JsonNode tagging = document.path("tagging");
        boolean taggable = document.path("taggable").asBoolean(true)
                && tagging.path("taggable").asBoolean(true);
        String property = tagging.path("tagProperty").asString(DEFAULT_PROPERTY);
        Optional<PropertyPath> path = PropertyPath.ifWellFormed(property)
                .filter(p -> taggable && SchemaPaths.place(root, p).isPresent());
        boolean updates = document.path("handlers").has(HandlerKind.UPDATE.wireName());
        return new Tagging(
                path,
                path.isPresent() && tagging.path("tagOnCreate").asBoolean(true),
                path.isPresent() && updates && tagging.path("tagUpdatable").asBoolean(true),
                path.isPresent() && tagging.path("cloudFormationSystemTags").asBoolean(true));
    }
}
