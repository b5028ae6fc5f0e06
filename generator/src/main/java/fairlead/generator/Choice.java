package fairlead.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Alternatives of which a value has to match one: each is a list of schemas that then apply, too.
///
/// @param exclusive whether the others may not fit as well
record Choice(boolean exclusive, List<List<Source>> branches) {

    /// The keywords that leave a choice or that can't be satisfied by construction: their outcome is tested.
    static final List<String> KEYWORDS =
            List.of("oneOf", "anyOf", "not", "if", "contains", "propertyNames", "dependencies");

    /// The choices that a schema leaves, its `allOf` and references aside.
    static List<Choice> of(Sources sources, Source part) {
        if (part.plain()) {
            return List.of();
        }
        List<Choice> choices = new ArrayList<>();
        for (String keyword : List.of("oneOf", "anyOf")) {
            JsonNode list = part.schema().path(keyword);
            if (list.isArray() && !list.isEmpty()) {
                choices.add(new Choice(keyword.equals("oneOf"), branches(sources, part, keyword, list.size())));
            }
        }
        if (part.schema().has("if")) {
            choices.add(condition(sources, part));
        }
        for (Map.Entry<String, JsonNode> dependency :
                part.schema().path("dependencies").properties()) {
            if (!dependency.getValue().isArray()) {
                String name = dependency.getKey();
                List<Source> with = List.of(sources.requiring(name), sources.child(part, "dependencies", name));
                choices.add(new Choice(false, List.of(List.of(sources.forbidding(name)), with)));
            }
        }
        return choices;
    }

    private static List<List<Source>> branches(Sources sources, Source part, String keyword, int count) {
        List<List<Source>> branches = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            branches.add(List.of(sources.child(part, keyword, "" + i)));
        }
        return List.copyOf(branches);
    }

    private static Choice condition(Sources sources, Source part) {
        List<Source> then = new ArrayList<>(List.of(sources.child(part, "if")));
        if (part.schema().has("then")) {
            then.add(sources.child(part, "then"));
        }
        List<Source> otherwise = part.schema().has("else") ? List.of(sources.child(part, "else")) : List.of();
        return new Choice(false, List.of(List.copyOf(then), otherwise));
    }
}
