package fairlead.schema.draft07;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.NumericNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// A compiled schema. Made by a [Compiler], unchanging after it, and safe to share between threads.
public final class Shape {

    static final Check[] NONE = {};

    private final String pointer;
    int types = JsonType.ANY;
    boolean forbidden;

    @Nullable
    Shape target;

    Check[] always = NONE;
    Check[] choices = NONE;

    Checks.@Nullable Text text;

    @Nullable
    Numbers numbers;

    Checks.@Nullable Items list;

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
        Validation validation = new Validation(mode);
        return fits(value, validation) ? List.of() : validation.explain(this, value);
    }

    /// The value with its texts turned into numbers and booleans, and the other way round, where that is what makes
    /// it fit; see [Recasting].
    public JsonNode recast(JsonNode value) {
        return new Recasting().recast(this, value);
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

    /// Whether nothing is wrong with the value; a format counts, unless this is an alternative.
    boolean fits(JsonNode value, Validation validation) {
        return target == null ? fitsHere(value, validation) : target.fitsHere(value, validation);
    }

    private boolean fitsHere(JsonNode value, Validation validation) {
        if (validation.spent() || forbidden || !fitsType(value, validation)) {
            return false;
        }
        for (Check check : always) {
            if (!check.fits(value, validation)) {
                return false;
            }
        }
        if (choices.length > 0 && validation.choices()) {
            for (Check check : choices) {
                if (!check.fits(value, validation)) {
                    return false;
                }
            }
        }
        return true;
    }

    /// The classes of nodes are compared rather than asked for their type, the most frequent first.
    private boolean fitsType(JsonNode value, Validation validation) {
        if (value instanceof StringNode) {
            return JsonType.STRING.in(types) && (text == null || text.fits(value, validation));
        }
        if (value instanceof ObjectNode) {
            return JsonType.OBJECT.in(types) && (members == null || members.fits(value, validation));
        }
        if (value instanceof ArrayNode) {
            return JsonType.ARRAY.in(types) && (list == null || list.fits(value, validation));
        }
        return JsonType.admits(types, value)
                && (numbers == null || !(value instanceof NumericNode) || numbers.fits(value, validation));
    }

    /// Reports everything that is wrong with the value.
    void explain(JsonNode value, Validation validation) {
        if (target != null) {
            target.explain(value, validation);
        } else if (!validation.stopped(this, value)) {
            explainHere(value, validation);
        }
    }

    private void explainHere(JsonNode value, Validation validation) {
        if (forbidden) {
            validation.report(this, "false", "nothing", value);
            return;
        }
        if (!JsonType.admits(types, value)) {
            validation.report(this, "type", JsonType.text(types), value);
            return;
        }
        for (Check check : always) {
            check.explain(value, this, validation);
        }
        Check own = about(value);
        if (own != null) {
            own.explain(value, this, validation);
        }
        if (validation.choices()) {
            for (Check check : choices) {
                check.explain(value, this, validation);
            }
        }
    }

    private @Nullable Check about(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> members;
            case STRING -> text;
            case NUMBER -> numbers;
            case ARRAY -> list;
            case BOOLEAN, NULL, BINARY, MISSING, POJO -> null;
        };
    }

    /// This shape and all that apply to the same value: what it refers to, and its alternatives.
    List<Shape> closure() {
        Set<Shape> closure = new LinkedHashSet<>(2);
        close(closure);
        return List.copyOf(closure);
    }

    private void close(Set<Shape> closure) {
        if (!closure.add(this)) {
            return;
        }
        if (target != null) {
            target.close(closure);
        }
        for (Shape part : inPlace) {
            part.close(closure);
        }
    }
}
