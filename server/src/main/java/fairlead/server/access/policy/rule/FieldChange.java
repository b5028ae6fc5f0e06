package fairlead.server.access.policy.rule;

import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a rule does to one tag or property of a request.
///
/// @param value empty for [Kind#REMOVE]
/// @param condition a truth value: whether it is done at all
public record FieldChange(Kind kind, Field field, Expression value, Expression condition) {

    /// In which way.
    public enum Kind {
        /// Sets it where there is none.
        ADD,
        /// Sets it whatever there is.
        ADD_OR_REPLACE,
        /// Takes it away.
        REMOVE,
        /// Sets it where there is none; another value refuses the request.
        APPEND
    }

    /// What came of it.
    public enum Result {
        NOTHING,
        CHANGED,
        /// There is another value.
        CONTRADICTED
    }

    /// Whether it is a tag, and not a property.
    public boolean isOfTag() {
        return field.root() == Field.Root.TAGS;
    }

    /// By which two changes of the same are told: where it is, without regard to case.
    public String place() {
        return (isOfTag() ? "tags/" : "properties/")
                + String.join("/", field.path()).toLowerCase(Locale.ROOT);
    }

    /// What it sets; absent for one that takes away.
    public JsonNode value(Evaluation evaluation) {
        return kind == Kind.REMOVE ? Json.ABSENT : value.value(evaluation);
    }

    /// Whether it is to be done.
    public boolean isDue(Evaluation evaluation) {
        return Json.text(condition.value(evaluation)).equalsIgnoreCase("true");
    }

    /// Does it, to the tags or properties that are given.
    public Result apply(Evaluation evaluation, ObjectNode whole) {
        if (!field.isOf(evaluation.facts().type())) {
            return Result.NOTHING;
        }
        JsonNode present = field.value(evaluation);
        JsonNode value = value(evaluation);
        boolean changed = switch (kind) {
            case REMOVE -> field.remove(whole);
            case ADD_OR_REPLACE -> !Json.isAbsent(value) && field.set(whole, value);
            case ADD, APPEND -> Json.isAbsent(present) && !Json.isAbsent(value) && field.set(whole, value);
        };
        if (changed) {
            return Result.CHANGED;
        }
        boolean contradicted = kind == Kind.APPEND && !Json.isAbsent(present) && !Json.same(present, value);
        return contradicted ? Result.CONTRADICTED : Result.NOTHING;
    }
}
