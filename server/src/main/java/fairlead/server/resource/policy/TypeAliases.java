package fairlead.server.resource.policy;

import fairlead.schema.draft07.Place;
import fairlead.server.access.policy.rule.RuleReader;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.Types;
import fairlead.server.type.definition.ArmType;
import java.util.List;
import java.util.Optional;

/// Which properties a rule can name by the type that has them.
public record TypeAliases(Types types) implements RuleReader.Aliases {

    @Override
    public Optional<String> flaw(String type, List<String> path) {
        Optional<RegisteredType> found = find(type);
        if (found.isEmpty()) {
            return Optional.of("there is no type '" + type + "'");
        }
        Optional<Place> place = Optional.of(found.get().current().schema().root());
        for (String step : path) {
            place = place.flatMap(outer -> member(outer, step));
        }
        return place.isPresent()
                ? Optional.empty()
                : Optional.of("the type '" + found.get().current().armType() + "' has no property '"
                        + String.join(".", path) + "'");
    }

    /// A property, without regard to case; of a list, one of its items.
    private static Optional<Place> member(Place outer, String step) {
        Place holder = outer.names().isEmpty() ? outer.item().orElse(outer) : outer;
        return holder.names().stream()
                .filter(name -> name.equalsIgnoreCase(step))
                .findFirst()
                .flatMap(holder::property)
                .or(() -> holder.property(step))
                .or(holder::any);
    }

    private Optional<RegisteredType> find(String type) {
        try {
            return types.find(ArmType.parse(type));
        } catch (IllegalArgumentException noType) {
            return Optional.empty();
        }
    }
}
