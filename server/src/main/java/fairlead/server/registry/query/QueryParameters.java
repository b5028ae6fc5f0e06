package fairlead.server.registry.query;

import fairlead.server.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The parameters of a call, as they are read one by one: what is wrong with any is gathered, and told together by
/// [#verify] in the words that AWS's services use.
///
/// Lists are `Name.member.1`, structures `Name.Member`. What no action reads is ignored: clients may be newer than
/// this server.
public final class QueryParameters {

    private static final Pattern NUMBERED = Pattern.compile("([1-9]\\d{0,4})\\..+");

    private final NavigableMap<String, String> values;
    private final String prefix;
    private final List<String> wrong;

    private QueryParameters(NavigableMap<String, String> values, String prefix, List<String> wrong) {
        this.values = values;
        this.prefix = prefix;
        this.wrong = wrong;
    }

    /// The parameters of a decoded form.
    public static QueryParameters of(Map<String, String> values) {
        return new QueryParameters(new TreeMap<>(values), "", new ArrayList<>());
    }

    /// How a text may look.
    ///
    /// @param pattern which it has to match as a whole
    public record Rule(Pattern pattern, int least, int most) {

        public static Rule of(String pattern, int least, int most) {
            return new Rule(Pattern.compile(pattern, Pattern.DOTALL), least, most);
        }
    }

    /// A text; empty if it was not given.
    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(prefix + name));
    }

    /// As [#text(String)]; wrong if it breaks the rule.
    public Optional<String> text(String name, Rule rule) {
        Optional<String> value = text(name);
        value.ifPresent(text -> check(name, text, rule));
        return value;
    }

    /// As [#text(String, Rule)]; wrong if it was not given, and then no characters at all.
    public String required(String name, Rule rule) {
        Optional<String> value = text(name, rule);
        if (value.isEmpty()) {
            wrong("Value null at '" + place(name) + "' failed to satisfy constraint: Member must not be null");
        }
        return value.orElse("");
    }

    private void check(String name, String text, Rule rule) {
        if (text.length() < rule.least()) {
            constraint(name, text, "Member must have length greater than or equal to " + rule.least());
        } else if (text.length() > rule.most()) {
            constraint(name, shortened(text), "Member must have length less than or equal to " + rule.most());
        } else if (!rule.pattern().matcher(text).matches()) {
            constraint(name, text, "Member must satisfy regular expression pattern: " + rule.pattern());
        }
    }

    private static String shortened(String text) {
        return text.length() > 100 ? text.substring(0, 100) + "..." : text;
    }

    /// One of the words of an enum, whose constants are those words; empty if it was not given or is none of them.
    public <E extends Enum<E>> Optional<E> word(String name, Class<E> words) {
        Optional<String> value = text(name);
        for (E word : words.getEnumConstants()) {
            if (value.equals(Optional.of(word.name()))) {
                return Optional.of(word);
            }
        }
        value.ifPresent(text ->
                constraint(name, text, "Member must satisfy enum value set: " + List.of(words.getEnumConstants())));
        return Optional.empty();
    }

    /// A boolean; empty if it was not given or is none.
    public Optional<Boolean> flag(String name) {
        Optional<String> value = text(name);
        Optional<Boolean> flag = value.filter(text -> text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false"))
                .map(Boolean::parseBoolean);
        if (value.isPresent() && flag.isEmpty()) {
            constraint(name, shortened(value.get()), "Member must be true or false");
        }
        return flag;
    }

    public int number(String name, int least, int most, int otherwise) {
        Optional<String> value = text(name);
        if (value.isEmpty()) {
            return otherwise;
        }
        String text = value.get();
        if (!text.matches("-?\\d{1,9}")) {
            wrong("Value '" + shortened(text) + "' at '" + place(name)
                    + "' failed to satisfy constraint: Member must be an integer");
            return otherwise;
        }
        int number = Integer.parseInt(text);
        if (number < least) {
            constraint(name, text, "Member must have value greater than or equal to " + least);
        } else if (number > most) {
            constraint(name, text, "Member must have value less than or equal to " + most);
        }
        return Math.clamp(number, least, most);
    }

    /// The members of a structure.
    public QueryParameters structure(String name) {
        return new QueryParameters(values, prefix + name + ".", wrong);
    }

    /// The structures of a list, by their numbers, which may leave some out; none if it was not given.
    public List<QueryParameters> structures(String name) {
        String start = name + ".member.";
        SortedSet<Integer> numbers = new TreeSet<>();
        for (String key : values.tailMap(prefix + start).keySet()) {
            if (!key.startsWith(prefix + start)) {
                break;
            }
            String rest = key.substring(prefix.length() + start.length());
            Matcher number = NUMBERED.matcher(rest);
            if (number.matches()) {
                numbers.add(Integer.valueOf(number.group(1)));
            } else {
                wrong("The parameter '" + shortened(key) + "' has no number from 1 to 99999 behind 'member', or nothing"
                        + " behind that");
            }
        }
        return numbers.stream().map(number -> structure(start + number)).toList();
    }

    /// The texts of a list, by their numbers; none if it was not given.
    public List<String> texts(String name) {
        String start = prefix + name + ".member.";
        SortedMap<Integer, String> texts = new TreeMap<>();
        values.tailMap(start).forEach((key, value) -> {
            if (key.startsWith(start)) {
                String number = key.substring(start.length());
                if (number.matches("[1-9]\\d{0,4}")) {
                    texts.put(Integer.valueOf(number), value);
                } else {
                    wrong("The parameter '" + shortened(key) + "' has no number from 1 to 99999 behind 'member'");
                }
            }
        });
        return List.copyOf(texts.values());
    }

    /// The texts of a map, by their keys: `Name.entry.1.key` and `Name.entry.1.value`. None if it was not given.
    public Map<String, String> map(String name) {
        Map<String, String> map = new TreeMap<>();
        for (int i = 1; structure(name + ".entry." + i).given(); i++) {
            QueryParameters entry = structure(name + ".entry." + i);
            map.put(entry.text("key").orElse(""), entry.text("value").orElse(""));
        }
        return map;
    }

    /// Whether a member was given, a list or a structure also without anything in it.
    public boolean has(String name) {
        return text(name).isPresent() || structure(name).given();
    }

    /// Whether any member of this structure was given.
    public boolean given() {
        String first = values.ceilingKey(prefix);
        return first != null && first.startsWith(prefix);
    }

    /// Says that something is wrong, in a whole sentence.
    public void wrong(String sentence) {
        wrong.add(sentence);
    }

    private void constraint(String name, String value, String rule) {
        wrong("Value '" + value + "' at '" + place(name) + "' failed to satisfy constraint: " + rule);
    }

    /// `TypeConfigurationIdentifiers.member.1.TypeName` as AWS's messages write it:
    /// `typeConfigurationIdentifiers.1.member.typeName`.
    private String place(String name) {
        StringBuilder place = new StringBuilder();
        for (String part : (prefix + name).split("\\.", -1)) {
            String camel = part.isEmpty() ? part : part.substring(0, 1).toLowerCase(Locale.ROOT) + part.substring(1);
            place.append(place.isEmpty() ? "" : ".").append(camel);
        }
        return place.toString().replaceAll("\\.member\\.(\\d+)", ".$1.member");
    }

    /// Throws a problem with everything that is wrong with what has been read so far.
    public void verify() {
        if (!wrong.isEmpty()) {
            throw new ProblemException(CommonErrors.validation(wrong));
        }
    }
}
