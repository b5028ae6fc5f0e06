package fairlead.cloudformation.parameter;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The type of a parameter.
///
/// @param name as the template has it
/// @param element what its value is, or is a list of
/// @param list whether it is a list
/// @param stored whether what is given is the name under which a parameter store has the value
public record ParameterType(String name, Element element, boolean list, boolean stored) {

    private static final String SPECIFIC = "AWS::[A-Za-z0-9]+::[A-Za-z0-9]+(?:::[A-Za-z0-9]+)?";
    private static final Pattern LIST = Pattern.compile("List<(String|Number|" + SPECIFIC + ")>");
    private static final Pattern STORED =
            Pattern.compile("AWS::SSM::Parameter::Value<(String|List<String>|CommaDelimitedList|" + SPECIFIC + "|List<"
                    + SPECIFIC + ">)>");

    /// What a value is.
    public enum Element {
        TEXT,
        NUMBER
    }

    /// Empty if the language has no such type.
    public static Optional<ParameterType> parse(String name) {
        Matcher stored = STORED.matcher(name);
        if (stored.matches()) {
            return parse(stored.group(1)).map(inner -> new ParameterType(name, inner.element, inner.list, true));
        }
        Matcher list = LIST.matcher(name);
        if (list.matches()) {
            Element element = list.group(1).equals("Number") ? Element.NUMBER : Element.TEXT;
            return Optional.of(new ParameterType(name, element, true, false));
        }
        return switch (name) {
            case "String" -> Optional.of(new ParameterType(name, Element.TEXT, false, false));
            case "Number" -> Optional.of(new ParameterType(name, Element.NUMBER, false, false));
            case "CommaDelimitedList" -> Optional.of(new ParameterType(name, Element.TEXT, true, false));
            default ->
                name.matches(SPECIFIC)
                        ? Optional.of(new ParameterType(name, Element.TEXT, false, false))
                        : Optional.empty();
        };
    }
}
