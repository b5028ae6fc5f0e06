package fairlead.server.drift;

import fairlead.schema.diff.Pointer;
import fairlead.schema.drift.Drift;
import fairlead.schema.drift.DriftCheck;
import fairlead.schema.drift.Drifted;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Compares the sides of a resource and makes the finding.
final class Comparison {

    private Comparison() {}

    /// @param applied what was asked for at the last look: what is no longer desired of it should be gone
    static Finding of(DriftInput sides, ObjectNode applied) {
        return switch (sides.actual()) {
            case DriftInput.Actual.Gone() -> new Finding.Gone();
            case DriftInput.Actual.Unknown(var code, var message) -> new Finding.Unknown(code, message);
            case DriftInput.Actual.Found(var _, var own) -> compared(sides, applied, own);
        };
    }

    private static Finding compared(DriftInput sides, ObjectNode applied, ObjectNode actual) {
        Drift drift = DriftCheck.of(sides.type().schema()).between(sides.desired(), applied, actual);
        if (drift.isNone()) {
            return new Finding.Same();
        }
        List<String> troubles = drift.troubles().stream()
                .map(trouble -> trouble.key() + ": " + trouble.message())
                .toList();
        return new Finding.Differs(
                drift.drifted().stream()
                        .map(drifted -> difference(drifted, sides.known()))
                        .toList(),
                troubles);
    }

    /// What the next look takes for what was asked for before: the desired state, and what is left over of earlier
    /// ones.
    static ObjectNode applied(DriftInput sides, Finding finding) {
        ObjectNode applied = sides.desired().deepCopy();
        if (finding instanceof Finding.Differs(var differences, var _)) {
            differences.stream()
                    .filter(difference -> difference.desired().isEmpty())
                    .forEach(difference -> put(
                            applied, difference.pointer(), difference.actual().orElseThrow()));
        }
        return applied;
    }

    /// Only members of objects are left over.
    private static void put(ObjectNode model, Pointer pointer, JsonNode value) {
        ObjectNode holder = model;
        for (String step : pointer.steps().subList(0, pointer.steps().size() - 1)) {
            holder = holder.get(step) instanceof ObjectNode below ? below : holder.putObject(step);
        }
        holder.set(pointer.steps().getLast(), value);
    }

    private static Difference difference(Drifted drifted, ObjectNode known) {
        JsonNode before = known.at(drifted.pointer().toString());
        return new Difference(
                drifted.pointer(),
                drifted.desired(),
                before.isMissingNode() ? Optional.empty() : Optional.of(before),
                drifted.actual(),
                drifted.effect());
    }
}
