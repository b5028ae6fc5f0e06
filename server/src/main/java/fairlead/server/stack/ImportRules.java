package fairlead.server.stack;

import fairlead.server.stack.ChangeSets.Importing;
import fairlead.server.stack.record.ChangeSet;
import fairlead.server.stack.record.PlanJson;
import fairlead.stack.NodePlan;
import fairlead.stack.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// What holds of change sets that take resources over which are there already: the "AWS CloudFormation User Guide",
/// "Import AWS resources into a CloudFormation stack".
public final class ImportRules {

    /// What is told of a change set that takes resources over and changes nothing else.
    public static final String ALONE = "importsAlone";

    private ImportRules() {}

    /// Whether nothing but that is done by it.
    public static boolean isAlone(ChangeSet set) {
        return set.request().path(ALONE).asBoolean(false);
    }

    /// The identifiers of what is taken over, by the keys of the nodes.
    static Map<String, String> identifiers(ChangeSet set) {
        SequencedMap<String, String> identifiers = new TreeMap<>();
        for (NodePlan plan : PlanJson.read(set.plan()).nodes()) {
            if (plan.action() == NodePlan.Action.IMPORT) {
                plan.physical().ifPresent(physical -> identifiers.put(plan.key(), physical));
            }
        }
        return identifiers;
    }

    /// What of a plan can't be done.
    ///
    /// @param refusals why nodes would be refused, by their keys
    static List<String> faults(Plan plan, Map<String, String> refusals, Importing imports) {
        List<String> faults = new ArrayList<>();
        Set<String> unprotected = keys(plan, node -> node.action() == NodePlan.Action.IMPORT);
        unprotected.retainAll(imports.unprotected());
        if (!unprotected.isEmpty()) {
            faults.add(unprotected(unprotected));
        }
        if (imports.alone()) {
            Set<String> others = keys(
                    plan, node -> node.action() != NodePlan.Action.IMPORT && node.action() != NodePlan.Action.KEEP);
            if (!others.isEmpty()) {
                faults.add("You have modified resources " + others + " in your template that are not being imported."
                        + " Update, create or delete operations cannot be executed during import operations.");
            }
            refusals.forEach((key, reason) -> faults.add(key + ": " + reason));
        }
        return faults;
    }

    /// What is told of resources of which the template does not say what becomes of them.
    public static String unprotected(Set<String> keys) {
        return "The following resources to import " + new TreeSet<>(keys)
                + " must have DeletionPolicy attribute specified in the template.";
    }

    private static Set<String> keys(Plan plan, Predicate<NodePlan> which) {
        Set<String> keys = new TreeSet<>();
        plan.nodes().stream().filter(which).map(NodePlan::key).forEach(keys::add);
        return keys;
    }
}
