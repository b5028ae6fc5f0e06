package fairlead.smithy.arn;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.smithy.aws.traits.ArnTrait;

/// The ARNs of one kind of resource.
///
/// A label stands for an identifier and is replaced by its value as it is, without percent-encoding. So a value that
/// has a `/` or `:` of its own can't always be told from the template's: an ARN is first read as if no value had
/// any, and only if that fails with values as short as possible.
public final class ArnTemplate {

    private static final Pattern LABEL = Pattern.compile("\\{([^{}]+)}");
    private static final Place PLACEHOLDERS = new Place("{AWS::Partition}", "{AWS::Region}", "{AWS::AccountId}");

    private final String namespace;
    private final String template;
    private final boolean absolute;
    private final boolean regional;
    private final boolean ofAccount;
    private final List<String> labels;
    private final Pattern strict;
    private final Pattern loose;

    private ArnTemplate(String namespace, String template, boolean absolute, boolean regional, boolean ofAccount) {
        this.namespace = namespace;
        this.template = template;
        this.absolute = absolute;
        this.regional = regional;
        this.ofAccount = ofAccount;
        List<String> found = new ArrayList<>();
        Matcher matcher = LABEL.matcher(template);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        labels = List.copyOf(found);
        strict = pattern(absolute && template.startsWith("{") ? "(.+)" : "([^/:]+)");
        loose = pattern("(.+?)");
    }

    /// The template of a resource within a service.
    ///
    /// @param namespace the service's `arnNamespace`
    public static ArnTemplate of(String namespace, ArnTrait trait) {
        return new ArnTemplate(
                namespace, trait.getTemplate(), trait.isAbsolute(), !trait.isNoRegion(), !trait.isNoAccount());
    }

    private Pattern pattern(String value) {
        StringBuilder pattern = new StringBuilder();
        Matcher matcher = LABEL.matcher(template);
        int end = 0;
        while (matcher.find()) {
            pattern.append(Pattern.quote(template.substring(end, matcher.start())))
                    .append(value);
            end = matcher.end();
        }
        return Pattern.compile(
                pattern.append(Pattern.quote(template.substring(end))).toString(), Pattern.DOTALL);
    }

    /// The names of the identifiers in it, in its order.
    public List<String> labels() {
        return labels;
    }

    /// How many characters of it are no label: of two templates that fit, the one with more fits better.
    int fixed() {
        return LABEL.matcher(template).replaceAll("").length();
    }

    /// The ARN of the resource with these identifiers. Throws [IllegalArgumentException] if one is missing or empty.
    public String expand(Place place, Map<String, String> identifiers) {
        StringBuilder filled = new StringBuilder();
        Matcher matcher = LABEL.matcher(template);
        while (matcher.find()) {
            String value = identifiers.getOrDefault(matcher.group(1), "");
            if (value.isEmpty()) {
                throw new IllegalArgumentException(
                        "the ARN '" + this + "' needs the identifier '" + matcher.group(1) + "'");
            }
            matcher.appendReplacement(filled, Matcher.quoteReplacement(value));
        }
        return around(place, matcher.appendTail(filled).toString());
    }

    private String around(Place place, String resource) {
        if (absolute) {
            return resource;
        }
        String region = regional ? place.region() : "";
        String account = ofAccount ? place.account() : "";
        return new Arn(place.partition(), namespace, region, account, resource).toString();
    }

    /// The identifiers in an ARN; empty if it is not of this template.
    public Optional<Map<String, String>> parse(String arn) {
        return part(arn).flatMap(part -> {
            Optional<Map<String, String>> plain = values(strict.matcher(part));
            return plain.isPresent() ? plain : values(loose.matcher(part));
        });
    }

    /// What of the ARN the template speaks of.
    private Optional<String> part(String arn) {
        Optional<Arn> parsed = Arn.parse(arn);
        if (absolute) {
            return parsed.map(Arn::toString);
        }
        return parsed.filter(parts -> parts.service().equals(namespace)
                        && parts.region().isEmpty() != regional
                        && parts.account().isEmpty() != ofAccount)
                .map(Arn::resource);
    }

    private Optional<Map<String, String>> values(Matcher matcher) {
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < labels.size(); i++) {
            String value = matcher.group(i + 1);
            String other = values.putIfAbsent(labels.get(i), value);
            if (other != null && !other.equals(value)) {
                return Optional.empty();
            }
        }
        return Optional.of(Collections.unmodifiableMap(values));
    }

    /// The whole template, with placeholders for what only run time knows:
    /// `arn:{AWS::Partition}:myservice:{AWS::Region}:{AWS::AccountId}:myresource/{myId}`.
    @Override
    public String toString() {
        return around(PLACEHOLDERS, template);
    }
}
