package fairlead.contract.report;

import fairlead.contract.result.Failure;
import fairlead.contract.result.Report;
import fairlead.contract.result.Result;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A report as JSON, for programs: for a registration that asks whether this schema and this handler passed.
public final class JsonReport {

    private JsonReport() {}

    public static ObjectNode render(Report report) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("type", report.type().toString());
        json.put("digest", report.digest());
        json.put("verdict", report.verdict().name().toLowerCase(java.util.Locale.ROOT));
        json.put("seed", report.seed());
        json.put("calls", report.calls());
        json.put("milliseconds", report.took().toMillis());
        ArrayNode notes = json.putArray("notes");
        report.notes().forEach(notes::add);
        ArrayNode results = json.putArray("rules");
        report.results().forEach(result -> results.add(rule(result)));
        return json;
    }

    private static ObjectNode rule(Result result) {
        Rows row = Rows.of(result);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", row.rule());
        json.put("status", row.status());
        switch (result) {
            case Result.Passed(var _, var looked, var leftOut) -> {
                looked.forEach(json.putArray("looked")::add);
                leftOut.forEach(what -> json.withArray("leftOut").add(what));
            }
            case Result.NotExercised(var _, var reason) -> json.put("reason", reason);
            case Result.Consequence(var _, var cause, var _) -> json.put("of", cause.id());
            case Result.Failed _ -> json.put("sentence", row.sentence());
        }
        if (!row.failures().isEmpty()) {
            ArrayNode failures = json.putArray("failures");
            row.failures().forEach(failure -> failures.add(failure(failure)));
        }
        return json;
    }

    private static ObjectNode failure(Failure failure) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("found", failure.found());
        json.put("where", failure.where());
        ArrayNode pointers = json.putArray("pointers");
        failure.pointers().forEach(pointers::add);
        return json;
    }
}
