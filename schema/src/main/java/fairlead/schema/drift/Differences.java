package fairlead.schema.drift;

import fairlead.schema.ModelEquality;
import fairlead.schema.diff.Effects;
import fairlead.schema.diff.Pointer;
import fairlead.schema.draft07.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Walks through the desired model beside the actual one. What only the actual one has is no concern.
final class Differences {

    private final Place root;
    private final Effects effects;
    private final Rewrites rewrites;
    private List<Drifted> drifted = new ArrayList<>();

    Differences(Place root, Effects effects, Rewrites rewrites) {
        this.root = root;
        this.effects = effects;
        this.rewrites = rewrites;
    }

    List<Drifted> drifted() {
        return List.copyOf(drifted);
    }

    void wanted(ObjectNode desired, ObjectNode actual) {
        members(Optional.of(root), Pointer.ROOT, desired, actual);
    }

    private void members(Optional<Place> place, Pointer at, JsonNode desired, JsonNode actual) {
        for (Map.Entry<String, JsonNode> member : desired.properties()) {
            String name = member.getKey();
            JsonNode found = actual.get(name);
            if (!member.getValue().isNull() || !isNothing(found)) {
                value(place.flatMap(p -> p.property(name)), at.child(name), member.getValue(), found);
            }
        }
    }

    private static boolean isNothing(@Nullable JsonNode node) {
        return node == null || node.isNull();
    }

    /// A transform may be about the property itself or about one that holds it: it is asked on the way back.
    private void value(Optional<Place> place, Pointer at, JsonNode desired, @Nullable JsonNode actual) {
        if (actual == null) {
            drifted.add(new Drifted(
                    at, Drifted.Kind.MISSING, Optional.of(desired), Optional.empty(), effects.of(at, desired)));
            return;
        }
        List<Drifted> before = drifted;
        List<Drifted> here = new ArrayList<>();
        drifted = here;
        try {
            if (desired.isObject() && actual.isObject()) {
                members(place, at, desired, actual);
            } else if (desired.isArray() && actual.isArray()) {
                lists(place, at, desired, actual);
            } else if (!ModelEquality.equal(place, desired, actual)) {
                drifted.add(changed(at, desired, actual));
            }
        } finally {
            drifted = before;
        }
        if (!here.isEmpty() && !rewrites.explain(place, at.steps(), actual)) {
            drifted.addAll(here);
        }
    }

    private Drifted changed(Pointer at, JsonNode desired, JsonNode actual) {
        return new Drifted(
                at, Drifted.Kind.CHANGED, Optional.of(desired), Optional.of(actual), effects.of(at, desired, actual));
    }

    /// Items that keep their places are compared one by one; else a list is as it should be or it is not.
    private void lists(Optional<Place> place, Pointer at, JsonNode desired, JsonNode actual) {
        if (ModelEquality.equal(place, desired, actual)) {
            return;
        }
        Optional<Place> item = place.flatMap(Place::item);
        boolean ordered = place.map(Place::ordered).orElse(true);
        boolean unique = place.map(Place::unique).orElse(false);
        if (ordered && !unique && desired.size() == actual.size()) {
            for (int i = 0; i < desired.size(); i++) {
                value(item, at.child(i), desired.path(i), actual.path(i));
            }
        } else if (!new Assignment(
                        desired,
                        actual,
                        unique,
                        ordered,
                        item,
                        (i, found) -> meets(item, at.child(i), desired.path(i), found))
                .isComplete()) {
            drifted.add(changed(at, desired, actual));
        }
    }

    private boolean meets(Optional<Place> place, Pointer at, JsonNode desired, JsonNode actual) {
        List<Drifted> before = drifted;
        List<Drifted> here = new ArrayList<>();
        drifted = here;
        try {
            value(place, at, desired, actual);
        } finally {
            drifted = before;
        }
        return here.isEmpty();
    }

    void leftOver(ObjectNode applied, ObjectNode desired, ObjectNode actual) {
        leftOver(Optional.of(root), Pointer.ROOT, applied, desired, actual);
    }

    private void leftOver(Optional<Place> place, Pointer at, JsonNode applied, JsonNode desired, JsonNode actual) {
        for (Map.Entry<String, JsonNode> member : applied.properties()) {
            String name = member.getKey();
            JsonNode found = actual.get(name);
            Optional<Place> below = place.flatMap(p -> p.property(name));
            JsonNode wanted = desired.get(name);
            if (found == null || found.isNull()) {
                continue;
            }
            if (wanted != null && member.getValue().isObject() && wanted.isObject() && found.isObject()) {
                leftOver(below, at.child(name), member.getValue(), wanted, found);
            } else if (wanted == null && ModelEquality.equal(below, member.getValue(), found)) {
                Pointer here = at.child(name);
                drifted.add(new Drifted(
                        here, Drifted.Kind.LEFT_OVER, Optional.empty(), Optional.of(found), effects.of(here, found)));
            }
        }
    }
}
