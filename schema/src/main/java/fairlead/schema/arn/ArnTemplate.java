package fairlead.schema.arn;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The form of the ARNs of one kind of resource:
/// `arn:{AWS::Partition}:wine:{AWS::Region}:{AWS::AccountId}:cellar/{Name}`.
///
/// A label stands for an identifier and is replaced by its value as it is, without percent-encoding. So a value that
/// has a `/` or `:` of its own can't always be told from the template's: an ARN is first read as if no value had
/// any, and only if that fails with values as short as possible. The three labels of the place may be written in any
/// case.
public final class ArnTemplate {

    private static final Pattern LABEL = Pattern.compile("\\{([^{}]*)}");
    private static final String PARTITION = "AWS::Partition";
    private static final String REGION = "AWS::Region";
    private static final String ACCOUNT = "AWS::AccountId";
    private static final List<String> PLACES = List.of(PARTITION, REGION, ACCOUNT);

    private final String text;
    private final List<String> labels;
    private final List<String> groups;
    private final LabelValues values;

    private ArnTemplate(String text) {
        this.text = text;
        groups = LABEL.matcher(text)
                .results()
                .map(label -> canonical(label.group(1)))
                .toList();
        labels = groups.stream()
                .filter(label -> !PLACES.contains(label))
                .distinct()
                .toList();
        values = new LabelValues(
                List.of(LABEL.split(text, -1)),
                groups.stream().map(PLACES::contains).toList());
    }

    /// The whole of a template. Throws [IllegalArgumentException] with what is wrong with it.
    public static ArnTemplate parse(String text) {
        ArnTemplate template = new ArnTemplate(text);
        if (LABEL.matcher(text).replaceAll("").matches(".*[{}].*") || template.groups.contains("")) {
            throw new IllegalArgumentException("a label is a name in braces, found '" + text + "'");
        }
        boolean whole = Arn.parse(LABEL.matcher(text).replaceAll("x")).isPresent();
        if (!whole && !template.isOneLabel()) {
            throw new IllegalArgumentException(
                    "an ARN has the form arn:partition:service:region:account:resource, found '" + text + "'");
        }
        return template;
    }

    /// The template of what belongs to a service, of which only the part behind the last colon is said.
    ///
    /// @param regional whether its ARNs have a region
    /// @param ofAccount whether they have an account
    public static ArnTemplate of(String service, String resource, boolean regional, boolean ofAccount) {
        return new ArnTemplate("arn:{" + PARTITION + "}:" + service + ":" + (regional ? "{" + REGION + "}" : "") + ":"
                + (ofAccount ? "{" + ACCOUNT + "}" : "") + ":" + resource);
    }

    /// The template that is whole as it stands, as it is where an identifier is an ARN.
    public static ArnTemplate absolute(String text) {
        return new ArnTemplate(text);
    }

    private static String canonical(String label) {
        return PLACES.stream().filter(label::equalsIgnoreCase).findFirst().orElse(label);
    }

    private boolean isOneLabel() {
        return groups.size() == 1 && text.equals("{" + groups.getFirst() + "}");
    }

    /// The names of the identifiers in it, in its order.
    public List<String> labels() {
        return labels;
    }

    /// The service whose ARNs these are; empty where that is not said.
    public Optional<String> service() {
        return Arn.parse(LABEL.matcher(text).replaceAll("{}"))
                .map(Arn::service)
                .filter(service -> !service.contains("{}"));
    }

    /// How many characters of it are no label: of two templates that fit, the one with more fits better.
    public int fixed() {
        return LABEL.matcher(text).replaceAll("").length();
    }

    /// The same with other names for the identifiers.
    public ArnTemplate renamed(UnaryOperator<String> names) {
        return new ArnTemplate(LABEL.matcher(text)
                .replaceAll(label -> Matcher.quoteReplacement("{" + renamed(names, label.group(1)) + "}")));
    }

    private static String renamed(UnaryOperator<String> names, String label) {
        String canonical = canonical(label);
        return PLACES.contains(canonical) ? canonical : names.apply(label);
    }

    /// The ARN of the resource with these identifiers. Throws [IllegalArgumentException] if one is missing or empty.
    public String expand(Place place, Map<String, String> identifiers) {
        return LABEL.matcher(text)
                .replaceAll(label -> Matcher.quoteReplacement(value(canonical(label.group(1)), place, identifiers)));
    }

    private String value(String label, Place place, Map<String, String> identifiers) {
        String value = switch (label) {
            case PARTITION -> place.partition();
            case REGION -> place.region();
            case ACCOUNT -> place.account();
            default -> identifiers.getOrDefault(label, "");
        };
        if (value.isEmpty()) {
            throw new IllegalArgumentException("the ARN '" + this + "' needs the identifier '" + label + "'");
        }
        return value;
    }

    /// What an ARN of this template says.
    ///
    /// @param place with empty parts where the template has none
    /// @param identifiers by their labels
    public record Read(Place place, Map<String, String> identifiers) {}

    /// The identifiers in an ARN, and where it is; empty if it is not of this template.
    public Optional<Read> read(String arn) {
        if (Arn.parse(arn).isEmpty()) {
            return Optional.empty();
        }
        Optional<Read> plain =
                isOneLabel() ? Optional.empty() : values.strict(arn).flatMap(this::read);
        return plain.isPresent() ? plain : values.loose(arn).flatMap(this::read);
    }

    private Optional<Read> read(List<String> found) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < groups.size(); i++) {
            String value = found.get(i);
            String other = values.putIfAbsent(groups.get(i), value);
            if (other != null && !other.equals(value)) {
                return Optional.empty();
            }
        }
        Place place = new Place(taken(values, PARTITION), taken(values, REGION), taken(values, ACCOUNT));
        return Optional.of(new Read(place, Collections.unmodifiableMap(values)));
    }

    private static String taken(Map<String, String> values, String label) {
        String value = values.remove(label);
        return value == null ? "" : value;
    }

    /// As [#read], without the place.
    public Optional<Map<String, String>> identifiers(String arn) {
        return read(arn).map(Read::identifiers);
    }

    @Override
    public String toString() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ArnTemplate template && template.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
