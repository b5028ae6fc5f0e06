package fairlead.server.stack.record;

import fairlead.server.resource.document.Documents;
import fairlead.stack.NodePlan;
import fairlead.stack.Plan;
import fairlead.stack.PropertyChange;
import fairlead.stack.Replacement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Plans as they are kept.
public final class PlanJson {

    private PlanJson() {}

    public static ObjectNode write(Plan plan) {
        ObjectNode json = Documents.empty();
        ArrayNode nodes = json.putArray("nodes");
        plan.nodes().forEach(node -> nodes.add(node(node)));
        return json;
    }

    private static ObjectNode node(NodePlan plan) {
        ObjectNode json = Documents.empty();
        json.put("key", plan.key());
        json.put("type", plan.type());
        json.put("action", plan.action().name());
        plan.physical().ifPresent(identifier -> json.put("physical", identifier));
        json.put("replacement", plan.replacement().name());
        ArrayNode changes = json.putArray("changes");
        plan.changes().forEach(change -> changes.add(change(change)));
        ArrayNode aside = json.putArray("aside");
        plan.aside().stream().sorted().forEach(one -> aside.add(one.name()));
        json.set("desired", plan.wanted().known());
        json.put("complete", plan.wanted().complete());
        return json.put("pointer", plan.pointer());
    }

    private static ObjectNode change(PropertyChange change) {
        ObjectNode json = Documents.empty();
        json.put("name", change.name());
        json.put("path", change.path());
        change.before().ifPresent(value -> json.set("before", value));
        change.after().ifPresent(value -> json.set("after", value));
        json.put("known", change.known());
        json.put("replaces", change.replaces().name());
        ArrayNode causes = json.putArray("causes");
        change.causes().forEach(causes::add);
        ArrayNode inputs = json.putArray("inputs");
        change.inputs().stream().sorted().forEach(inputs::add);
        return json.put("secret", change.secret());
    }

    /// A plan that was kept.
    public static Plan read(ObjectNode json) {
        List<NodePlan> nodes = new ArrayList<>();
        json.path("nodes").forEach(node -> nodes.add(node(node)));
        return new Plan(nodes);
    }

    private static NodePlan node(JsonNode json) {
        List<PropertyChange> changes = new ArrayList<>();
        json.path("changes").forEach(change -> changes.add(change(change)));
        Set<NodePlan.Aside> aside = new LinkedHashSet<>();
        json.path("aside").forEach(one -> aside.add(NodePlan.Aside.valueOf(one.asString())));
        return new NodePlan(
                json.path("key").asString(),
                json.path("type").asString(),
                NodePlan.Action.valueOf(json.path("action").asString()),
                Optional.ofNullable(json.path("physical").stringValue(null)),
                new NodePlan.Effects(
                        Replacement.valueOf(json.path("replacement").asString()), changes, aside),
                new NodePlan.Desired(
                        (ObjectNode) json.path("desired"), json.path("complete").asBoolean()),
                json.path("pointer").asString());
    }

    private static PropertyChange change(JsonNode json) {
        List<String> causes = new ArrayList<>();
        json.path("causes").forEach(cause -> causes.add(cause.asString()));
        Set<String> inputs = new LinkedHashSet<>();
        json.path("inputs").forEach(input -> inputs.add(input.asString()));
        return new PropertyChange(
                json.path("name").asString(),
                json.path("path").asString(),
                new PropertyChange.Values(
                        Optional.ofNullable(json.get("before")),
                        Optional.ofNullable(json.get("after")),
                        json.path("known").asBoolean(),
                        json.path("secret").asBoolean()),
                Replacement.valueOf(json.path("replaces").asString()),
                new PropertyChange.Origin(causes, inputs));
    }
}
