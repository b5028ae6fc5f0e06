package fairlead.server.arm.deployment.whatif;

import fairlead.schema.ModelEquality;
import fairlead.schema.ResourceSchema;
import fairlead.schema.diff.Change;
import fairlead.schema.diff.Diff;
import fairlead.schema.diff.Effect;
import fairlead.schema.diff.Pointer;
import fairlead.server.arm.deployment.whatif.ResourceForecasts.Asked;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The difference between what is asked for of a resource now and what would be: a list of paths such as
/// `properties.a.b`. A path that leads to a list has its changed items for children, each by its index: of an item that
/// stays the one before, of one that comes the one after.
final class Delta {

    private static final String PROPERTIES = "properties";
    private static final String CHILDREN = "children";

    private final Mask mask;
    private final ArrayNode json = JsonNodeFactory.instance.arrayNode();
    private final List<List<String>> touched = new ArrayList<>();

    private Delta(Mask mask) {
        this.mask = mask;
    }

    static Delta between(Optional<ResourceSchema> schema, Asked before, Asked after, Mask mask) {
        Delta delta = new Delta(mask);
        List<Change> beside = new ArrayList<>();
        compare(Pointer.ROOT, before.envelope(), after.envelope(), beside);
        beside.forEach(change -> delta.add(change, List.of(), before.envelope()));
        List<Change> among = new ArrayList<>();
        if (schema.isPresent()) {
            among.addAll(Diff.between(schema.get(), before.properties(), after.properties())
                    .changes());
        } else {
            compare(Pointer.ROOT, before.properties(), after.properties(), among);
        }
        among.forEach(change -> delta.add(change, List.of(PROPERTIES), before.properties()));
        return delta;
    }

    boolean isEmpty() {
        return json.isEmpty();
    }

    /// A copy.
    ArrayNode json() {
        return json.deepCopy();
    }

    /// The places of what changes; a list changes as one.
    List<List<String>> touched() {
        return List.copyOf(touched);
    }

    // -- what no schema describes -----------------------------------------------------------------------------------

    private static void compare(Pointer place, JsonNode before, JsonNode after, List<Change> changes) {
        if (before instanceof ObjectNode from && after instanceof ObjectNode to) {
            Set<String> names = new LinkedHashSet<>(from.propertyNames());
            names.addAll(to.propertyNames());
            names.forEach(name -> compare(place.child(name), from.path(name), to.path(name), changes));
        } else if (before instanceof ArrayNode from && after instanceof ArrayNode to) {
            for (int i = 0; i < Math.max(from.size(), to.size()); i++) {
                compare(place.child(i), from.path(i), to.path(i), changes);
            }
        } else if (before.isMissingNode()) {
            changes.add(new Change.Added(place, place, after, Effect.NO_INTERRUPTION));
        } else if (after.isMissingNode()) {
            changes.add(new Change.Removed(place, place, before, Effect.NO_INTERRUPTION));
        } else if (!ModelEquality.equal(Optional.empty(), before, after)) {
            changes.add(new Change.Replaced(place, place, before, after, Effect.NO_INTERRUPTION));
        }
    }

    // -- the tree ---------------------------------------------------------------------------------------------------

    private void add(Change change, List<String> root, JsonNode from) {
        List<String> place = new ArrayList<>(root);
        place.addAll(change.place().steps());
        touched.add(untilList(root, change.place().steps(), from));
        ArrayNode level = json;
        String path = String.join(".", root);
        JsonNode now = from;
        List<String> steps = change.place().steps();
        for (int i = 0; i < steps.size(); i++) {
            String step = steps.get(i);
            if (now.isArray()) {
                level = children(level, path, "Array");
                path = step;
                now = now.path(Integer.parseInt(step));
                if (i + 1 < steps.size() && !now.isArray()) {
                    level = children(level, path, "Modify");
                    path = "";
                }
            } else {
                path = path.isEmpty() ? step : path + "." + step;
                now = now.path(step);
            }
        }
        level.add(leaf(change, path, place));
    }

    private static List<String> untilList(List<String> root, List<String> steps, JsonNode from) {
        List<String> place = new ArrayList<>(root);
        JsonNode now = from;
        for (String step : steps) {
            if (now.isArray()) {
                break;
            }
            place.add(step);
            now = now.path(step);
        }
        return List.copyOf(place);
    }

    private static ArrayNode children(ArrayNode level, String path, String type) {
        for (JsonNode entry : level) {
            if (entry.path("path").asString().equals(path)
                    && entry.path("propertyChangeType").asString().equals(type)) {
                return entry.withArray(CHILDREN);
            }
        }
        return level.addObject()
                .put("path", path)
                .put("propertyChangeType", type)
                .putArray(CHILDREN);
    }

    private ObjectNode leaf(Change change, String path, List<String> place) {
        ObjectNode leaf = JsonNodeFactory.instance.objectNode().put("path", path);
        switch (change) {
            case Change.Added added ->
                leaf.put("propertyChangeType", "Create").set("after", mask.after(place, added.value()));
            case Change.Removed removed ->
                leaf.put("propertyChangeType", "Delete").set("before", mask.before(place, removed.value()));
            case Change.Replaced replaced ->
                leaf.put("propertyChangeType", "Modify")
                        .set("before", mask.before(place, replaced.before()))
                        .set("after", mask.after(place, replaced.after()));
        }
        return leaf;
    }

    // -- what has its own form --------------------------------------------------------------------------------------

    /// Nothing is known of the properties but the text of their expression.
    void opaque(Asked before, String text) {
        touched.add(List.of(PROPERTIES));
        json.addObject()
                .put("path", PROPERTIES)
                .put("propertyChangeType", "Modify")
                .put("after", text)
                .set("before", mask.before(List.of(PROPERTIES), before.properties()));
    }

    /// What the template gives though it is read-only, and makes no difference.
    void withoutEffect(ResourceSchema schema, JsonNode properties) {
        schema.readOnly()
                .forEach(path -> path.find(properties).forEach(found -> {
                    List<String> place = new ArrayList<>(List.of(PROPERTIES));
                    place.addAll(Pointer.parse(found.pointer()).steps());
                    json.addObject()
                            .put("path", String.join(".", place))
                            .put("propertyChangeType", "NoEffect")
                            .set("after", mask.after(place, found.value()));
                }));
    }
}
