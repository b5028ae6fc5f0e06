package fairlead.schema.drift;

import fairlead.schema.ResourceSchema;
import fairlead.schema.diff.Defaults;
import fairlead.schema.diff.Effects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds the drift of resources of one type. Made once a type version, and shared between threads.
public final class DriftCheck {

    private final ResourceSchema schema;
    private final List<Transform> transforms;
    private final List<UnusableTransform> troubles;

    private DriftCheck(ResourceSchema schema, List<Transform> transforms, List<UnusableTransform> troubles) {
        this.schema = schema;
        this.transforms = List.copyOf(transforms);
        this.troubles = List.copyOf(troubles);
    }

    public static DriftCheck of(ResourceSchema schema) {
        List<Transform> transforms = new ArrayList<>();
        List<UnusableTransform> troubles = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry :
                schema.document().path("propertyTransform").properties()) {
            Transform.Parsed parsed =
                    Transform.parse(entry.getKey(), entry.getValue().asString(""));
            parsed.transform().ifPresent(transforms::add);
            troubles.addAll(parsed.troubles());
        }
        return new DriftCheck(schema, transforms, troubles);
    }

    /// Why the alternatives of a transform can't be read; empty if all can.
    public static List<String> faults(String transform) {
        return Transform.alternatives(transform).stream()
                .flatMap(expression -> Transform.fault(expression).stream())
                .toList();
    }

    /// What is called in a transform and is no function; empty for what can't be read at all.
    public static List<String> unknownFunctions(String transform) {
        return Transform.alternatives(transform).stream()
                .flatMap(expression -> FunctionNames.unknown(expression).stream())
                .toList();
    }

    /// The transforms of the schema that can't be read.
    public List<UnusableTransform> troubles() {
        return troubles;
    }

    /// Compares what is desired with what is there.
    public Drift between(ObjectNode desired, ObjectNode actual) {
        return between(desired, desired, actual);
    }

    /// Compares what is desired with what is there. What was applied last and is desired no longer should be gone.
    public Drift between(ObjectNode desired, ObjectNode applied, ObjectNode actual) {
        ObjectNode found = Defaults.fill(schema.root(), compared(actual));
        ObjectNode wanted = compared(desired);
        Effects effects = new Effects(schema, found, Defaults.fill(schema.root(), wanted));
        Rewrites rewrites = new Rewrites(transforms, desired);
        Differences differences = new Differences(schema.root(), effects, rewrites);
        differences.wanted(wanted, found);
        differences.leftOver(compared(applied), wanted, compared(actual));
        List<UnusableTransform> all = new ArrayList<>(troubles);
        all.addAll(rewrites.troubles());
        return new Drift(differences.drifted(), all);
    }

    /// What a caller has set and can see.
    private ObjectNode compared(ObjectNode model) {
        return schema.withoutReadOnly(schema.withoutWriteOnly(model));
    }
}
