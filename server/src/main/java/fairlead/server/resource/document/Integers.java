package fairlead.server.resource.document;

import fairlead.schema.draft07.JsonType;
import fairlead.schema.draft07.Place;
import java.math.BigDecimal;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes numbers in the places of integers as integers: `1e1` and `10.0` as `10`. Many clients read nothing else
/// there.
public final class Integers {

    /// What has more digits keeps the form that it has.
    private static final int MOST_DIGITS = 40;

    private Integers() {}

    /// Changes the model itself.
    public static void plain(Place place, ObjectNode model) {
        members(Optional.of(place), model);
    }

    private static void members(Optional<Place> place, ObjectNode object) {
        object.forEachEntry((name, value) -> {
            if (isOfConcern(value)) {
                Optional<Place> below = place.flatMap(known -> known.property(name));
                object.set(name, within(below, value));
            }
        });
    }

    private static JsonNode within(Optional<Place> place, JsonNode value) {
        switch (value) {
            case ObjectNode object -> members(place, object);
            case ArrayNode list -> {
                Optional<Place> item = place.flatMap(Place::item);
                for (int i = 0; i < list.size(); i++) {
                    if (isOfConcern(list.get(i))) {
                        list.set(i, within(item, list.get(i)));
                    }
                }
            }
            default -> {
                return place.filter(Integers::isForIntegers).isPresent() ? plain(value) : value;
            }
        }
        return value;
    }

    private static boolean isOfConcern(JsonNode value) {
        return value.isContainer() || value.isBigDecimal();
    }

    private static boolean isForIntegers(Place place) {
        return JsonType.INTEGER.in(place.types()) && !JsonType.NUMBER.in(place.types());
    }

    private static JsonNode plain(JsonNode number) {
        BigDecimal value = number.decimalValue();
        boolean isShort = value.precision() - (long) value.scale() <= MOST_DIGITS;
        if (!isShort || value.stripTrailingZeros().scale() > 0) {
            return number;
        }
        BigDecimal whole = value.setScale(0);
        boolean fitsLong = whole.precision() <= 18;
        long small = fitsLong ? whole.longValue() : 0;
        if (!fitsLong) {
            return BigIntegerNode.valueOf(whole.toBigInteger());
        }
        return small == (int) small ? IntNode.valueOf((int) small) : LongNode.valueOf(small);
    }
}
