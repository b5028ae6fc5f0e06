package fairlead.schema.evolution.rule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The changes that a rule has found.
public final class SchemaChanges {

    private final List<SchemaChange> changes = new ArrayList<>();

    /// The worst first, and otherwise in the order in which they were found.
    public List<SchemaChange> changes() {
        return changes.stream()
                .sorted(Comparator.comparing(SchemaChange::verdict).reversed())
                .toList();
    }

    public void add(
            Rule rule,
            Verdict verdict,
            Concern concern,
            String pointer,
            JsonNode before,
            JsonNode after,
            String reason) {
        changes.add(new SchemaChange(rule.id(), verdict, concern, pointer, some(before), some(after), reason));
    }

    private static Optional<JsonNode> some(JsonNode node) {
        return node.isMissingNode() ? Optional.empty() : Optional.of(node);
    }

    /// Fewer values are valid than were: bad for those who write them.
    public void narrowed(Rule rule, PropertyVersions spot, JsonNode before, JsonNode after) {
        if (spot.concern().isInput()) {
            add(rule, Verdict.BREAKING, Concern.INPUT, spot.pointer(), before, after, "what was valid may be refused");
        } else {
            String reason = "readers see nothing that they did not see before";
            add(rule, Verdict.COMPATIBLE, Concern.OUTPUT, spot.pointer(), before, after, reason);
        }
    }

    /// More values are valid than were: a surprise for those who read them.
    public void widened(Rule rule, PropertyVersions spot, JsonNode before, JsonNode after) {
        if (spot.concern().isOutput()) {
            String reason = "readers may see values that could not be there before";
            add(rule, Verdict.RISKY, Concern.OUTPUT, spot.pointer(), before, after, reason);
        } else {
            add(rule, Verdict.COMPATIBLE, Concern.INPUT, spot.pointer(), before, after, "all that was valid is");
        }
    }
}
