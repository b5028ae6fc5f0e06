package fairlead.smithy.protocol;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The headers of a message, whose names are the same in any case.
///
/// @param values by name, at least one for each
public record Headers(Map<String, List<String>> values) {

    public static final Headers NONE = new Headers(Map.of());

    public Headers {
        Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        values.forEach((name, all) -> copy.put(name, List.copyOf(all)));
        values = Collections.unmodifiableMap(copy);
    }

    /// The values of a header; empty if it is not there.
    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /// The value of a header, several joined by commas.
    public Optional<String> value(String name) {
        List<String> all = all(name);
        return all.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", all));
    }

    /// The same with this value in place of all others.
    public Headers with(String name, String value) {
        Map<String, List<String>> changed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        changed.putAll(values);
        changed.put(name, List.of(value));
        return new Headers(changed);
    }
}
