package fairlead.cli.stack;

import fairlead.cli.terminal.Palette;
import fairlead.cli.terminal.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// A plan in lines that people read: a sign and a node, and below it the properties that differ.
final class PlanText {

    private static final String UNKNOWN = "(known after apply)";
    private static final String SECRET = "(secret)";

    private final JsonNode plan;
    private final int width;
    private final Palette palette;
    private final List<String> lines = new ArrayList<>();
    private String what = "stack";
    private Function<String, Optional<String>> places = _ -> Optional.empty();

    /// @param plan as the server has answered
    /// @param width how long a line may be
    PlanText(JsonNode plan, int width, Palette palette) {
        this.plan = plan;
        this.width = width;
        this.palette = palette;
    }

    /// Whether anything would be done.
    static boolean isChange(JsonNode plan) {
        return !plan.path("change").asString("").equals("none");
    }

    /// Whether something is known that would be refused.
    static boolean isRefused(JsonNode plan) {
        return !plan.path("findings").isEmpty();
    }

    /// Whether a resource would be lost: removed, or perhaps replaced by another.
    static boolean loses(JsonNode plan) {
        return plan.path("nodes")
                .valueStream()
                .map(node -> node.path("action").asString(""))
                .anyMatch(action -> action.equals("remove") || action.equals("replace") || action.equals("mayReplace"));
    }

    /// Whether a resource would be deleted because it is wanted no more.
    static boolean deletes(JsonNode plan) {
        return plan.path("nodes")
                .valueStream()
                .anyMatch(node -> node.path("action").asString("").equals("remove"));
    }

    /// The lines of the plan of a set.
    ///
    /// @param places where the document of a resource stands, by its JSON pointer in the template
    List<String> ofSet(Function<String, Optional<String>> places) {
        what = "set";
        this.places = places;
        return lines();
    }

    List<String> lines() {
        String name = plan.path("stack").asString("");
        if (!isChange(plan)) {
            line("Nothing would change in the " + what + " " + name + ".");
        } else {
            boolean isNew = plan.path("change").asString("").equals("create");
            line("The " + what + " " + name + " would be " + (isNew ? "created:" : "updated:"));
            line("");
            plan.path("nodes").forEach(this::node);
            if (plan.path("onlyAside").asBoolean(false)) {
                line("  only outputs, tags or the description");
            }
            line("");
            line(summary());
        }
        kept();
        plan.path("warnings").forEach(warning -> line("warning: " + warning.asString("")));
        findings();
        line("plan: " + plan.path("plan").asString(""));
        return lines;
    }

    private void kept() {
        if (!plan.path("kept").isEmpty()) {
            String all =
                    plan.path("kept").valueStream().map(key -> key.asString("")).collect(Collectors.joining(", "));
            line("kept, though not in the files: " + all + "; --prune deletes what is not");
        }
    }

    private void findings() {
        if (isRefused(plan)) {
            line("");
            line("It would be refused:");
            plan.path("findings")
                    .forEach(finding ->
                            lines.add("  " + place(finding.path("node").asString("")) + ": "
                                    + Text.line(finding.path("message").asString(""))));
            line("");
        }
    }

    /// The node, behind the place of its document if that is known.
    private String place(String key) {
        return plan.path("nodes")
                .valueStream()
                .filter(node -> node.path("key").asString("").equals(key))
                .map(node -> node.path("pointer").asString(""))
                .findFirst()
                .flatMap(places)
                .map(place -> place + ": " + key)
                .orElse(key);
    }

    private void line(String text) {
        lines.add(Text.cut(text, width));
    }

    // -- nodes ------------------------------------------------------------------------------------------------------

    private void node(JsonNode node) {
        String action = node.path("action").asString("");
        boolean adopted = node.path("adopted").asBoolean(false);
        if (action.equals("keep") && !adopted) {
            return;
        }
        String identifier = node.path("identifier").asString("");
        String head = (adopted && action.equals("keep") ? "=" : sign(action)) + " "
                + node.path("key").asString("") + "  " + node.path("type").asString("")
                + (identifier.isEmpty() ? "" : "  " + identifier) + (adopted ? "  (adopted)" : "") + said(action);
        lines.add(painted(action, Text.cut(Text.line(head), width)));
        node.path("properties").forEach(property -> line("    " + property(action, property)));
        if (!node.path("aside").isEmpty()) {
            line("    " + aside(node.path("aside")));
        }
    }

    private static String sign(String action) {
        return switch (action) {
            case "add" -> "+";
            case "remove", "release" -> "-";
            case "replace", "mayReplace" -> "±";
            default -> "~";
        };
    }

    private static String said(String action) {
        return switch (action) {
            case "replace" -> "  (replaced)";
            case "mayReplace" -> "  (perhaps replaced)";
            case "release" -> "  (stays, without the stack)";
            default -> "";
        };
    }

    private String painted(String action, String text) {
        return switch (action) {
            case "add" -> palette.green(text);
            case "remove", "replace" -> palette.red(text);
            default -> palette.yellow(text);
        };
    }

    private static String aside(JsonNode aside) {
        Map<String, String> words = Map.of(
                "metadata",
                "metadata",
                "onRemove",
                "DeletionPolicy",
                "onReplace",
                "UpdateReplacePolicy",
                "type",
                "type",
                "within",
                "its resources");
        return aside.valueStream()
                .map(one -> words.getOrDefault(one.asString(""), one.asString("")))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String property(String action, JsonNode property) {
        String path = property.path("path").asString("");
        boolean secret = property.path("secret").asBoolean(false);
        boolean unknown = property.path("unknown").asBoolean(false);
        String after = secret ? SECRET : unknown ? UNKNOWN : value(property, "after");
        String values = action.equals("add") || secret ? after : value(property, "before") + " -> " + after;
        return Text.line(path + ": " + values + effect(property));
    }

    private static String value(JsonNode property, String name) {
        return property.has(name) ? property.get(name).toString() : "(none)";
    }

    private static String effect(JsonNode property) {
        String effect = switch (property.path("effect").asString("")) {
            case "replace" -> "  (replaces)";
            case "mayReplace" -> "  (may replace)";
            default -> "";
        };
        String causes =
                property.path("causes").valueStream().map(JsonNode::asString).collect(Collectors.joining(", "));
        boolean told = property.path("unknown").asBoolean(false) && !causes.isEmpty();
        return effect + (told ? "  of " + causes : "");
    }

    private String summary() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        List.of("add", "adopt", "change", "replace", "perhaps replace", "remove", "release", "keep")
                .forEach(word -> counts.put(word, 0));
        plan.path("nodes").forEach(node -> {
            String action = node.path("action").asString("");
            boolean adopted = node.path("adopted").asBoolean(false) && action.equals("keep");
            String word = adopted ? "adopt" : action.equals("mayReplace") ? "perhaps replace" : action;
            counts.merge(word, 1, Integer::sum);
        });
        return counts.entrySet().stream()
                .filter(count -> count.getValue() > 0)
                .map(count -> count.getValue() + " to " + count.getKey())
                .collect(Collectors.joining(", "));
    }
}
