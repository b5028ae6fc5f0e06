package fairlead.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// RFC 6902 once more, as short as it can be written: another opinion on what becomes of a document.
final class ReferencePatch {

    /// Of what is larger, no opinion.
    private static final int MOST_VALUES = 200_000;

    private JsonNode document;

    private ReferencePatch(JsonNode document) {
        this.document = document;
    }

    private static final class Misfit extends RuntimeException {
        private static final long serialVersionUID = 1;

        Misfit() {
            super("", null, false, false);
        }
    }

    /// Empty if the patch does not fit the document.
    static Optional<JsonNode> apply(JsonNode document, JsonNode operations) {
        ReferencePatch patch = new ReferencePatch(document.deepCopy());
        try {
            operations.forEach(patch::apply);
            return Optional.of(patch.document);
        } catch (Misfit none) {
            return Optional.empty();
        }
    }

    private void apply(JsonNode operation) {
        List<String> path = steps(operation.path("path").asString());
        JsonNode value = operation.path("value");
        switch (operation.path("op").asString()) {
            case "add" -> put(path, value.deepCopy(), true);
            case "replace" -> {
                at(path);
                put(path, value.deepCopy(), false);
            }
            case "remove" -> remove(path);
            case "move" -> move(steps(operation.path("from").asString()), path);
            case "copy" ->
                put(path, at(steps(operation.path("from").asString())).deepCopy(), true);
            default -> fits(Law.isSame(at(path), value));
        }
        fits(size(document) <= MOST_VALUES);
    }

    private void move(List<String> from, List<String> path) {
        JsonNode moved = at(from);
        boolean inside =
                path.size() > from.size() && path.subList(0, from.size()).equals(from);
        fits(!inside);
        if (!from.equals(path)) {
            remove(from);
            put(path, moved, true);
        }
    }

    private static List<String> steps(String pointer) {
        List<String> steps = new ArrayList<>(Arrays.asList(pointer.split("/", -1)));
        steps.removeFirst();
        steps.replaceAll(step -> step.replace("~1", "/").replace("~0", "~"));
        return steps;
    }

    private JsonNode at(List<String> path) {
        JsonNode node = document;
        for (String step : path) {
            node = node instanceof ArrayNode list ? list.path(index(step, list.size() - 1)) : node.path(step);
            fits(!(node instanceof MissingNode));
        }
        return node;
    }

    private void put(List<String> path, JsonNode value, boolean adds) {
        if (path.isEmpty()) {
            document = value;
            return;
        }
        String last = path.getLast();
        switch (at(path.subList(0, path.size() - 1))) {
            case ObjectNode object -> object.set(last, value);
            case ArrayNode list
            when adds -> list.insert(last.equals("-") ? list.size() : index(last, list.size()), value);
            case ArrayNode list -> list.set(index(last, list.size() - 1), value);
            default -> throw new Misfit();
        }
    }

    private void remove(List<String> path) {
        fits(!path.isEmpty());
        at(path);
        switch (at(path.subList(0, path.size() - 1))) {
            case ObjectNode object -> object.remove(path.getLast());
            case ArrayNode list -> list.remove(index(path.getLast(), list.size() - 1));
            default -> throw new Misfit();
        }
    }

    private static int index(String step, int last) {
        fits(step.matches("0|[1-9]\\d{0,8}"));
        int index = Integer.parseInt(step);
        fits(index <= last);
        return index;
    }

    private static int size(JsonNode node) {
        int size = 1;
        for (JsonNode child : node) {
            size += size(child);
        }
        return size;
    }

    private static void fits(boolean fact) {
        if (!fact) {
            throw new Misfit();
        }
    }
}
