package fairlead.schema.draft07;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A compiled schema. Made by a [Compiler], unchanging after it, and safe to share between threads.
public final class Shape {

    static final Check[] NONE = {};

    private final String pointer;
    int types = JsonType.ANY;
    boolean forbidden;

    @Nullable
    Shape target;

    Check[] always = NONE;
    Check[] strings = NONE;
    Check[] numbers = NONE;
    Check[] arrays = NONE;
    Check[] choices = NONE;

    @Nullable
    Members members;

    boolean insertionOrder = true;
    boolean uniqueItems;

    @Nullable
    Shape items;

    List<Shape> inPlace = List.of();
    JsonNode source;

    Shape(String pointer, JsonNode source) {
        this.pointer = pointer;
        this.source = source;
    }

    /// Everything that is wrong with a value.
    public List<Violation> validate(JsonNode value, Mode mode) {
        Walk walk = new Walk(mode);
        check(value, walk);
        return walk.violations();
    }

    /// Where in its document the schema stands.
    public String pointer() {
        return pointer;
    }

    /// The JSON that this was compiled from.
    public JsonNode source() {
        return source;
    }

    public Optional<Shape> target() {
        return Optional.ofNullable(target);
    }

    public int types() {
        return types;
    }

    /// The properties named by the schema, without those of references and alternatives.
    public Map<String, Shape> properties() {
        return members == null ? Map.of() : members.named();
    }

    void check(JsonNode value, Walk walk) {
        if (walk.spent(value)) {
            return;
        }
        if (target != null) {
            target.check(value, walk);
            return;
        }
        if (forbidden) {
            walk.report("false", "nothing", value);
            return;
        }
        if (types != JsonType.ANY && !JsonType.admits(types, value)) {
            walk.report("type", JsonType.text(types), value);
            return;
        }
        run(always, value, walk);
        switch (value.getNodeType()) {
            case OBJECT -> {
                if (members != null) {
                    members.check(value, walk);
                }
            }
            case STRING -> run(strings, value, walk);
            case NUMBER -> run(numbers, value, walk);
            case ARRAY -> run(arrays, value, walk);
            case BOOLEAN, NULL, BINARY, MISSING, POJO -> {}
        }
        if (choices.length > 0 && walk.full()) {
            run(choices, value, walk);
        }
    }

    private static void run(Check[] checks, JsonNode value, Walk walk) {
        for (Check check : checks) {
            check.check(value, walk);
        }
    }

    /// This shape and all that apply to the same value: what it refers to, and its alternatives.
    List<Shape> closure() {
        List<Shape> closure = new ArrayList<>(1);
        close(closure);
        return closure;
    }

    private void close(List<Shape> closure) {
        if (closure.contains(this)) {
            return;
        }
        closure.add(this);
        if (target != null) {
            target.close(closure);
        }
        for (Shape part : inPlace) {
            part.close(closure);
        }
    }
}
