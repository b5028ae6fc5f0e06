package fairlead.schema.evolution.rule;

import fairlead.schema.draft07.Values;
import fairlead.schema.text.PointerSteps;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// A property that both versions have, or the model as a whole, and the two schemas that speak about it.
///
/// @param pointer how paths in schemas name it
/// @param before with its reference resolved, like the schema after
public record PropertyVersions(
        String pointer, Concern concern, JsonNode before, JsonNode after, SchemaVersions versions) {

    /// A keyword of the older schema; missing if it has none.
    public JsonNode old(String keyword) {
        return before.path(keyword);
    }

    public JsonNode now(String keyword) {
        return after.path(keyword);
    }

    public boolean changed(String keyword) {
        return !Values.equal(old(keyword), now(keyword));
    }

    /// Whether this is a model as a whole, and no property.
    public boolean isWhole() {
        return !pointer.contains("/properties/");
    }

    /// The path of a property of this object.
    public String property(String name) {
        return (isWhole() ? pointer + "/properties/" : pointer + "/") + PointerSteps.escape(name);
    }

    /// Whether the newer version lets no caller set a property of this object.
    public boolean isReadOnly(String name) {
        return versions.isReadOnly(property(name));
    }

    /// Whom a property of this object concerns.
    public Concern concernOf(String name) {
        return versions.concern(property(name), concern);
    }

    public static JsonNode text(String text) {
        return JsonNodeFactory.instance.stringNode(text);
    }

    public static JsonNode nothing() {
        return JsonNodeFactory.instance.missingNode();
    }
}
