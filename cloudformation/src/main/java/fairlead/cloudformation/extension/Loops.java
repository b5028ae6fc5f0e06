package fairlead.cloudformation.extension;

import fairlead.cloudformation.fault.Faults;
import fairlead.cloudformation.limit.Limits;
import fairlead.cloudformation.section.Structure;
import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.Tree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.StringNode;

/// Unfolds the loops of a section: `Fn::ForEach::Name: [Identifier, Collection, {Key: Value}]`.
///
/// What is unfolded keeps the place in the text of what it was made from.
public final class Loops {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]{1,255}");
    private static final Pattern MENTION = Pattern.compile("([$&])\\{([A-Za-z0-9]+)}");
    private static final String FAILED = "Transform AWS::LanguageExtensions failed with: ";
    private static final String LAYOUT = FAILED + "Fn::ForEach layout is incorrect";

    private final Collections collections;
    private final Faults faults;
    private final int most;
    private final Set<String> names = new HashSet<>();
    private long size;

    /// Evaluates the collection of a loop.
    public interface Collections {

        /// Empty if it can't be evaluated, and the fault has been noted.
        Optional<List<String>> of(Tree tree, Place place);
    }

    /// The text of the template has become too long.
    private static final class TooLong extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TooLong() {
            super(null, null, false, false);
        }
    }

    public Loops(Collections collections, Limits limits, Faults faults) {
        this.collections = collections;
        this.faults = faults;
        this.most = limits.template().most();
    }

    /// The section without loops; as it is if it comes to more than a template may have, and the fault has been noted.
    public Tree.Mapping unfold(Tree.Mapping section, Place place) {
        unique(section, place);
        try {
            return members(section, place, Map.of());
        } catch (TooLong noted) {
            fault(FAILED + "the template comes to more than " + most + " characters", place);
            return new Tree.Mapping(new LinkedHashMap<>(), section.at());
        }
    }

    /// Each loop of a template has a name of its own.
    private void unique(Tree tree, Place place) {
        switch (tree) {
            case Tree.Scalar _ -> {}
            case Tree.Sequence(var items, var _) -> {
                for (int i = 0; i < items.size(); i++) {
                    unique(items.get(i), place.item(i, items.get(i)));
                }
            }
            case Tree.Mapping(var members, var _) ->
                members.forEach((key, member) -> {
                    Place below = place.member(key, member);
                    if (key.startsWith(Structure.LOOP)) {
                        String name = key.substring(Structure.LOOP.length());
                        if (!NAME.matcher(name).matches()) {
                            fault(FAILED + "the name of " + key + " is non alphanumeric", below);
                        } else if (!names.add(name)) {
                            fault(FAILED + "there are two loops of the name " + key, below);
                        }
                    }
                    unique(member, below);
                });
        }
    }

    private Tree unfolded(Tree tree, Place place, Map<String, String> values) {
        return switch (tree) {
            case Tree.Scalar scalar -> {
                Optional<String> text = scalar.text();
                spend(text.map(String::length).orElse(4));
                yield text.isEmpty() || values.isEmpty() ? scalar : scalar(replaced(text.get(), values), scalar);
            }
            case Tree.Sequence(var items, var at) -> {
                List<Tree> made = new ArrayList<>(items.size());
                for (int i = 0; i < items.size(); i++) {
                    made.add(unfolded(items.get(i), place.item(i, items.get(i)), values));
                }
                spend(1);
                yield new Tree.Sequence(made, at);
            }
            case Tree.Mapping mapping -> {
                Optional<String> value = mapping.members().size() == 1
                        ? mapping.member("Ref").flatMap(Tree::text).map(values::get)
                        : Optional.empty();
                yield value.isPresent() ? scalar(value.get(), mapping) : members(mapping, place, values);
            }
        };
    }

    private static Tree.Scalar scalar(String text, Tree instead) {
        return new Tree.Scalar(StringNode.valueOf(text), instead.at());
    }

    private Tree.Mapping members(Tree.Mapping mapping, Place place, Map<String, String> values) {
        SequencedMap<String, Tree> made = new LinkedHashMap<>();
        mapping.members().forEach((key, member) -> {
            Place below = place.member(key, member);
            if (key.startsWith(Structure.LOOP)) {
                loop(key, member, below, values).forEach((name, each) -> put(made, name, each, below));
            } else {
                String name = replaced(key, values);
                spend(name.length());
                put(made, name, unfolded(member, place.member(name, member), values), below);
            }
        });
        return new Tree.Mapping(made, mapping.at());
    }

    private void put(Map<String, Tree> made, String name, Tree member, Place place) {
        if (made.putIfAbsent(name, member) != null) {
            fault(FAILED + "duplicate key '" + name + "'", place);
        }
    }

    private Map<String, Tree> loop(String key, Tree loop, Place place, Map<String, String> values) {
        Map<String, Tree> made = new LinkedHashMap<>();
        if (!(loop instanceof Tree.Sequence(var parts, var _))
                || parts.size() != 3
                || parts.getFirst()
                        .text()
                        .filter(text -> NAME.matcher(text).matches())
                        .isEmpty()
                || !(parts.get(2) instanceof Tree.Mapping body)) {
            fault(LAYOUT, place);
            return made;
        }
        String identifier = parts.getFirst().text().get();
        if (values.containsKey(identifier)) {
            fault(FAILED + "the identifier " + identifier + " is that of a loop around " + key, place);
            return made;
        }
        Tree collection = unfolded(parts.get(1), place.item(1, parts.get(1)), values);
        List<String> each =
                collections.of(collection, place.item(1, parts.get(1))).orElse(List.of());
        for (String value : each) {
            Map<String, String> within = new LinkedHashMap<>(values);
            within.put(identifier, value);
            spend(1);
            members(body, place.item(2, body), within)
                    .members()
                    .forEach((name, member) -> put(made, name, member, place));
        }
        return made;
    }

    /// `${Identifier}` is the value, `&{Identifier}` its letters and digits.
    private static String replaced(String text, Map<String, String> values) {
        if (values.isEmpty() || text.indexOf('{') < 0) {
            return text;
        }
        Matcher mention = MENTION.matcher(text);
        StringBuilder made = new StringBuilder();
        while (mention.find()) {
            String value = values.get(mention.group(2));
            String with = value == null
                    ? mention.group()
                    : mention.group(1).equals("$") ? value : value.replaceAll("[^A-Za-z0-9]", "");
            mention.appendReplacement(made, Matcher.quoteReplacement(with));
        }
        return mention.appendTail(made).toString();
    }

    private void spend(int characters) {
        size += characters;
        if (size > most) {
            throw new TooLong();
        }
    }

    private void fault(String message, Place place) {
        faults.add(message, place.pointer(), place.at());
    }
}
