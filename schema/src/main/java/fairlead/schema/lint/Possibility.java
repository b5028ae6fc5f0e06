package fairlead.schema.lint;

import fairlead.schema.language.Language;
import fairlead.schema.language.Languages;
import fairlead.schema.lint.Reason.Told;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Finds out why no value can fit a schema. A reason is a proof; none means that no proof was found.
final class Possibility {

    private static final int DEEPEST = 12;
    private static final int MOST = 20_000;

    private final JsonNode document;
    private final Languages languages;
    private final Set<Set<String>> open = new HashSet<>();
    private int asked;

    Possibility(JsonNode document, Languages languages) {
        this.document = document;
        this.languages = languages;
    }

    /// Why no value fits all of the schemas at those pointers; empty if one may.
    Optional<Reason> reason(List<String> pointers) {
        return reason(pointers, true, 0);
    }

    private Optional<Reason> reason(List<String> pointers, boolean branches, int depth) {
        if (depth > DEEPEST || ++asked > MOST || pointers.isEmpty()) {
            return Optional.empty();
        }
        Conjunction all = Conjunction.of(document, pointers);
        Set<String> key = new HashSet<>(all.parts().keySet());
        if (!branches) {
            key.add("");
            key.add("no branches");
        }
        if (!open.add(key)) {
            return Optional.empty();
        }
        try {
            Optional<Reason> found = own(all, depth);
            return found.isEmpty() && branches ? alternatives(pointers, all, depth) : found;
        } finally {
            open.remove(key);
        }
    }

    private Optional<Reason> own(Conjunction all, int depth) {
        for (Map.Entry<String, JsonNode> part : all.parts().entrySet()) {
            if (part.getValue().isBoolean() && !part.getValue().booleanValue()) {
                return Optional.of(new Reason(part.getKey(), "nothing is allowed", Told.NOWHERE));
            }
        }
        Set<String> types = all.types();
        if (types.isEmpty()) {
            return Optional.of(
                    new Reason(last(all.values("type")) + "/type", "the types exclude each other", Told.NOWHERE));
        }
        boolean listed = !all.values("enum").isEmpty() || !all.values("const").isEmpty();
        if (listed) {
            return Optional.empty();
        }
        Optional<Reason> first = Optional.empty();
        for (String type : types) {
            Optional<Reason> found = switch (type) {
                case "string" -> text(all);
                case "integer", "number" -> number(all, type.equals("integer"));
                case "array" -> list(all, depth);
                case "object" -> object(all, depth);
                default -> Optional.empty();
            };
            if (found.isEmpty()) {
                return Optional.empty();
            }
            first = first.or(() -> found);
        }
        return first;
    }

    private static String last(Map<String, JsonNode> values) {
        return List.copyOf(values.keySet()).getLast();
    }

    private Optional<Reason> text(Conjunction all) {
        Optional<Reason> range = range(all, "minLength", "maxLength");
        if (range.isPresent()) {
            return range;
        }
        int least = (int) Math.min(
                Integer.MAX_VALUE,
                bound(all, "minLength", true).map(BigDecimal::longValue).orElse(0L));
        int most = (int) Math.min(
                Integer.MAX_VALUE,
                bound(all, "maxLength", false).map(BigDecimal::longValue).orElse(Long.MAX_VALUE));
        for (Map.Entry<String, JsonNode> pattern : all.values("pattern").entrySet()) {
            Optional<Language> language = languages.of(pattern.getValue().asString(""));
            if (language.filter(some -> !some.acceptsLength(least, most)).isPresent()) {
                JsonNode beside = document.at(pattern.getKey());
                boolean told = language.get().isEmpty()
                        || !language.get()
                                .acceptsLength(
                                        beside.path("minLength").asInt(0),
                                        beside.path("maxLength").asInt(Integer.MAX_VALUE));
                return Optional.of(new Reason(
                        pattern.getKey() + "/pattern",
                        (language.get().isEmpty()
                                        ? "no text matches "
                                        : "no text of the length that is asked for matches ")
                                + pattern.getValue(),
                        told ? Told.ELSEWHERE : Told.NOWHERE));
            }
        }
        return Optional.empty();
    }

