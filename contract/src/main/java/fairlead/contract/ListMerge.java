package fairlead.contract;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds lists that an update has merged with what was there, where it had to replace them.
public final class ListMerge {

    private ListMerge() {}

    /// Whether a list has what was asked for last and, beside it, what was asked for before.
    public static boolean isMerged(String pointer, ObjectNode asked, ObjectNode desired, ObjectNode actual) {
        List<JsonNode> before = List.copyOf(asked.at(pointer).values());
        List<JsonNode> wanted = List.copyOf(desired.at(pointer).values());
        List<JsonNode> found = List.copyOf(actual.at(pointer).values());
        return asked.at(pointer).isArray()
                && desired.at(pointer).isArray()
                && found.size() > wanted.size()
                && found.containsAll(wanted)
                && found.stream().allMatch(item -> wanted.contains(item) || before.contains(item));
    }

    public static Breach breach(Rule rule, List<String> pointers) {
        return new Breach(
                rule,
                "The update added to what was there instead of replacing it at " + String.join(", ", pointers) + ".",
                pointers);
    }

    /// The breaches of an update's answer, in which a merged list is a breach of `replaces` instead of `different`.
    static List<Breach> named(
            List<Breach> breaches,
            Rule different,
            Rule replaces,
            ObjectNode asked,
            ObjectNode desired,
            ObjectNode model) {
        List<Breach> named = new ArrayList<>();
        for (Breach breach : breaches) {
            List<String> merged = breach.rule() == different
                    ? breach.pointers().stream()
                            .filter(pointer -> isMerged(pointer, asked, desired, model))
                            .toList()
                    : List.of();
            named.add(merged.isEmpty() ? breach : breach(replaces, merged));
            boolean both =
                    !merged.isEmpty() && merged.size() < breach.pointers().size();
            if (both) {
                named.add(breach);
            }
        }
        return named;
    }
}
