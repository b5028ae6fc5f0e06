package fairlead.server.resource.change;

import fairlead.schema.PropertyPath;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemCode;
import fairlead.server.resource.naming.NameValues;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.TypeVersion;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// What the schema says against a name that stands in the address alone. The caller never sent it as a property, so it
/// is told of the name.
public final class NameFindings {

    private static final String NAME = "name";

    private NameFindings() {}

    /// What the schema says against a name; empty if nothing, if names are aliases alone, or if a resource of
    /// any name can say another identifier among its properties.
    public static Optional<String> flaw(TypeVersion type, String name) {
        if (type.namedBy().isEmpty() || type.hasFreeNames()) {
            return Optional.empty();
        }
        return NameValues.flaw(type.schema(), type.namedBy().getLast(), name);
    }

    /// The same problem, with what is wrong with the name told of the name.
    ///
    /// @param asked the properties that the caller gave
    static Problem atName(Problem refused, TypeVersion type, ResourceId id, ObjectNode asked) {
        Set<String> named = type.namedBy().stream()
                .filter(path -> path.value(asked).isEmpty())
                .map(NameFindings::pointer)
                .collect(Collectors.toSet());
        List<Detail> details = refused.details();
        Optional<Detail> first = details.stream()
                .filter(detail -> named.contains(detail.target()))
                .findFirst();
        if (first.isEmpty()) {
            return refused;
        }
        if (details.stream().allMatch(detail -> named.contains(detail.target()))) {
            return new Problem.BadRequest(
                    ProblemCode.INVALID_RESOURCE_NAME,
                    "The resource name '" + id.name() + "' is invalid: "
                            + first.get().message() + "." + instead(type, asked),
                    NAME);
        }
        return new Problem.InvalidBody(details.stream()
                .map(detail ->
                        named.contains(detail.target()) ? new Detail(detail.id(), detail.message(), NAME) : detail)
                .toList());
    }

    /// Where the identifier can be said instead.
    private static String instead(TypeVersion type, ObjectNode asked) {
        PropertyPath own = type.namedBy().getLast();
        return own.value(asked).isEmpty() && type.hasFreeNames()
                ? " An identifier that is no name is given as " + pointer(own) + ", under any name."
                : "";
    }

    private static String pointer(PropertyPath path) {
        return "/properties" + path.modelPointer();
    }
}
