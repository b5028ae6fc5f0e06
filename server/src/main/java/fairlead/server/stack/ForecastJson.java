package fairlead.server.stack;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.StackPlan.Looked;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackStatus;
import fairlead.stack.NodePlan;
import fairlead.stack.PropertyChange;
import fairlead.stack.Replacement;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.Evaluation;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Node;
import fairlead.stack.document.Node.Retention;
import fairlead.stack.document.TypeCatalog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes a plan as people and programs are shown it. Made for one plan.
final class ForecastJson {

    private final TypeCatalog types;
    private final PresentResources.Found found;
    private final Map<String, StackNode> present;
    private final SecretProperties before;
    private final SecretProperties after;
    private final Looked looked;
    private final Looked other;
    private final SequencedMap<String, String> refusals;
    private final ObjectNode secrets = Documents.empty();

    /// @param found what the stack has, and what is there besides
    /// @param before which properties were secrets
    /// @param other the same plan of a stack with another id: where it differs, the value is not known yet
    /// @param refusals why nodes would be refused, by their keys
    ForecastJson(
            TypeCatalog types,
            PresentResources.Found found,
            SecretProperties before,
            Looked looked,
            Looked other,
            SequencedMap<String, String> refusals) {
        this.types = types;
        this.before = before;
        this.looked = looked;
        this.other = other;
        this.refusals = refusals;
        this.found = found;
        present = found.nodes().stream()
                .collect(Collectors.toMap(StackNode::key, Function.identity(), (a, _) -> a, LinkedHashMap::new));
        after = new SecretProperties(Optional.of(looked.compilation().document()));
    }

    Forecast forecast(Optional<Stack> stack) {
        ObjectNode json = Documents.empty();
        boolean isNew = stack.filter(found -> found.status() != StackStatus.REVIEW_IN_PROGRESS)
                .isEmpty();
        boolean isChange = looked.isChange() || !found.adopted().isEmpty();
        json.put("change", isNew ? "create" : isChange ? "update" : "none");
        json.put(
                "onlyAside",
                looked.isChange() && looked.plan().isEmpty() && found.adopted().isEmpty());
        ArrayNode nodes = json.putArray("nodes");
        looked.plan().nodes().forEach(plan -> nodes.add(node(plan)));
        ArrayNode findings = json.putArray("findings");
        refusals.forEach(
                (key, reason) -> findings.add(Documents.empty().put("node", key).put("message", reason)));
        looked.compilation().document().warnings().forEach(json.putArray("warnings")::add);
        return new Forecast(stack, isChange, json, secrets, found);
    }

    // -- nodes ------------------------------------------------------------------------------------------------------

    private ObjectNode node(NodePlan plan) {
        ObjectNode json = Documents.empty();
        json.put("key", plan.key()).put("type", plan.type()).put("action", action(plan));
        plan.physical().ifPresent(identifier -> json.put("identifier", identifier));
        if (found.adopted().contains(plan.key())) {
            json.put("adopted", true);
        }
        needs(plan.key()).forEach(json.putArray("needs")::add);
        ArrayNode properties = json.putArray("properties");
        if (plan.action() == NodePlan.Action.ADD) {
            added(plan, properties);
        }
        plan.changes().forEach(change -> properties.add(changed(plan, change)));
        if (!plan.aside().isEmpty()) {
            ArrayNode aside = json.putArray("aside");
            plan.aside().stream().sorted().forEach(one -> aside.add(aside(one)));
        }
        return plan.pointer().isEmpty() ? json : json.put("pointer", plan.pointer());
    }

    private String action(NodePlan plan) {
        return switch (plan.action()) {
            case ADD -> "add";
            case IMPORT -> "import";
            case KEEP -> "keep";
            case REMOVE -> isKept(plan.key()) ? "release" : "remove";
            case MODIFY ->
                switch (plan.replacement()) {
                    case ALWAYS -> "replace";
                    case CONDITIONALLY -> "mayReplace";
                    case NEVER -> "change";
                };
        };
    }

    private boolean isKept(String key) {
        return Optional.ofNullable(present.get(key))
                .map(node -> node.present().terms().onRemove())
                .filter(what -> what != Retention.DELETE && what != Retention.SNAPSHOT)
                .isPresent();
    }

