package fairlead.docs;

import fairlead.schema.evolution.Evolution;
import fairlead.schema.evolution.rule.Rule;

/// The table of what may change between two versions of a schema.
final class EvolutionReference {

    private EvolutionReference() {}

    static String rules() {
        StringBuilder table = new StringBuilder("| Rule | What it finds |\n|---|---|\n");
        for (Rule rule : Evolution.rules()) {
            table.append("| `%s` | %s |\n".formatted(rule.id(), rule.about()));
        }
        return table.toString();
    }
}
