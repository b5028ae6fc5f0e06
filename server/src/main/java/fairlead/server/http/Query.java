package fairlead.server.http;

import fairlead.schema.text.Percent;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The query of an address, each part as it was written and decoded. Names are compared without regard to case.
final class Query {

    static final Query NONE = new Query(List.of());

    private final List<Part> parts;

    private record Part(String raw, String name, String value) {}

    private Query(List<Part> parts) {
        this.parts = parts;
    }

    static Query parse(String raw) {
        if (raw.isEmpty()) {
            return NONE;
        }
        List<Part> parts = new ArrayList<>(4);
        for (String part : raw.split("&")) {
            if (!part.isEmpty()) {
                int equals = part.indexOf('=');
                String name = equals < 0 ? part : part.substring(0, equals);
                String value = equals < 0 ? "" : part.substring(equals + 1);
                parts.add(new Part(part, decoded(name), decoded(value)));
            }
        }
        return new Query(parts);
    }

    private static String decoded(String text) {
        try {
            String decoded = Percent.decode(text.replace('+', ' '));
            if (TextRules.hasZero(decoded)) {
                throw new IllegalArgumentException("it has the character U+0000");
            }
            return decoded;
        } catch (IllegalArgumentException wrong) {
            throw new ProblemException(
                    new Problem.BadRequest(ProblemCode.INVALID_URI, "The query is malformed: " + wrong.getMessage()));
        }
    }

    boolean has(String name) {
        for (Part part : parts) {
            if (part.name.equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }

    /// The value of a parameter. Given more than once, it has to be the same: it would be unclear which one counts, and
    /// what stands between caller and server may take another one than this does.
    Optional<String> value(String name) {
        @Nullable String value = null;
        for (Part part : parts) {
            if (part.name.equalsIgnoreCase(name)) {
                if (value != null && !value.equals(part.value)) {
                    throw new ProblemException(new Problem.BadRequest(
                            ProblemCode.INVALID_QUERY_PARAMETER,
                            "The query has " + name + " more than once, with different values; expected one.",
                            name));
                }
                value = part.value;
            }
        }
        return Optional.ofNullable(value);
    }

    /// All parameters, by their names as they were written.
    Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        for (Part part : parts) {
            values.put(part.name, value(part.name).orElse(""));
        }
        return values;
    }

    /// The query as it was written, with that parameter set instead of what it was.
    String with(String name, String encodedValue) {
        return with(Map.of(name, encodedValue));
    }

    /// The query as it was written, with those parameters set, or left out where the value is empty.
    String with(Map<String, String> encodedValues) {
        List<String> query = new ArrayList<>();
        for (Part part : parts) {
            if (encodedValues.keySet().stream().noneMatch(part.name::equalsIgnoreCase)) {
                query.add(part.raw);
            }
        }
        encodedValues.forEach((name, value) -> {
            if (!value.isEmpty()) {
                query.add(name + "=" + value);
            }
        });
        return String.join("&", query);
    }
}
