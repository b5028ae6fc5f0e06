package fairlead.server.arm;

import fairlead.server.drift.Difference;
import fairlead.server.drift.Drifts;
import fairlead.server.drift.Finding;
import fairlead.server.drift.Report;
import fairlead.server.problem.Language;
import fairlead.server.resource.record.ResourceId;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What is known of the drift of a resource, as an answer: a proxy resource beside it.
///
/// `propertyDifferences` has the members that a CloudFormation `StackResourceDrift` has, in the casing of this
/// protocol.
final class DriftJson {

    private static final String NEVER = "NotChecked";

    private final Language language;

    /// @param language in which is told why nothing is known
    DriftJson(Language language) {
        this.language = language;
    }

    ObjectNode of(Drifts.View view) {
        ObjectNode json = envelope(view.resource().id());
        ObjectNode properties = json.putObject("properties");
        properties.put("policy", view.policy().word());
        properties.put("policyIsInherited", !view.own());
        view.report().ifPresentOrElse(report -> put(properties, report), () -> properties.put("driftStatus", NEVER));
        if (view.outdated()) {
            properties.put("outdated", true);
        }
        return json;
    }

    ObjectNode of(Report report) {
        ObjectNode json = envelope(ResourceId.parse(report.id()));
        put(json.putObject("properties"), report);
        return json;
    }

    private static ObjectNode envelope(ResourceId id) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", id + "/drift")
                .put("name", "drift")
                .put("type", id.type() + "/drift");
    }

    private void put(ObjectNode properties, Report report) {
        Finding finding = report.finding();
        properties.put("driftStatus", finding.status().word());
        properties.put("stackResourceDriftStatus", finding.status().cloudFormation());
        properties.put("checkedAt", report.at().toString());
        properties.put("summary", finding.sentence());
        switch (finding) {
            case Finding.Same(), Finding.Gone() -> {}
            case Finding.Unknown(var code, var message) ->
                properties
                        .putObject("reason")
                        .put("code", code.text())
                        .put("message", language.tell(code.text(), message));
            case Finding.Differs(var differences, var troubles) -> differs(properties, differences, troubles);
        }
        if (report.repair().isPresent() || !report.note().isEmpty()) {
            ObjectNode repair = properties.putObject("repair");
            report.repair().ifPresent(id -> repair.put("operation", id.toString()));
            if (!report.note().isEmpty()) {
                repair.put("notBegun", report.note());
            }
        }
    }

    private static void differs(ObjectNode properties, List<Difference> differences, List<String> troubles) {
        ArrayNode all = properties.putArray("propertyDifferences");
        for (Difference difference : differences) {
            ObjectNode one = all.addObject();
            one.put("propertyPath", difference.pointer().toString());
            one.put("differenceType", difference.type());
            difference.desired().ifPresent(value -> one.set("expectedValue", value));
            difference.known().ifPresent(value -> one.set("lastAppliedValue", value));
            difference.actual().ifPresent(value -> one.set("actualValue", value));
            one.put("effect", difference.effect().wireName());
        }
        ArrayNode patch = properties.putArray("patch");
        differences.forEach(difference -> patch.add(difference.operation().toJson()));
        if (!troubles.isEmpty()) {
            ArrayNode notes = properties.putArray("troubles");
            troubles.forEach(notes::add);
        }
    }
}
