package fairlead.server.resource.document;

import fairlead.server.problem.Problem.Detail;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The numbers that "expect no more precision or range than" a binary fraction of 64 bits provides, as "The
/// JavaScript Object Notation (JSON) Data Interchange Format" has it.
///
/// Digits beyond that precision are kept. But most programs, and so most handlers, read a number of a magnitude
/// beyond that range as infinite or as zero: a handler could not return it as the caller asked for it.
public final class NumberRange {

    private NumberRange() {}

    /// What is out of it in a model.
    public static List<Detail> breaches(ObjectNode model) {
        return all(JsonPointer.empty().appendProperty("properties"), model)
                .map(place -> new Detail(
                        "model.number-range",
                        "expected 0 or a number of a magnitude between 4.9e-324 and 1.8e308, found one beyond that",
                        place.toString()))
                .toList();
    }

    private static Stream<JsonPointer> all(JsonPointer place, JsonNode node) {
        if (node.isObject()) {
            return node.properties().stream().flatMap(member -> of(place, member));
        }
        if (node.isArray()) {
            return IntStream.range(0, node.size()).boxed().flatMap(i -> all(place.appendIndex(i), node.get(i)));
        }
        return isBeyond(node) ? Stream.of(place) : Stream.empty();
    }

    private static Stream<JsonPointer> of(JsonPointer place, Map.Entry<String, JsonNode> member) {
        JsonNode value = member.getValue();
        boolean simple = !value.isContainer() && !isBeyond(value);
        return simple ? Stream.empty() : all(place.appendProperty(member.getKey()), value);
    }

    private static boolean isBeyond(JsonNode node) {
        if (!node.isBigDecimal() && !node.isBigInteger()) {
            return false;
        }
        double read = node.decimalValue().doubleValue();
        return Double.isInfinite(read) || (read == 0 && node.decimalValue().signum() != 0);
    }
}
