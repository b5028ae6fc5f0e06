package fairlead.schema;

import fairlead.schema.draft07.Place;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Divides models into the part that may be shown and the secret part, and joins the two again.
///
/// The secret part holds the write-only values at their places. It holds a list on the way to one with its whole
/// items: an item is recognized by the values that may be shown, so that a secret returns to its own item even if
/// the order has changed.
final class Secrets {

    private static final String ANY = "*";

    private final List<PropertyPath> paths;
    private final Place root;

    Secrets(List<PropertyPath> paths, Place root) {
        this.paths = List.copyOf(paths);
        this.root = root;
    }

    ObjectNode visible(ObjectNode model) {
        return without(paths, model);
    }

    static ObjectNode without(List<PropertyPath> paths, ObjectNode model) {
        ObjectNode copy = model.deepCopy();
        paths.forEach(path -> path.remove(copy));
        return copy;
    }

    ObjectNode secret(ObjectNode model) {
        ObjectNode secret = model.objectNode();
        for (PropertyPath path : paths) {
            collect(path.steps(), 0, model, secret);
        }
        return secret;
    }

    /// Copies what is on the path: single members up to a list or a map, and from there all of it.
    private static void collect(List<String> steps, int depth, JsonNode from, ObjectNode into) {
        String step = steps.get(depth);
        JsonNode value = from.get(step);
        if (value == null) {
            return;
        }
        boolean last = depth == steps.size() - 1;
        if (last || steps.get(depth + 1).equals(ANY)) {
            if (last || !value.isEmpty()) {
                into.set(step, value.deepCopy());
            }
        } else if (value.isObject()) {
            ObjectNode below = into.get(step) instanceof ObjectNode known ? known : into.objectNode();
            collect(steps, depth + 1, value, below);
            if (!below.isEmpty()) {
                into.set(step, below);
            }
        }
    }

    ObjectNode overlay(ObjectNode visible, ObjectNode secret) {
        ObjectNode result = visible.deepCopy();
        overlay(Optional.of(root), result, secret, List.of());
        return result;
    }

    private void overlay(Optional<Place> place, ObjectNode visible, ObjectNode secret, List<String> at) {
        for (Map.Entry<String, JsonNode> member : secret.properties()) {
            String name = member.getKey();
            JsonNode kept = member.getValue();
            List<String> here = append(at, name);
            Optional<Place> below = place.flatMap(p -> p.property(name));
            JsonNode shown = visible.get(name);
            if (isSecret(here)) {
                if (shown == null) {
                    visible.set(name, kept.deepCopy());
                }
            } else if (shown instanceof ObjectNode object && kept instanceof ObjectNode values) {
                overlay(below, object, values, here);
            } else if (shown instanceof ArrayNode list && kept instanceof ArrayNode items) {
                overlayItems(below, list, items, here);
            }
        }
    }

    private void overlayItems(Optional<Place> place, ArrayNode visible, ArrayNode secret, List<String> at) {
        List<String> here = append(at, ANY);
        if (isSecret(here)) {
            if (visible.isEmpty()) {
                secret.values().forEach(item -> visible.add(item.deepCopy()));
            }
            return;
        }
        Optional<Place> item = place.flatMap(Place::item);
        boolean[] used = new boolean[secret.size()];
        for (int i = 0; i < visible.size(); i++) {
            int match = match(item, visible.get(i), i, secret, used, here);
            if (match >= 0) {
                used[match] = true;
                overlayItem(item, visible, i, secret.get(match), here);
            }
        }
    }

    private void overlayItem(Optional<Place> item, ArrayNode visible, int i, JsonNode kept, List<String> here) {
        if (visible.get(i) instanceof ObjectNode shown && kept instanceof ObjectNode values) {
            overlay(item, shown, values, here);
        } else if (visible.get(i) instanceof ArrayNode shown && kept instanceof ArrayNode values) {
            overlayItems(item, shown, values, here);
        }
    }

    /// The kept item that the visible one came from: the one in the same place if it fits, else the first that
    /// fits.
    private int match(Optional<Place> item, JsonNode shown, int i, ArrayNode kept, boolean[] used, List<String> here) {
        for (int step = 0; step <= kept.size(); step++) {
            int candidate = step == 0 ? i : step - 1;
            if (candidate < kept.size() && !used[candidate]) {
                JsonNode known = withoutSecrets(kept.get(candidate), here);
                if (ModelEquality.met(item, known, shown)) {
                    return candidate;
                }
            }
        }
        return -1;
    }

    private JsonNode withoutSecrets(JsonNode node, List<String> at) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = object.objectNode();
            object.forEachEntry((name, value) -> {
                List<String> here = append(at, name);
                if (!isSecret(here)) {
                    copy.set(name, withoutSecrets(value, here));
                }
            });
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = array.arrayNode();
            List<String> here = append(at, ANY);
            if (!isSecret(here)) {
                array.values().forEach(item -> copy.add(withoutSecrets(item, here)));
            }
            return copy;
        }
        return node;
    }

    private boolean isSecret(List<String> place) {
        for (PropertyPath path : paths) {
            if (path.covers(place)) {
                return true;
            }
        }
        return false;
    }

    private static List<String> append(List<String> at, String step) {
        List<String> here = new java.util.ArrayList<>(at);
        here.add(step);
        return here;
    }
}