    private Set<String> needs(String key) {
        Node node = looked.compilation().document().nodes().get(key);
        return node != null
                ? new TreeSet<>(node.needs())
                : Optional.ofNullable(present.get(key))
                        .map(gone -> gone.present().terms().needs())
                        .orElse(Set.of());
    }

    private static String aside(NodePlan.Aside aside) {
        return switch (aside) {
            case METADATA -> "metadata";
            case ON_REMOVE -> "onRemove";
            case ON_REPLACE -> "onReplace";
            case TYPE -> "type";
            case WITHIN -> "within";
        };
    }

    // -- what is made -----------------------------------------------------------------------------------------------

    private void added(NodePlan plan, ArrayNode properties) {
        SequencedMap<String, Optional<JsonNode>> mine = values(plan, looked);
        SequencedMap<String, Optional<JsonNode>> others =
                other.plan().of(plan.key()).map(same -> values(same, other)).orElseGet(LinkedHashMap::new);
        mine.forEach((name, value) -> {
            ObjectNode json = properties.addObject();
            json.put("path", "/" + name);
            boolean known = value.isPresent() && value.equals(others.get(name));
            if (isSecret(plan, name, after)) {
                json.put("secret", true);
                value.ifPresent(hidden -> hide(plan.key(), "/" + name, hidden));
            } else if (known) {
                json.set("after", value.get());
            }
            if (!known) {
                json.put("unknown", true);
            }
        });
    }

    /// What the properties of a node come to, without those that are left out; empty for what is not known
    /// yet.
    private static SequencedMap<String, Optional<JsonNode>> values(NodePlan plan, Looked looked) {
        SequencedMap<String, Optional<JsonNode>> values = new LinkedHashMap<>();
        if (plan.desired().isPresent()) {
            plan.desired().get().forEachEntry((name, value) -> values.put(name, Optional.of(value)));
            return values;
        }
        Node node = looked.compilation().document().node(plan.key());
        Evaluation evaluation = new Evaluation(reference -> new Evaluated.Unknown(Set.of(reference), false));
        if (node.properties() instanceof Expression.ObjectOf(var members)) {
            members.forEach((name, member) -> {
                switch (evaluation.of(member)) {
                    case Evaluated.Known(var value, var _) -> values.put(name, Optional.of(value));
                    case Evaluated.Unknown _ -> values.put(name, Optional.empty());
                    case Evaluated.Absent() -> {}
                }
            });
        }
        return values;
    }

    // -- what is changed --------------------------------------------------------------------------------------------

    private ObjectNode changed(NodePlan plan, PropertyChange change) {
        ObjectNode json = Documents.empty().put("path", change.path());
        boolean secret =
                change.secret() || isSecret(plan, change.name(), after) || before.has(plan.key(), change.name());
        if (secret) {
            json.put("secret", true);
            change.after().ifPresent(hidden -> hide(plan.key(), change.path(), hidden));
        } else {
            change.before().ifPresent(value -> json.set("before", value));
            change.after().ifPresent(value -> json.set("after", value));
        }
        if (!change.known()) {
            json.put("unknown", true);
        }
        if (change.replaces() != Replacement.NEVER) {
            json.put("effect", change.replaces() == Replacement.ALWAYS ? "replace" : "mayReplace");
        }
        change.causes().forEach(json.putArray("causes")::add);
        change.inputs().stream().sorted().forEach(json.putArray("parameters")::add);
        return json;
    }

    private void hide(String key, String path, JsonNode value) {
        ObjectNode node = secrets.path(key) instanceof ObjectNode known ? known : secrets.putObject(key);
        node.set(path, value);
    }

    private boolean isSecret(NodePlan plan, String property, SecretProperties marked) {
        return marked.has(plan.key(), property)
                || types.schema(plan.type())
                        .filter(schema -> hides(schema, property))
                        .isPresent();
    }

    private static boolean hides(ResourceSchema schema, String property) {
        return schema.writeOnly().stream()
                .map(PropertyPath::steps)
                .anyMatch(steps -> steps.getFirst().equals(property));
    }
}
