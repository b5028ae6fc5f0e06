package fairlead.modelled;

import fairlead.schema.Finding;
import fairlead.schema.ResourceSchema;
import fairlead.schema.data.HandlerOutput;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a service shows, as far as the schema of its type has a place for it.
///
/// Constraints are promises of those who call. A service that shows more than it takes, or a value that its model does
/// not allow, has the resource all the same: what does not fit is left out, and told with the operation. So is what the
/// service has added and no caller could give: a later change would send it back.
final class Projection {

    private final ResourceSchema schema;
    private final Set<String> kept;
    private final Set<String> readOnly;

    /// @param kept properties that are never left out, since they identify the resource
    /// @param readOnly the names of properties that only the service sets
    Projection(ResourceSchema schema, List<String> kept, Set<String> readOnly) {
        this.schema = schema;
        this.readOnly = Set.copyOf(readOnly);
        this.kept = Set.copyOf(kept);
    }

    /// The properties without what does not fit.
    ObjectNode of(ObjectNode properties) {
        List<Finding> findings = findings(properties);
        if (findings.isEmpty()) {
            return properties;
        }
        ObjectNode fitting = properties.deepCopy();
        Set<String> told = new HashSet<>();
        boolean changed = true;
        while (changed && !findings.isEmpty()) {
            changed = false;
            for (Finding finding : findings) {
                if (isIn(told, finding.pointer())) {
                    continue;
                }
                Optional<String> removed = remove(fitting, PointerSteps.split(finding.pointer()));
                changed |= removed.isPresent();
                removed.filter(told::add).ifPresent(pointer -> tell(pointer, finding));
            }
            findings = findings(fitting);
        }
        return fitting;
    }

    /// Whether a place was left out, or what it is in.
    private static boolean isIn(Set<String> left, String pointer) {
        return left.stream().anyMatch(one -> pointer.equals(one) || pointer.startsWith(one + "/"));
    }

    private List<Finding> findings(ObjectNode properties) {
        List<Finding> findings = schema.validateModel(properties);
        if (!findings.isEmpty()) {
            return findings;
        }
        ObjectNode settable = properties.deepCopy();
        settable.remove(readOnly);
        return schema.validateInput(settable);
    }

    /// Without the value, which may be for callers alone.
    private static void tell(String pointer, Finding finding) {
        HandlerOutput.listener()
                .accept("The service's " + pointer + " does not keep to the schema (" + finding.id()
                        + "), and is left out.");
    }

    /// Takes the closest member of an object away that has the place in it: a list with a part missing would be another
    /// list.
    private Optional<String> remove(ObjectNode properties, List<String> steps) {
        List<ObjectNode> parents = new ArrayList<>();
        List<Integer> depths = new ArrayList<>();
        JsonNode at = properties;
        for (int depth = 0; depth < steps.size(); depth++) {
            if (at instanceof ObjectNode object && object.has(steps.get(depth))) {
                parents.add(object);
                depths.add(depth);
            }
            at = at.isArray() ? at.path(Integer.parseInt(steps.get(depth))) : at.path(steps.get(depth));
        }
        if (parents.isEmpty() || (depths.getLast() == 0 && kept.contains(steps.getFirst()))) {
            return Optional.empty();
        }
        int depth = depths.getLast();
        parents.getLast().remove(steps.get(depth));
        return Optional.of("/" + String.join("/", steps.subList(0, depth + 1)));
    }
}