    private static Optional<Reason> number(Conjunction all, boolean whole) {
        for (String least : List.of("minimum", "exclusiveMinimum")) {
            for (String most : List.of("maximum", "exclusiveMaximum")) {
                Optional<BigDecimal> low = bound(all, least, true);
                Optional<BigDecimal> high = bound(all, most, false);
                if (low.isEmpty() || high.isEmpty()) {
                    continue;
                }
                boolean exclusive = least.startsWith("ex") || most.startsWith("ex");
                boolean none = low.get().compareTo(high.get()) >= (exclusive ? 0 : 1);
                if (none || (whole && !wholeBetween(low.get(), least, high.get(), most))) {
                    return Optional.of(empty(all, least, most, none));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean wholeBetween(BigDecimal low, String least, BigDecimal high, String most) {
        if (Math.abs((long) low.scale()) > 100 || Math.abs((long) high.scale()) > 100) {
            return true;
        }
        BigDecimal first = low.setScale(0, RoundingMode.CEILING);
        BigDecimal last = high.setScale(0, RoundingMode.FLOOR);
        first = least.startsWith("ex") && first.compareTo(low) == 0 ? first.add(BigDecimal.ONE) : first;
        last = most.startsWith("ex") && last.compareTo(high) == 0 ? last.subtract(BigDecimal.ONE) : last;
        return first.compareTo(last) <= 0;
    }

    private static Optional<Reason> range(Conjunction all, String least, String most) {
        Optional<BigDecimal> low = bound(all, least, true);
        Optional<BigDecimal> high = bound(all, most, false);
        boolean none = low.isPresent() && high.isPresent() && low.get().compareTo(high.get()) > 0;
        return none ? Optional.of(empty(all, least, most, true)) : Optional.empty();
    }

    /// @param plain whether one bound is above the other, which is told where both are in one schema
    private static Reason empty(Conjunction all, String least, String most, boolean plain) {
        boolean together = all.parts().values().stream().anyMatch(schema -> schema.has(least) && schema.has(most));
        String at = last(all.values(least)) + "/" + least;
        return new Reason(
                at, "nothing is between " + least + " and " + most, plain && together ? Told.ELSEWHERE : Told.NOWHERE);
    }

    /// The tightest of a bound.
    private static Optional<BigDecimal> bound(Conjunction all, String keyword, boolean lower) {
        return all.values(keyword).values().stream()
                .filter(JsonNode::isNumber)
                .filter(value -> !value.isFloatingPointNumber() || Double.isFinite(value.doubleValue()))
                .map(JsonNode::decimalValue)
                .reduce((a, b) -> lower == a.compareTo(b) > 0 ? a : b);
    }

    private Optional<Reason> list(Conjunction all, int depth) {
        Optional<Reason> range = range(all, "minItems", "maxItems");
        boolean some =
                bound(all, "minItems", true).filter(least -> least.signum() > 0).isPresent();
        return range.isPresent() || !some
                ? range
                : reason(all.items(), true, depth + 1).map(found -> found.within(found.at(), ""));
    }

    private Optional<Reason> object(Conjunction all, int depth) {
        Optional<Reason> range = range(all, "minProperties", "maxProperties");
        if (range.isPresent()) {
            return range;
        }
        for (Map.Entry<String, String> required : all.required().entrySet()) {
            String name = required.getKey();
            Optional<List<String>> member = all.member(name);
            if (member.isEmpty()) {
                return Optional.of(new Reason(
                        required.getValue(),
                        "'" + name
                                + "' is required, and a schema that has additionalProperties false does not declare it",
                        declaredSomewhere(all, name) ? Told.NOWHERE : Told.AS_ERROR));
            }
            Optional<Reason> found = reason(member.get(), true, depth + 1);
            if (found.isPresent()) {
                return found.map(why -> why.within(required.getValue(), "'" + name + "' is required: "));
            }
        }
        return Optional.empty();
    }

    private boolean declaredSomewhere(Conjunction all, String name) {
        return declaredSomewhere(all, name, new HashSet<>());
    }

    /// @param passed the alternatives that were looked at: one may lead back to itself
    private boolean declaredSomewhere(Conjunction all, String name, Set<String> passed) {
        boolean here = all.parts().entrySet().stream()
                .anyMatch(part ->
                        !Members.of(part.getKey(), part.getValue(), name).isEmpty());
        return here
                || all.alternatives().stream()
                        .flatMap(List::stream)
                        .filter(passed::add)
                        .anyMatch(branch -> declaredSomewhere(Conjunction.of(document, branch), name, passed));
    }

    private Optional<Reason> alternatives(List<String> pointers, Conjunction all, int depth) {
        for (List<String> branches : all.alternatives()) {
            Optional<Reason> last = Optional.empty();
            int dead = 0;
            for (String branch : branches) {
                List<String> both = new ArrayList<>(pointers);
                both.add(branch);
                last = reason(both, false, depth + 1).or(() -> reason(List.of(branch), true, depth + 1));
                dead += last.isPresent() ? 1 : 0;
            }
            if (dead == branches.size()) {
                String at = branches.getFirst().substring(0, branches.getFirst().lastIndexOf('/'));
                return last.map(why -> why.within(at, "no alternative fits any value; of the last, "));
            }
        }
        return Optional.empty();
    }
}
