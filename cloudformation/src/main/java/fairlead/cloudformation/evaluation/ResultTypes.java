package fairlead.cloudformation.evaluation;

import fairlead.schema.draft07.JsonType;
import fairlead.schema.draft07.Place;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Part;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Of which types expressions are that depend on resources, as far as the schemas tell.
public final class ResultTypes {

    private static final Set<String> TEXTS = Set.of("Fn::Sub", "Fn::Join", "Fn::Base64", "Fn::ToJsonString");

    private final Map<String, Target> targets;

    /// @param targets the resources by their logical ids
    public ResultTypes(Map<String, Target> targets) {
        this.targets = targets;
    }

    /// Whether it certainly is a text.
    public boolean isText(Expression expression) {
        return switch (expression) {
            case Expression.Call call -> TEXTS.contains(call.name());
            case Expression.Reference reference ->
                switch (reference.part()) {
                    case Part.Identifier() -> true;
                    case Part.Property(var path) ->
                        isTextOfTheLanguage(reference.node(), path)
                                || place(reference.node(), path)
                                        .filter(place -> place.types() == JsonType.STRING.bit())
                                        .isPresent();
                    case Part.Whole(), Part.Action(var _, var _) -> false;
                };
            case Expression.Value value -> value.value().isString();
            case Expression.Absent(), Expression.ObjectOf(var _), Expression.ArrayOf(var _) -> false;
        };
    }

    /// Whether it certainly is of a type that a place takes, so that there is nothing to convert.
    public boolean fits(Expression expression, Place place) {
        if (isText(expression)) {
            return JsonType.STRING.in(place.types());
        }
        return expression instanceof Expression.Reference(var node, Part.Property(var path), var _)
                && place(node, path).filter(source -> fits(source, place)).isPresent();
    }

    private static boolean fits(Place source, Place target) {
        if (source.types() == JsonType.ARRAY.bit() && JsonType.ARRAY.in(target.types())) {
            Optional<Place> item = source.item();
            Optional<Place> taken = target.item();
            return item.isPresent()
                    && taken.isPresent()
                    && scalars(item.get().types(), taken.get().types());
        }
        return scalars(source.types(), target.types());
    }

    private static boolean scalars(int given, int taken) {
        int wide = JsonType.NUMBER.in(taken) ? taken | JsonType.INTEGER.bit() : taken;
        return !JsonType.ARRAY.in(given) && !JsonType.OBJECT.in(given) && (given & ~wide) == 0;
    }

    private boolean isTextOfTheLanguage(String node, List<String> path) {
        Target target = targets.get(node);
        return target != null
                && ((target.type().equals(Attributes.STACK) && path.getFirst().equals("Outputs"))
                        || target.type().equals(Attributes.WAIT_CONDITION));
    }

    private Optional<Place> place(String node, List<String> path) {
        Optional<Place> place =
                Optional.ofNullable(targets.get(node)).flatMap(Target::schema).map(schema -> schema.root());
        for (String step : path) {
            place = place.flatMap(found -> found.property(step));
        }
        return place;
    }
}
