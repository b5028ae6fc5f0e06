package fairlead.schema.evolution;

import fairlead.schema.ResourceSchema;
import fairlead.schema.evolution.rule.Rule;
import fairlead.schema.evolution.rule.SchemaChange;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import java.util.List;

/// The changes from one version of a schema to the next.
///
/// @param changes the worst first
public record Evolution(List<SchemaChange> changes) {

    public Evolution {
        changes = List.copyOf(changes);
    }

    public static Evolution between(ResourceSchema older, ResourceSchema newer) {
        SchemaVersions versions = SchemaVersions.of(older, newer);
        SchemaChanges changes = new SchemaChanges();
        Rules.DOCUMENT.forEach(rule -> rule.check(versions, changes));
        new SchemaComparison(versions, Rules.PROPERTY, changes).run();
        return new Evolution(changes.changes());
    }

    /// All rules there are, in the order of the reference.
    public static List<Rule> rules() {
        return Rules.all();
    }

    /// The worst verdict of all changes.
    public Verdict verdict() {
        return changes.isEmpty() ? Verdict.COMPATIBLE : changes.getFirst().verdict();
    }
}
