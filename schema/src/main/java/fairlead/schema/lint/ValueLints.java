package fairlead.schema.lint;

import fairlead.schema.Finding;
import fairlead.schema.SchemaTree;
import fairlead.schema.language.Languages;
import fairlead.schema.lint.Reason.Told;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Schemas and alternatives that no value fits.
final class ValueLints {

    /// A schema that holds for the same value as the one around it.
    private static final Pattern PART = Pattern.compile("(.*)/(?:allOf|anyOf|oneOf)/[0-9]+");

    private static final String ROOT = "/properties";

    private final JsonNode document;
    private final List<Finding> findings;
    private final Possibility possibility;

    ValueLints(JsonNode document, List<Finding> findings, Languages languages) {
        this.document = document;
        this.findings = findings;
        this.possibility = new Possibility(document, languages);
    }

    void look() {
        branches("", document);
        SchemaTree.forEach(document, (at, schema) -> {
            branches(at, schema);
            if (!PART.matcher(at).matches() && !at.matches(".*/dependencies/[^/]+")) {
                value(at);
            }
        });
        model();
    }

    /// The schemas around an alternative that hold for the same value, it among them.
    private static List<String> around(String at) {
        List<String> around = new ArrayList<>(List.of(at));
        for (var part = PART.matcher(at); part.matches(); part = PART.matcher(part.group(1))) {
            around.add(part.group(1));
        }
        return around;
    }

    private void branches(String at, JsonNode schema) {
        for (String keyword : List.of("oneOf", "anyOf")) {
            JsonNode branches = schema.path(keyword);
            if (!branches.isArray()
                    || schema.has("$ref")
                    || possibility.reason(around(at)).isPresent()) {
                continue;
            }
            for (int i = 0; i < branches.size(); i++) {
                String branch = at + "/" + keyword + "/" + i;
                Optional<Reason> reason = possibility.reason(around(branch));
                if (reason.isPresent() && reason.get().told() != Told.AS_ERROR) {
                    findings.add(Finding.warning(
                            "schema.dead-branch",
                            branch,
                            "expected an alternative that some value fits, found one that none does: "
                                    + reason.get().text()));
                }
            }
        }
    }

    private void value(String at) {
        possibility
                .reason(List.of(at))
                .filter(reason -> reason.told() == Told.NOWHERE)
                .ifPresent(reason -> findings.add(Finding.warning(
                        "schema.no-value",
                        at,
                        "expected a schema that some value fits, found one that none does: " + reason.text())));
    }

    private void model() {
        possibility.reason(List.of("")).ifPresent(reason -> impossible(reason.at(), reason));
        JsonNode identifier = document.path("primaryIdentifier");
        for (int i = 0; i < identifier.size(); i++) {
            String at = "/primaryIdentifier/" + i;
            possibility.reason(places(identifier.path(i).asString(""))).ifPresent(reason -> impossible(at, reason));
        }
    }

    private void impossible(String at, Reason reason) {
        if (reason.told() != Told.AS_ERROR) {
            findings.add(Finding.error(
                    "schema.no-model",
                    at,
                    "expected a schema that some model fits, found one that none does: " + reason.text()));
        }
    }

    /// The schemas of a property, by their pointers; none if it is in a list or not there.
    private List<String> places(String path) {
        List<String> places = List.of("");
        for (String step : PointerSteps.split(path.startsWith(ROOT) ? path.substring(ROOT.length()) : "/")) {
            places = Conjunction.of(document, places).member(step).orElse(List.of());
        }
        return places;
    }
}
