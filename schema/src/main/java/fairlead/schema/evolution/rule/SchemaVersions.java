package fairlead.schema.evolution.rule;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The two versions of a schema.
public record SchemaVersions(ResourceSchema older, ResourceSchema newer, JsonNode before, JsonNode after) {

    public static SchemaVersions of(ResourceSchema older, ResourceSchema newer) {
        return new SchemaVersions(older, newer, older.whole(), newer.whole());
    }

    /// The texts in a list that only the new version has.
    public static List<JsonNode> added(JsonNode from, JsonNode to) {
        List<JsonNode> added = new ArrayList<>(to.values());
        added.removeAll(from.values());
        return added;
    }

    /// Whether the older version has the property, too.
    public boolean existed(String path) {
        return has(older, path);
    }

    /// Whether the newer version still has it.
    public boolean exists(String path) {
        return has(newer, path);
    }

    private static boolean has(ResourceSchema schema, String path) {
        try {
            return schema.has(PropertyPath.parse(path));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /// Whether either version has the path in that list.
    public boolean lists(String list, JsonNode path) {
        return before.path(list).values().contains(path)
                || after.path(list).values().contains(path);
    }

    /// Whom a property concerns: what is read-only in both versions is no input, what is write-only no output.
    public Concern concern(String pointer, Concern holder) {
        if (holder != Concern.BOTH || !pointer.startsWith("/properties/")) {
            return holder;
        }
        List<String> place = PropertyPath.parse(pointer).steps();
        if (covers(older.readOnly(), place) && covers(newer.readOnly(), place)) {
            return Concern.OUTPUT;
        }
        boolean secret = covers(older.writeOnly(), place) && covers(newer.writeOnly(), place);
        return secret ? Concern.INPUT : Concern.BOTH;
    }

    boolean isReadOnly(String pointer) {
        return pointer.startsWith("/properties/")
                && covers(newer.readOnly(), PropertyPath.parse(pointer).steps());
    }

    private static boolean covers(List<PropertyPath> paths, List<String> place) {
        return paths.stream().anyMatch(path -> path.covers(place));
    }
}
