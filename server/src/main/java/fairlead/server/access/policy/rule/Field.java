package fairlead.server.access.policy.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// A part of a resource, as rules name it: `type`, `tags['owner']`, `properties.size`, or the same by the name of its
/// type, `Fairlead.Lab/things/size`, which is absent in resources of other types.
///
/// @param text as it was written
/// @param root where it begins
/// @param type in front of an alias, in lower case; empty for all else
/// @param path from the root on; [#EACH] for all elements of a list
public record Field(String text, Root root, String type, List<String> path) {

    static final String EACH = "*";

    /// Where a field begins.
    public enum Root {
        ID("id", "The id of the resource."),
        NAME("name", "The last part of the id."),
        TYPE("type", "As ARM writes it, `Fairlead.Lab/things` for example."),
        LOCATION("location", "Where it is, in normal form."),
        KIND("kind", "Absent: resources have none."),
        PRINCIPAL("identity.principal", "The id of who makes the change; absent when states are looked at later."),
        ACTION("request.action", "What is done, `Fairlead.Lab/things/write` for example; absent then, too."),
        TAGS("tags", "All tags, or one: `tags['owner']`, `tags.owner`, `tags[owner]`."),
        SKU("sku", "The SKU, or a part: `sku.name`."),
        PROPERTIES("properties", "A property: `properties.size`, `properties.ports[*].number`.");

        private final String word;
        private final String says;

        Root(String word, String says) {
            this.word = word;
            this.says = says;
        }

        /// As rules write it.
        public String word() {
            return word;
        }

        /// What it is, for the reference.
        public String says() {
            return says;
        }
    }

    private static final List<Root> WHOLE =
            List.of(Root.ID, Root.NAME, Root.TYPE, Root.LOCATION, Root.KIND, Root.PRINCIPAL, Root.ACTION);

    public Field {
        path = List.copyOf(path);
    }

    /// Empty if it is the name of no field.
    static Optional<Field> parse(String text) {
        for (Root root : WHOLE) {
            if (text.equalsIgnoreCase(root.word)) {
                return Optional.of(new Field(text, root, "", List.of()));
            }
        }
        int slash = text.lastIndexOf('/');
        if (slash > 0) {
            String type = text.substring(0, slash).toLowerCase(Locale.ROOT);
            return type.indexOf('/') < 0 ? Optional.empty() : alias(text, type, text.substring(slash + 1));
        }
        for (Root root : List.of(Root.TAGS, Root.SKU, Root.PROPERTIES)) {
            if (text.regionMatches(true, 0, root.word, 0, root.word.length())) {
                return within(text, root, text.substring(root.word.length()));
            }
        }
        return Optional.empty();
    }

    private static Optional<Field> alias(String text, String type, String path) {
        if (path.regionMatches(true, 0, "sku.", 0, 4)) {
            return steps(path.substring(4)).map(steps -> new Field(text, Root.SKU, type, steps));
        }
        return steps(path).map(steps -> new Field(text, Root.PROPERTIES, type, steps));
    }

    private static Optional<Field> within(String text, Root root, String rest) {
        if (rest.isEmpty()) {
            return Optional.of(new Field(text, root, "", List.of()));
        }
        if (root == Root.TAGS) {
            return tag(rest).map(name -> new Field(text, root, "", List.of(name)));
        }
        return rest.startsWith(".")
                ? steps(rest.substring(1)).map(steps -> new Field(text, root, "", steps))
                : Optional.empty();
    }

    private static Optional<String> tag(String rest) {
        String name = "";
        if (rest.startsWith("['") && rest.endsWith("']") && rest.length() > 4) {
            name = rest.substring(2, rest.length() - 2);
        } else if (rest.startsWith("[") && rest.endsWith("]")) {
            name = rest.substring(1, rest.length() - 1);
        } else if (rest.startsWith(".")) {
            name = rest.substring(1);
        }
        return name.isEmpty() ? Optional.empty() : Optional.of(name);
    }

    private static Optional<List<String>> steps(String path) {
        List<String> steps = new ArrayList<>();
        for (String part : path.split("\\.", -1)) {
            String name = part;
            int lists = 0;
            while (name.endsWith("[*]")) {
                name = name.substring(0, name.length() - 3);
                lists++;
            }
            if (name.isEmpty() || !name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-')) {
                return Optional.empty();
            }
            steps.add(name);
            for (int i = 0; i < lists; i++) {
                steps.add(EACH);
            }
        }
        return Optional.of(steps);
    }

