package fairlead.schema.diff;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// Changes as an indented tree, each with its effect: `+` came, `-` went, `~` became another.
final class Outline {

    private static final int LONGEST = 100;

    private final WriteOnlyMask veil;
    private final StringBuilder text = new StringBuilder();

    Outline(WriteOnlyMask veil) {
        this.veil = veil;
    }

    String of(List<Change> changes) {
        List<String> open = List.of();
        for (Change change : changes) {
            List<String> steps = change.place().steps();
            List<String> holders = steps.subList(0, Math.max(0, steps.size() - 1));
            for (int depth = common(open, holders); depth < holders.size(); depth++) {
                line(depth, "~ " + label(holders.get(depth)));
            }
            line(holders.size(), words(change));
            open = holders;
        }
        return text.toString();
    }

    private static int common(List<String> a, List<String> b) {
        int common = 0;
        while (common < a.size() && common < b.size() && a.get(common).equals(b.get(common))) {
            common++;
        }
        return common;
    }

    private void line(int depth, String line) {
        text.append("  ".repeat(depth)).append(line).append('\n');
    }

    private String words(Change change) {
        String name = label(change.place().last());
        String what = switch (change) {
            case Change.Added(var _, Pointer place, var value, var _) -> "+ " + name + ": " + shown(place, value);
            case Change.Removed(var _, Pointer place, var value, var _) -> "- " + name + ": " + shown(place, value);
            case Change.Replaced(var _, Pointer place, var before, var after, var _) ->
                "~ " + name + ": " + shown(place, before) + " -> " + shown(place, after);
        };
        return what + "  (" + change.effect().words() + ")";
    }

    private String shown(Pointer place, JsonNode value) {
        String all = veil.show(place, value);
        return all.length() <= LONGEST ? all : all.substring(0, LONGEST - 1) + "…";
    }

    /// A name, or the index of an item.
    private static String label(String step) {
        return step.matches("0|[1-9][0-9]*") ? "[" + step + "]" : step;
    }
}
