package fairlead.schema;

import fairlead.schema.draft07.Shown;
import fairlead.schema.draft07.Violation;
import fairlead.schema.text.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// The message for a breach of the meta-schema, with the reason where the "CloudFormation resource schema" gives
/// one.
final class Advice {

    private static final Wording WORDING = new Wording("schema", pointer -> false);

    /// Where the meta-schema speaks of `type`.
    private static final String TYPE = "/properties/type/anyOf";

    private static final List<String> TYPES =
            List.of("string", "integer", "number", "boolean", "array", "object", "null");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");

    private static final String IMPERATIVE =
            "imperative constructs confuse authors and callers; use oneOf or dependencies";
    private static final String MODE =
            "restrictions of a property are listed at the top, in readOnlyProperties and" + " writeOnlyProperties";
    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("if", IMPERATIVE),
            Map.entry("then", IMPERATIVE),
            Map.entry("else", IMPERATIVE),
            Map.entry("not", IMPERATIVE),
            Map.entry("$id", "only the whole document has an identity"),
            Map.entry("$schema", "only the whole document names its dialect"),
            Map.entry("propertyNames", "use patternProperties with a defined shape"),
            Map.entry("additionalItems", "a list has one schema for all its items"),
            Map.entry("readOnly", MODE),
            Map.entry("writeOnly", MODE));

    private Advice() {}

    static List<Finding> of(Violation violation) {
        boolean type = violation.keyword().equals("anyOf") && violation.rule().endsWith(TYPE);
        List<Finding> types = type ? types(violation.pointer(), violation.found()) : List.of();
        return types.isEmpty() ? List.of(one(violation)) : types;
    }

    /// Each value of `type` that names no type.
    private static List<Finding> types(String at, JsonNode found) {
        List<Finding> findings = new ArrayList<>();
        if (!found.isArray()) {
            type(at, found).ifPresent(findings::add);
        }
        for (int i = 0; found.isArray() && i < found.size(); i++) {
            type(at + "/" + i, found.get(i)).ifPresent(findings::add);
        }
        return findings;
    }

    private static Optional<Finding> type(String at, JsonNode found) {
        if (TYPES.contains(found.asString(""))) {
            return Optional.empty();
        }
        String message = "expected one of " + String.join(", ", TYPES) + "; found " + Shown.of(found)
                + Spelling.hint(found.asString(""), TYPES);
        return Optional.of(Finding.error("schema.unknown-type", at, message));
    }

    private static Finding one(Violation violation) {
        Finding plain = WORDING.finding(violation);
        return switch (violation.keyword()) {
            case "additionalProperties" -> unknown(violation, plain);
            case "patternProperties" ->
                new Finding(plain.severity(), "schema.property-name", plain.pointer(), plain.message());
            case "const", "type" -> withReason(violation, plain);
            case "not" -> together(plain);
            case "enum" -> Finding.error(plain.id(), plain.pointer(), plain.message() + word(violation));
            case "pattern" -> text(violation, plain);
            default -> plain;
        };
    }

    /// The allowed word that is closest to the one that stands there.
    private static String word(Violation violation) {
        List<String> allowed = QUOTED.matcher(violation.expected())
                .results()
                .map(match -> match.group(1))
                .toList();
        return Spelling.hint(violation.found().asString(""), allowed);
    }

    /// The one pattern that authors meet is that of the names of types.
    private static Finding text(Violation violation, Finding plain) {
        if (!violation.expected().contains("::")) {
            return plain;
        }
        String message = "expected the name of a type such as Initech::TPS::Report (three parts of 2 to 64 letters and"
                + " digits), found " + Shown.of(violation.found());
        return Finding.error("schema.type-name", plain.pointer(), message);
    }

    private static Finding unknown(Violation violation, Finding plain) {
        String reason = REASONS.get(violation.name());
        return reason == null
                ? Finding.error("schema.unknown-keyword", plain.pointer(), plain.message() + meant(violation.name()))
                : Finding.error(
                        "schema.forbidden-keyword",
                        plain.pointer(),
                        "expected no '" + violation.name() + "', found one; " + reason);
    }

    private static String meant(String name) {
        return Spelling.hint(name, MetaSchema.keywords());
    }

    private static Finding withReason(Violation violation, Finding plain) {
        String reason;
        if (violation.pointer().endsWith("/additionalProperties")) {
            reason = "; use patternProperties to define the shape of further properties";
        } else if (violation.pointer().endsWith("/items")) {
            reason = "; a list has one schema for all its items";
        } else {
            reason = "";
        }
        return Finding.error(plain.id(), plain.pointer(), plain.message() + reason);
    }

    private static Finding together(Finding plain) {
        String message = "expected either properties or patternProperties, found both; an object has defined names or"
                + " undefined ones";
        return Finding.error("schema.properties-and-patterns", plain.pointer(), message);
    }
}
