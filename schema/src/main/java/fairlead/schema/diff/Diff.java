package fairlead.schema.diff;

import fairlead.schema.ResourceSchema;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What makes one model of a type into another.
///
/// Numbers are compared by value, lists as `insertionOrder` and `uniqueItems` say, and a property that is left out
/// as its default. The changes are in an order in which they can be made one after the other.
public final class Diff {

    private final List<Change> changes;
    private final WriteOnlyMask veil;

    private Diff(List<Change> changes, WriteOnlyMask veil) {
        this.changes = changes;
        this.veil = veil;
    }

    public static Diff between(ResourceSchema schema, ObjectNode before, ObjectNode after) {
        ObjectNode fullBefore = Defaults.fill(schema.root(), before);
        ObjectNode fullAfter = Defaults.fill(schema.root(), after);
        Comparison comparison = new Comparison(new Effects(schema, fullBefore, fullAfter));
        comparison.values(
                Optional.of(schema.root()),
                ValueLocation.ROOT,
                new Side(before, fullBefore),
                new Side(after, fullAfter));
        return new Diff(comparison.changes(), new WriteOnlyMask(schema.writeOnly()));
    }

    public List<Change> changes() {
        return changes;
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /// The worst effect of all changes.
    public Effect effect() {
        return changes.stream().map(Change::effect).max(Effect::compareTo).orElse(Effect.NO_INTERRUPTION);
    }

    /// The changes as a patch of the first model. It has write-only values in clear: it is there to be applied, and not
    /// to be shown or kept.
    public Patch patch() {
        return new Patch(changes.stream().map(Change::operation).toList());
    }

    /// The changes for programs: a patch in which each operation has an `effect`.
    ///
    /// Write-only values are left out, and `hidden` says where. An operation all of whose value is hidden has no
    /// `value`, so that the patch can't be applied by mistake.
    public ArrayNode toJson() {
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        for (Change change : changes) {
            ObjectNode operation = change.operation().toJson();
            if (operation.has("value")) {
                WriteOnlyMask.Seen seen = veil.look(change.place(), operation.path("value"));
                operation.remove("value");
                seen.value().ifPresent(value -> operation.set("value", value));
                if (!seen.hidden().isEmpty()) {
                    ArrayNode hidden = operation.putArray("hidden");
                    seen.hidden().forEach(place -> hidden.add(place.toString()));
                }
            }
            json.add(operation.put("effect", change.effect().wireName()));
        }
        return json;
    }

    /// The changes for people, as a tree; empty if there are none. No write-only value is shown.
    public String text() {
        return new Outline(veil).of(changes);
    }

    @Override
    public String toString() {
        return text();
    }
}
