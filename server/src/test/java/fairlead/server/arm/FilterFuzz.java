package fairlead.server.arm;

import fairlead.fuzz.FuzzTarget;
import fairlead.fuzz.Input;
import fairlead.fuzz.Law;
import fairlead.server.event.EventFilters;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.list.Inventory.Filter;
import fairlead.server.type.definition.ArmType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The filters of lists and of watches.
public final class FilterFuzz implements FuzzTarget {

    private static final ArmType TYPE = new ArmType("Fairlead.Lab", List.of("things"));
    private static final EventFilters EVENTS = new EventFilters(Optional::of);

    @Override
    public void run(byte[] input) {
        String text = Input.stretched(Input.text(input));
        Optional<Filter> filter = read(() -> Filters.of(Optional.of(text), Optional.empty()));
        filter.ifPresent(found -> Law.same(
                Filters.of(Optional.of(written(found)), Optional.empty()), found, "a filter that is written and read"));
        read(() -> Filters.ofType(text, Optional.of("g"), TYPE))
                .ifPresent(found -> Law.same(found.type(), Optional.of(TYPE.toString()), "the type of the address"));
        read(() -> Filters.ofGroups(Optional.of(text)));
        read(() -> Filters.ofSkus(Optional.of(text)));
        read(() -> Filters.ofDrift(Optional.of(text)));
        List<String> parts = EventFilters.parts(Optional.of(text));
        read(() -> EVENTS.filter(Optional.of(text), List.of(), List.of(), List.of()));
        read(() -> EVENTS.filter(Optional.empty(), parts, parts, parts));
    }

    private static <T> Optional<T> read(Supplier<T> filter) {
        try {
            return Optional.of(filter.get());
        } catch (ProblemException refused) {
            Law.holds(
                    refused.problem() instanceof Problem.BadRequest bad
                            && (bad.code() == ProblemCode.INVALID_FILTER_IN_QUERY_STRING
                                    || bad.code() == ProblemCode.INVALID_WATCH_FILTER),
                    "a filter is refused as one");
            return Optional.empty();
        }
    }

    private static String written(Filter filter) {
        List<String> comparisons = new ArrayList<>();
        filter.group().ifPresent(value -> comparisons.add(comparison("resourceGroup", value)));
        filter.type().ifPresent(value -> comparisons.add(comparison("resourceType", value)));
        filter.location().ifPresent(value -> comparisons.add(comparison("location", value)));
        filter.name().ifPresent(value -> comparisons.add(comparison("name", value)));
        filter.tagKey().ifPresent(value -> comparisons.add(comparison("tagName", value)));
        filter.tagValue().ifPresent(value -> comparisons.add(comparison("tagValue", value)));
        return String.join(" and ", comparisons);
    }

    private static String comparison(String name, String value) {
        return name + " eq '" + value.replace("'", "''") + "'";
    }
}
