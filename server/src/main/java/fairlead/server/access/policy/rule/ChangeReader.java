package fairlead.server.access.policy.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

/// Reads what the effects `modify` and `append` do.
///
/// Implements "Azure Policy definitions modify effect" and "append effect". The roles that a modify effect names are
/// what
/// Azure needs to change resources later; here a rule changes requests, with the rights of who makes them.
final class ChangeReader {

    private static final Set<String> OF_MODIFY = Set.of("roleDefinitionIds", "conflictEffect", "operations");
    private static final Set<String> OF_OPERATION = Set.of("operation", "field", "value", "condition");
    private static final int MOST = 50;

    private final ExpressionReader expressions;
    private final ExpressionReader.Fields fields;
    private final Flaws flaws;
    private final boolean bound;

    /// @param bound whether all parameters have their values
    ChangeReader(ExpressionReader expressions, ExpressionReader.Fields fields, Flaws flaws, boolean bound) {
        this.bound = bound;
        this.expressions = expressions;
        this.fields = fields;
        this.flaws = flaws;
    }

    /// The operations of a modify effect.
    List<FieldChange> modify(JsonNode details, String pointer) {
        only(details, OF_MODIFY, pointer);
        List<FieldChange> changes = new ArrayList<>();
        JsonNode operations = list(details.path("operations"), pointer + "/operations");
        for (int i = 0; i < operations.size(); i++) {
            JsonNode one = operations.get(i);
            String place = pointer + "/operations/" + i;
            only(one, OF_OPERATION, place);
            Optional<FieldChange.Kind> kind = kind(one.path("operation").asString(""));
            if (kind.isEmpty()) {
                flaws.add(place + "/operation", "expected add, addOrReplace or remove");
            }
            change(kind.orElse(FieldChange.Kind.REMOVE), one, place).ifPresent(changes::add);
        }
        return changes;
    }

    private static Optional<FieldChange.Kind> kind(String text) {
        return switch (Parameters.key(text)) {
            case "add" -> Optional.of(FieldChange.Kind.ADD);
            case "addorreplace" -> Optional.of(FieldChange.Kind.ADD_OR_REPLACE);
            case "remove" -> Optional.of(FieldChange.Kind.REMOVE);
            default -> Optional.empty();
        };
    }

    /// What follows where another rule would set the same otherwise.
    Effect conflict(JsonNode details, String pointer) {
        String text = details.path("conflictEffect").asString("deny");
        Optional<Effect> effect =
                Effect.find(text).filter(one -> one == Effect.DENY || one == Effect.AUDIT || one == Effect.DISABLED);
        if (effect.isEmpty()) {
            flaws.add(pointer + "/conflictEffect", "expected deny, audit or disabled, found '" + text + "'");
        }
        return effect.orElse(Effect.DENY);
    }

    /// What an append effect adds.
    List<FieldChange> append(JsonNode details, String pointer) {
        List<FieldChange> changes = new ArrayList<>();
        JsonNode list = list(details, pointer);
        for (int i = 0; i < list.size(); i++) {
            only(list.get(i), Set.of("field", "value"), pointer + "/" + i);
            change(FieldChange.Kind.APPEND, list.get(i), pointer + "/" + i).ifPresent(changes::add);
        }
        return changes;
    }

    private JsonNode list(JsonNode list, String pointer) {
        if (!list.isArray() || list.isEmpty() || list.size() > MOST) {
            flaws.add(pointer, "expected a list of 1 to " + MOST + " objects");
            return Json.ABSENT;
        }
        return list;
    }

    private Optional<FieldChange> change(FieldChange.Kind kind, JsonNode json, String pointer) {
        expressions.count(pointer);
        Expression name = expressions.read(json.path("field"), pointer + "/field", List.of());
        Optional<Field> field = name.constant() ? Field.parse(Json.text(name.known())) : Optional.empty();
        boolean removes = kind == FieldChange.Kind.REMOVE;
        if (json.has("value") == removes) {
            flaws.add(pointer + "/value", removes ? "what is removed has no value" : "expected a value");
        }
        Expression value = expressions.read(json.path("value"), pointer + "/value", List.of());
        Expression condition = json.has("condition")
                ? expressions.read(json.path("condition"), pointer + "/condition", List.of())
                : Expression.of(BooleanNode.TRUE);
        field.flatMap(fields::flaw).ifPresent(flaw -> flaws.add(pointer + "/field", flaw));
        if (field.filter(Field::isWritable).isEmpty()) {
            // A name that is made of parameters is known once these are.
            if (bound || field.isPresent() || !json.path("field").asString("").startsWith("[")) {
                flaws.add(pointer + "/field", "expected a tag, or a property that is in no list");
            }
            return Optional.empty();
        }
        return Optional.of(new FieldChange(kind, field.get(), value, condition));
    }

    private void only(JsonNode object, Set<String> members, String pointer) {
        if (!object.isObject()) {
            flaws.add(pointer, "expected an object");
            return;
        }
        for (String member : object.propertyNames()) {
            if (!members.contains(member)) {
                flaws.add(pointer + "/" + member, "there is no such member");
            }
        }
    }
}
