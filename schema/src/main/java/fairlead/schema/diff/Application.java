package fairlead.schema.diff;

import fairlead.schema.draft07.Values;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A document that is being patched.
final class Application {

    /// How deep a patched document may be, and how many values `copy` may add: a short patch could grow without end.
    private static final int DEEPEST = 200;

    private static final int MOST_COPIED = 1_000_000;

    private JsonNode document;
    private int index;
    private int copied;

    Application(JsonNode document) {
        this.document = document;
    }

    JsonNode document() {
        return document;
    }

    void apply(int number, Operation operation) {
        index = number;
        switch (operation) {
            case Operation.Add(Pointer path, JsonNode value) -> add(path, value.deepCopy());
            case Operation.Remove(Pointer path) -> remove(path);
            case Operation.Replace(Pointer path, JsonNode value) -> replace(path, value.deepCopy());
            case Operation.Move(Pointer from, Pointer path) -> move(from, path);
            case Operation.Copy(Pointer from, Pointer path) -> copy(from, path);
            case Operation.Test(Pointer path, JsonNode value) -> test(path, value);
        }
    }

    /// The value there.
    JsonNode value(int number, Pointer path) {
        index = number;
        return find(path);
    }

    /// Makes the objects in which the value at that place is, where there are none.
    void provide(Pointer path) {
        JsonNode node = document;
        for (String step : path.parent().steps()) {
            if (node instanceof ObjectNode object && !object.has(step)) {
                object.putObject(step);
            }
            node = next(node, step);
        }
    }

    boolean has(Pointer path) {
        JsonNode node = document;
        for (String step : path.steps()) {
            node = next(node, step);
        }
        return !node.isMissingNode();
    }

    private static JsonNode next(JsonNode node, String step) {
        return node instanceof ArrayNode list
                ? list.path(step.matches("0|[1-9][0-9]{0,8}") ? Integer.parseInt(step) : -1)
                : node.path(step);
    }

    private void add(Pointer path, JsonNode value) {
        if (path.steps().size() + depth(value) > DEEPEST) {
            throw wrong(path, "expected at most " + DEEPEST + " levels, found more");
        }
        if (path.isRoot()) {
            document = value;
            return;
        }
        switch (parent(path)) {
            case ObjectNode object -> object.set(path.last(), value);
            case ArrayNode list when path.last().equals("-") -> list.add(value);
            case ArrayNode list -> list.insert(position(path, list.size()), value);
            default -> throw noContainer(path);
        }
    }

    private JsonNode remove(Pointer path) {
        if (path.isRoot()) {
            throw wrong(path, "expected a place in the document, found the document itself, which can't be removed");
        }
        JsonNode value = find(path);
        switch (parent(path)) {
            case ObjectNode object -> object.remove(path.last());
            case ArrayNode list -> list.remove(position(path, list.size() - 1));
            default -> throw noContainer(path);
        }
        return value;
    }

    private void replace(Pointer path, JsonNode value) {
        find(path);
        if (path.isRoot()) {
            document = value;
            return;
        }
        switch (parent(path)) {
            case ObjectNode object -> object.set(path.last(), value);
            case ArrayNode list -> list.set(position(path, list.size() - 1), value);
            default -> throw noContainer(path);
        }
    }

    private void move(Pointer from, Pointer path) {
        if (from.equals(path)) {
            find(from);
            return;
        }
        if (from.holds(path)) {
            throw wrong(
                    path, "expected a place outside of '" + from + "', found one inside: nothing moves into itself");
        }
        add(path, remove(from));
    }

    private void copy(Pointer from, Pointer path) {
        copy(index, find(from), path);
    }

    /// Puts a copy of a value there.
    void copy(int number, JsonNode value, Pointer path) {
        index = number;
        copied += size(value);
        if (copied > MOST_COPIED) {
            throw wrong(path, "expected copies of at most " + MOST_COPIED + " values, found more");
        }
        add(path, value.deepCopy());
    }

    private void test(Pointer path, JsonNode value) {
        if (!Values.equal(find(path), value)) {
            throw wrong(path, "expected the value of the test, found another");
        }
    }

    /// The value there.
    private JsonNode find(Pointer path) {
        return find(path, path.steps());
    }

    private JsonNode find(Pointer path, List<String> steps) {
        JsonNode node = document;
        Pointer at = Pointer.ROOT;
        for (String step : steps) {
            at = at.child(step);
            node = switch (node) {
                case ObjectNode object when object.has(step) -> object.path(step);
                case ArrayNode list -> list.path(position(path, step, list.size() - 1));
                default -> throw wrong(path, "expected a value at '" + at + "', found none");
            };
        }
        return node;
    }

    private JsonNode parent(Pointer path) {
        return find(path, path.parent().steps());
    }

    private int position(Pointer path, int last) {
        return position(path, path.last(), last);
    }

    private int position(Pointer path, String step, int last) {
        boolean number = step.matches("0|[1-9][0-9]{0,8}");
        if (!number) {
            throw wrong(path, "expected the index of an item, found '" + step + "'");
        }
        int position = Integer.parseInt(step);
        if (position > last) {
            String range =
                    last < 0 ? "an item, found an empty list" : "an index of at most " + last + ", found " + step;
            throw wrong(path, "expected " + range);
        }
        return position;
    }

    private static int depth(JsonNode value) {
        int deepest = 0;
        if (value.isContainer()) {
            for (JsonNode child : value.values()) {
                deepest = Math.max(deepest, 1 + depth(child));
            }
        }
        return deepest;
    }

    private static int size(JsonNode value) {
        int size = 1;
        if (value.isContainer()) {
            for (JsonNode child : value.values()) {
                size += size(child);
            }
        }
        return size;
    }

    private PatchException noContainer(Pointer path) {
        return wrong(path, "expected an object or a list at '" + path.parent() + "', found another value");
    }

    private PatchException wrong(Pointer path, String reason) {
        return new PatchException(index, path.toString(), reason);
    }
}
