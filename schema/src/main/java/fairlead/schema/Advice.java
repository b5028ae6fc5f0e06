package fairlead.schema;

import fairlead.schema.draft07.Violation;
import fairlead.schema.text.Spelling;
import java.util.Map;

/// The message for a breach of the meta-schema, with the reason where the "CloudFormation resource schema" gives
/// one.
final class Advice {

    private static final Wording WORDING = new Wording("schema", pointer -> false);

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

    static Finding of(Violation violation) {
        Finding plain = WORDING.finding(violation);
        return switch (violation.keyword()) {
            case "additionalProperties" -> unknown(violation, plain);
            case "patternProperties" ->
                new Finding(plain.severity(), "schema.property-name", plain.pointer(), plain.message());
            case "const", "type" -> withReason(violation, plain);
            case "not" -> together(plain);
            default -> plain;
        };
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
        return Spelling.nearest(name, MetaSchema.keywords())
                .map(word -> "; did you mean '" + word + "'?")
                .orElse("");
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
