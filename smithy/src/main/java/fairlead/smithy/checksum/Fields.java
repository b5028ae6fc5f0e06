package fairlead.smithy.checksum;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The headers or the trailers of a message, whatever library has read them. Names are of any case; several fields of
/// a name are one, joined with commas.
public final class Fields {

    /// None at all.
    public static final Fields NONE = new Fields(new TreeMap<>());

    private final SortedMap<String, String> values;

    private Fields(SortedMap<String, String> values) {
        this.values = values;
    }

    /// In the order in which they came.
    public static Fields of(Iterable<Map.Entry<String, String>> fields) {
        SortedMap<String, String> values = new TreeMap<>();
        for (Map.Entry<String, String> field : fields) {
            values.merge(field.getKey().toLowerCase(Locale.ROOT), field.getValue(), (one, next) -> one + "," + next);
        }
        return new Fields(values);
    }

    public static Fields of(Map<String, String> fields) {
        return of(fields.entrySet());
    }

    /// These and others: of a request that is there as a whole, headers and trailers say the same.
    public Fields and(Fields others) {
        SortedMap<String, String> all = new TreeMap<>(values);
        others.values.forEach((name, value) -> all.merge(name, value, (one, next) -> one + "," + next));
        return new Fields(all);
    }

    /// The field's value, without space around it.
    public Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name.toLowerCase(Locale.ROOT))).map(String::strip);
    }

    public boolean has(String name) {
        return values.containsKey(name.toLowerCase(Locale.ROOT));
    }

    /// In lower case, and in order.
    public List<String> names() {
        return List.copyOf(values.keySet());
    }

    /// The parts of a value that is a list, in lower case.
    List<String> words(String name) {
        return value(name).stream()
                .flatMap(value -> List.of(value.split(",")).stream())
                .map(word -> word.strip().toLowerCase(Locale.ROOT))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /// Whether a name is that of a checksum's value. Three others look like one, and say something about checksums.
    static boolean isChecksum(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.startsWith(Algorithm.PREFIX)
                && switch (lower.substring(Algorithm.PREFIX.length())) {
                    case "algorithm", "mode", "type" -> false;
                    default -> true;
                };
    }
}
