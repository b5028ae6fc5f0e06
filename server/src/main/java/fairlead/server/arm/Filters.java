package fairlead.server.arm;

import fairlead.server.drift.Status;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.list.Inventory.Filter;
import fairlead.server.scope.Locations;
import fairlead.server.scope.ResourceGroup;
import fairlead.server.type.definition.ArmType;
import fairlead.server.type.definition.Sku;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the `$filter` of a list of resources: comparisons `name eq 'value'`, joined by `and`.
final class Filters {

    private static final List<String> NAMES =
            List.of("resourceGroup", "resourceType", "location", "name", "tagName", "tagValue");

    private static final List<String> SKU_NAMES = List.of("location", "features", "offerId");

    private static final Pattern BEGINNING =
            Pattern.compile("\\s*+([A-Za-z]++)\\s++eq\\s++'", Pattern.CASE_INSENSITIVE);

    private static final Pattern BLANK = Pattern.compile("\\s*+");

    private static final Pattern AND = Pattern.compile("and\\s", Pattern.CASE_INSENSITIVE);

    private Filters() {}

    /// @param group the group that the address names already
    static Filter of(Optional<String> filter, Optional<String> group) {
        return of(filter, group, Optional.empty());
    }

    /// Reads the `$filter` of a list of one type.
    ///
    /// @param group the group that the address names already
    static Filter ofType(String filter, Optional<String> group, ArmType type) {
        return of(Optional.of(filter), group, Optional.of(type.toString()));
    }

    private static Filter of(Optional<String> filter, Optional<String> group, Optional<String> type) {
        Map<String, String> values =
                filter.filter(text -> !text.isBlank()).map(Filters::comparisons).orElse(Map.of());
        group.ifPresent(name -> requireSame("resourceGroup", name, values));
        type.ifPresent(name -> requireSame("resourceType", name, values));
        if (values.containsKey("tagvalue") && !values.containsKey("tagname")) {
            throw wrong("tagValue is compared only together with tagName");
        }
        return new Filter(
                group.or(() -> value(values, "resourceGroup")),
                type.or(() -> value(values, "resourceType")),
                value(values, "location").map(Locations::normal),
                value(values, "name"),
                value(values, "tagName"),
                value(values, "tagValue"));
    }

    /// What the address says already can be said again, and no more.
    private static void requireSame(String name, String inAddress, Map<String, String> values) {
        value(values, name).filter(other -> !other.equalsIgnoreCase(inAddress)).ifPresent(other -> {
            throw wrong("the list is of the " + name + " '" + inAddress + "', so nothing in it has '" + other + "'");
        });
    }

    /// Reads the `$filter` of a list of groups: `tagName eq 'name'`, and perhaps `tagValue eq 'value'`.
    static Predicate<ResourceGroup> ofGroups(Optional<String> filter) {
        Filter wanted = of(filter, Optional.empty());
        if (wanted.group().isPresent()
                || wanted.type().isPresent()
                || wanted.location().isPresent()
                || wanted.name().isPresent()) {
            throw wrong("groups are compared by tagName and tagValue only");
        }
        return group -> wanted.tagKey().isEmpty()
                || group.tags().properties().stream()
                        .anyMatch(tag ->
                                tag.getKey().equalsIgnoreCase(wanted.tagKey().get())
                                        && wanted.tagValue()
                                                .map(tag.getValue().asString("")::equals)
                                                .orElse(true));
    }

    private static Optional<String> value(Map<String, String> values, String name) {
        return Optional.ofNullable(values.get(name.toLowerCase(Locale.ROOT)));
    }

    /// Reads the `$filter` of a list of SKUs: `location`, `features` with names separated by commas, and `offerId`.
    static Predicate<Sku> ofSkus(Optional<String> filter) {
        Map<String, String> values = filter.filter(text -> !text.isBlank())
                .map(text -> comparisons(text, SKU_NAMES))
                .orElse(Map.of());
        Optional<String> location = value(values, "location").map(Locations::normal);
        List<String> features = value(values, "features").stream()
                .flatMap(names -> Arrays.stream(names.split(",")))
                .map(String::strip)
                .toList();
        String offer = value(values, "offerId").orElse("");
        return sku -> location.map(sku::isOfferedIn).orElse(true)
                && features.containsAll(sku.features())
                && (sku.offers().isEmpty() || sku.offers().contains(offer));
    }

    /// Reads the `$filter` of a list of drift: `driftStatus eq 'Drifted'`.
    static Optional<Status> ofDrift(Optional<String> filter) {
        return filter.filter(text -> !text.isBlank())
                .flatMap(text -> value(comparisons(text, List.of("driftStatus")), "driftStatus"))
                .map(word -> Status.parse(word)
                        .orElseThrow(() -> wrong("driftStatus is one of InSync, Drifted, Deleted, NotCheckable")));
    }

    private static Map<String, String> comparisons(String filter) {
        return comparisons(filter, NAMES);
    }

    private static Map<String, String> comparisons(String filter, List<String> names) {
        Map<String, String> values = new HashMap<>();
        for (int at = 0; at < filter.length(); ) {
            Matcher beginning = BEGINNING.matcher(filter).region(at, filter.length());
            int end = beginning.lookingAt() ? endOfText(filter, beginning.end()) : -1;
            if (end < 0) {
                throw wrong("expected NAME eq 'VALUE' at character " + (at + 1));
            }
            String written = beginning.group(1);
            if (names.stream().noneMatch(written::equalsIgnoreCase)) {
                throw wrong("'" + written + "' can't be compared; expected one of " + String.join(", ", names));
            }
            String value = filter.substring(beginning.end(), end).replace("''", "'");
            if (values.put(written.toLowerCase(Locale.ROOT), value) != null) {
                throw wrong("'" + written + "' is compared twice");
            }
            at = afterAnd(filter, afterBlank(filter, end + 1));
        }
        return values;
    }

    /// The place of the quotation mark that ends a text: one that is not followed by another. -1 if there is none.
    private static int endOfText(String filter, int begin) {
        int end = filter.indexOf('\'', begin);
        while (end >= 0 && filter.startsWith("''", end)) {
            end = filter.indexOf('\'', end + 2);
        }
        return end;
    }

    private static int afterBlank(String filter, int at) {
        Matcher blank = BLANK.matcher(filter).region(at, filter.length());
        return blank.lookingAt() ? blank.end() : at;
    }

    private static int afterAnd(String filter, int at) {
        if (at == filter.length()) {
            return at;
        }
        Matcher and = AND.matcher(filter).region(at, filter.length());
        if (!and.lookingAt() || and.end() == filter.length()) {
            throw wrong("expected 'and' and another comparison at character " + (at + 1));
        }
        return and.end();
    }

    private static ProblemException wrong(String reason) {
        return new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_FILTER_IN_QUERY_STRING, "The $filter can't be read: " + reason + ".", "$filter"));
    }
}
