package fairlead.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The identifiers in an ARN once more, by regular expressions: short to write, and too slow for long texts.
final class ReferenceArns {

    private static final Pattern LABEL = Pattern.compile("\\{([^{}]*)}");
    private static final List<String> PLACES = List.of("aws::partition", "aws::region", "aws::accountid");

    private ReferenceArns() {}

    static Optional<Map<String, String>> identifiers(String template, String arn) {
        if (!arn.matches("(?s)arn:[^:]+:[^:]+:[^:]*:[^:]*:.+")) {
            return Optional.empty();
        }
        boolean oneLabel = LABEL.matcher(template).matches();
        Optional<Map<String, String>> strict = read(template, oneLabel ? "(.+)" : "([^/:]+)", arn);
        return strict.isPresent() ? strict : read(template, "(.+?)", arn);
    }

    private static Optional<Map<String, String>> read(String template, String value, String arn) {
        StringBuilder pattern = new StringBuilder();
        List<String> labels = new ArrayList<>();
        Matcher label = LABEL.matcher(template);
        int end = 0;
        while (label.find()) {
            boolean place = isPlace(label.group(1));
            labels.add(place ? label.group(1).toLowerCase(java.util.Locale.ROOT) : label.group(1));
            pattern.append(Pattern.quote(template.substring(end, label.start())))
                    .append(place ? "([^:]+)" : value);
            end = label.end();
        }
        Matcher matcher = Pattern.compile(pattern + Pattern.quote(template.substring(end)), Pattern.DOTALL)
                .matcher(arn);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < labels.size(); i++) {
            String found = matcher.group(i + 1);
            String other = values.putIfAbsent(labels.get(i), found);
            if (other != null && !other.equals(found)) {
                return Optional.empty();
            }
        }
        values.keySet().removeIf(ReferenceArns::isPlace);
        return Optional.of(values);
    }

    private static boolean isPlace(String label) {
        return PLACES.stream().anyMatch(label::equalsIgnoreCase);
    }
}
