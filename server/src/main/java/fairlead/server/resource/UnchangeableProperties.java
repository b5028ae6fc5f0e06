package fairlead.server.resource;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.ReplacePolicy;
import fairlead.server.type.TypeVersion;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// What no update changes: properties that only the handler sets, and those that say which resource it is.
final class UnchangeableProperties {

    private UnchangeableProperties() {}

    static void requireReadOnlyKept(ResourceSchema schema, ObjectNode before, ObjectNode after) {
        List<Problem.Detail> wrong = schema.changed(before, after, schema.readOnly()).stream()
                .map(path -> new Problem.Detail(
                        "model.read-only", "the property is read-only and can't be changed", path.toString()))
                .toList();
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.PROPERTY_CHANGE_NOT_ALLOWED,
                    "Read-only properties can't be changed; see details.",
                    wrong));
        }
    }

    /// What identifies a resource is never changed in place; and what its address says, by no replacement either. What
    /// else can't be changed is told with it.
    static void requireIdentifierKept(TypeVersion type, ObjectNode before, ObjectNode after, ReplacePolicy replace) {
        boolean never = replace == ReplacePolicy.NEVER;
        ResourceSchema schema = type.schema();
        List<PropertyPath> fixed = never ? schema.primaryIdentifier() : type.namedBy();
        if (schema.changed(before, after, fixed).isEmpty()) {
            return;
        }
        Set<PropertyPath> all = new LinkedHashSet<>(fixed);
        if (never) {
            all.addAll(schema.createOnly());
        }
        List<Problem.Detail> wrong = schema.changed(before, after, List.copyOf(all)).stream()
                .map(path -> new Problem.Detail(
                        "model.create-only",
                        "the property identifies the resource and can't be changed",
                        path.toString()))
                .toList();
        throw new ProblemException(new Problem.Conflict(
                ProblemCode.PROPERTY_CHANGE_NOT_ALLOWED,
                "The properties that identify a resource can't be changed; see details.",
                wrong));
    }
}