    /// Whether it stands for all elements of a list.
    boolean isOfEach() {
        return path.contains(EACH);
    }

    /// Whether a rule can set it: a tag, or a property that is in no list.
    boolean isWritable() {
        boolean one = root == Root.TAGS && path.size() == 1;
        return (one || (root == Root.PROPERTIES && !path.isEmpty())) && !isOfEach();
    }

    /// The value of one that is not of each element; absent if there is none.
    JsonNode value(Evaluation evaluation) {
        if (isOfEach()) {
            ArrayNode all = JsonNodeFactory.instance.arrayNode();
            boolean complete = all(evaluation, value -> value.isMissingNode() || all.add(value) != null);
            return complete ? all : Json.ABSENT;
        }
        JsonNode value = root(evaluation.facts());
        for (int i = 0; i < path.size(); i++) {
            value = Json.member(value, path.get(i));
        }
        return value;
    }

    /// Whether that holds of the value, or of each of them if it is of each element of a list: also if there are none.
    boolean all(Evaluation evaluation, Predicate<JsonNode> test) {
        int from = 0;
        JsonNode begin = null;
        for (Evaluation.Element at = evaluation.element(); at != null && begin == null; at = at.outer()) {
            Field list = at.list();
            if (list != null && isWithin(list)) {
                begin = at.value();
                from = list.path.size();
            }
        }
        return all(begin == null ? root(evaluation.facts()) : begin, from, test);
    }

    private boolean all(JsonNode at, int step, Predicate<JsonNode> test) {
        JsonNode value = at;
        for (int i = step; i < path.size(); i++) {
            if (path.get(i).equals(EACH)) {
                for (int k = 0; k < value.size(); k++) {
                    if (!value.isArray() || !all(value.get(k), i + 1, test)) {
                        return false;
                    }
                }
                return true;
            }
            value = Json.member(value, path.get(i));
        }
        return test.test(value);
    }

    /// Whether it is the list's element or a part of it.
    private boolean isWithin(Field list) {
        if (root != list.root || !type.equals(list.type) || path.size() < list.path.size()) {
            return false;
        }
        for (int i = 0; i < list.path.size(); i++) {
            if (!path.get(i).equalsIgnoreCase(list.path.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// Whether resources of that type have it: an alias is of one type alone.
    boolean isOf(String typeOfResource) {
        return type.isEmpty() || type.equalsIgnoreCase(typeOfResource);
    }

    private JsonNode root(Facts facts) {
        if (!isOf(facts.type())) {
            return Json.ABSENT;
        }
        return switch (root) {
            case ID -> text(facts.id());
            case NAME -> text(facts.name());
            case TYPE -> text(facts.type());
            case LOCATION -> text(facts.location());
            case KIND -> Json.ABSENT;
            case PRINCIPAL -> text(facts.principal());
            case ACTION -> text(facts.action());
            case TAGS -> facts.tags();
            case SKU -> facts.sku();
            case PROPERTIES -> facts.properties();
        };
    }

    private static JsonNode text(String text) {
        return text.isEmpty() ? Json.ABSENT : StringNode.valueOf(text);
    }

    /// The object in which it is, made if it is missing, or null if something else is in its place.
    ///
    /// @param made whether it is to be made
    private @Nullable ObjectNode holder(ObjectNode whole, boolean made) {
        ObjectNode at = whole;
        for (int i = 0; i + 1 < path.size(); i++) {
            String name = spelled(at, path.get(i));
            JsonNode next = at.get(name);
            if (next instanceof ObjectNode inner) {
                at = inner;
            } else if (made && (next == null || next.isNull())) {
                at = at.putObject(name);
            } else {
                return null;
            }
        }
        return at;
    }

    private static String spelled(ObjectNode object, String name) {
        if (object.has(name)) {
            return name;
        }
        return object.propertyNames().stream()
                .filter(other -> other.equalsIgnoreCase(name))
                .findFirst()
                .orElse(name);
    }

    /// Sets it in the tags or properties in which it is; false if that changes nothing.
    boolean set(ObjectNode whole, JsonNode value) {
        ObjectNode holder = holder(whole, true);
        if (holder == null) {
            return false;
        }
        String name = spelled(holder, path.getLast());
        boolean changes = !value.equals(holder.get(name));
        if (changes) {
            holder.set(name, value);
        }
        return changes;
    }

    /// Takes it away; false if it was not there.
    boolean remove(ObjectNode whole) {
        ObjectNode holder = holder(whole, false);
        return holder != null && holder.remove(spelled(holder, path.getLast())) != null;
    }
}
