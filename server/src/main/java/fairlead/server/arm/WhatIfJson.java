package fairlead.server.arm;

import fairlead.server.http.ErrorDocument;
import fairlead.server.problem.Language;
import fairlead.server.problem.Problem;
import fairlead.server.resource.WhatIf.Forecast;
import fairlead.server.resource.policy.PlanPreview;
import fairlead.server.resource.record.ResourceId;
import java.util.Map;
import java.util.function.Supplier;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What a request would do, as an answer. `delta` is a patch of what is asked for, each operation with its effect.
final class WhatIfJson {

    private final Language language;

    /// @param language in which is told why a request would be refused
    WhatIfJson(Language language) {
        this.language = language;
    }

    /// @param nested asked for only if the request would not be refused
    ObjectNode of(ResourceId id, Forecast forecast, PlanPreview preview, Supplier<Map<ResourceId, Forecast>> nested) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        write(json, id, forecast);
        if (!json.has("error")) {
            preview.hash().ifPresent(hash -> json.put("plan", hash));
            boolean changes = !(forecast instanceof Forecast.NoChange);
            if (changes) {
                preview.demands().forEach(demand -> json.withArray("approvals").add(demand.json()));
            }
            nested.get()
                    .forEach((child, would) -> write(json.withArray("nested").addObject(), child, would));
        }
        return json;
    }

    private void write(ObjectNode json, ResourceId id, Forecast forecast) {
        json.put("resourceId", id.toString());
        switch (forecast) {
            case Forecast.Create(var after, var difference) -> {
                json.put("changeType", "Create");
                json.set("delta", difference.toJson());
                json.putObject("tags").set("after", after.tags());
                if (!after.sku().isEmpty()) {
                    json.putObject("sku").set("after", after.sku());
                }
            }
            case Forecast.NoChange() -> {
                json.put("changeType", "NoChange");
                json.putArray("delta");
            }
            case Forecast.Modify modify -> modified(json, modify);
            case Forecast.Replaced(var before, var after, var difference, var strategy) -> {
                json.put("changeType", "Replace");
                json.set("delta", difference.toJson());
                differing(json, "tags", before.tags(), after.tags());
                differing(json, "sku", before.sku(), after.sku());
                json.put("callsHandler", true);
                json.put("replacementStrategy", strategy.wireName());
            }
            case Forecast.Delete(var before, var difference) -> {
                json.put("changeType", "Delete");
                json.set("delta", difference.toJson());
                json.putObject("tags").set("before", before.tags());
                json.put("callsHandler", true);
            }
            case Forecast.Replace(var reason) -> refused(json, "Replace", reason);
            case Forecast.Refused(var reason) -> refused(json, "Refused", reason);
        }
    }

    private static void modified(ObjectNode json, Forecast.Modify modify) {
        json.put("changeType", "Modify");
        json.set("delta", modify.difference().toJson());
        differing(json, "tags", modify.before().tags(), modify.after().tags());
        differing(json, "sku", modify.before().sku(), modify.after().sku());
        json.put("callsHandler", modify.handled());
    }

    private static void differing(ObjectNode json, String name, ObjectNode before, ObjectNode after) {
        if (!before.equals(after)) {
            ObjectNode both = json.putObject(name);
            both.set("before", before);
            both.set("after", after);
        }
    }

    private void refused(ObjectNode json, String type, Problem reason) {
        json.put("changeType", type);
        json.putArray("delta");
        json.put("status", reason.status());
        json.set("error", ErrorDocument.error(reason, language));
    }
}
