package fairlead.server.event;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Reads event filters from queries and bodies.
public final class EventFilters {

    private final Function<String, Optional<String>> types;

    /// @param types how a type is written in addresses, by a name of either kind; empty if there is none of that name
    public EventFilters(Function<String, Optional<String>> types) {
        this.types = types;
    }

    /// @param types names of either kind: `Fairlead::Lab::Thing` or `Fairlead.Lab/things`
    /// @param kinds `resource`, `operation` or `approval`
    public EventFilter filter(Optional<String> scope, List<String> types, List<String> kinds, List<String> changes) {
        return new EventFilter(
                scope.map(EventFilters::scope),
                types.stream().map(this::type).collect(Collectors.toSet()),
                kinds.stream().map(EventFilters::kind).collect(Collectors.toSet()),
                changes.stream().map(EventFilters::lower).collect(Collectors.toSet()));
    }

    /// The parts of a list with commas.
    public static List<String> parts(Optional<String> list) {
        return list.map(text -> Arrays.stream(text.split(","))
                        .map(String::strip)
                        .filter(part -> !part.isEmpty())
                        .toList())
                .orElse(List.of());
    }

    private static String scope(String text) {
        String scope = withoutEnd(lower(text));
        if (!scope.matches("/subscriptions/[^/]+(/resourcegroups/[^/]+(/providers/[^/]+/.+)?)?")) {
            throw wrong(
                    "The scope '" + text
                            + "' is none; expected the address of a subscription, a resource group or a resource.",
                    "scope");
        }
        return scope;
    }

    private static String withoutEnd(String address) {
        int end = address.length();
        while (end > 0 && address.charAt(end - 1) == '/') {
            end--;
        }
        return address.substring(0, end);
    }

    private String type(String name) {
        return lower(types.apply(name).orElseThrow(() -> wrong("There is no type '" + name + "'.", "type")));
    }

    private static Event.Kind kind(String name) {
        return Arrays.stream(Event.Kind.values())
                .filter(kind -> kind.wireName().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> wrong(
                        "There are no events of the kind '" + name + "'; expected resource, operation or approval.",
                        "kind"));
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static ProblemException wrong(String message, String parameter) {
        return new ProblemException(new Problem.BadRequest(ProblemCode.INVALID_WATCH_FILTER, message, parameter));
    }
}
