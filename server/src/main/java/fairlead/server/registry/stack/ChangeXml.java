package fairlead.server.registry.stack;

import fairlead.cloudformation.parameter.ResolvedParameter;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.SecretProperties;
import fairlead.server.stack.record.StackNode;
import fairlead.stack.NodePlan;
import fairlead.stack.PropertyChange;
import fairlead.stack.Replacement;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Node;
import fairlead.stack.document.Node.Retention;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a change set would do to a resource, as the API shows it.
///
/// @param nodes those that the stack has, by their logical ids
/// @param values whether values are shown
/// @param before which of the properties are secrets that the stack has, and `after` of those that it will
///     have
/// @param changeSets the ARNs of the change sets of nested stacks, by their logical ids
record ChangeXml(
        Map<String, StackNode> nodes,
        boolean values,
        SecretProperties before,
        SecretProperties after,
        Map<String, String> changeSets) {

    /// What is shown of a value that is known once other resources are made or changed.
    private static final String LATER = "{{changeSet:KNOWN_AFTER_APPLY}}";

    private static final String TAGS = "Tags";

    /// `Change`.
    void change(XmlWriter xml, NodePlan plan) {
        xml.text("Type", "Resource").element("ResourceChange", change -> {
            policy(plan).ifPresent(action -> change.text("PolicyAction", action));
            change.text("Action", action(plan))
                    .text("LogicalResourceId", plan.key())
                    .text("PhysicalResourceId", plan.physical())
                    .text("ResourceType", plan.type());
            replacement(plan).ifPresent(word -> change.text("Replacement", word));
            change.texts("Scope", List.copyOf(scope(plan)));
            change.list("Details", details(plan), (one, detail) -> detail(one, plan, detail));
            change.text("ChangeSetId", Optional.ofNullable(changeSets.get(plan.key())));
            if (values) {
                contexts(change, plan);
            }
        });
    }

    private static String action(NodePlan plan) {
        return switch (plan.action()) {
            case ADD -> "Add";
            case IMPORT -> "Import";
            case MODIFY, KEEP -> "Modify";
            case REMOVE -> "Remove";
        };
    }

    private Optional<String> replacement(NodePlan plan) {
        return switch (plan.action()) {
            case ADD -> values ? Optional.of("True") : Optional.empty();
            case REMOVE, IMPORT, KEEP -> Optional.empty();
            case MODIFY ->
                Optional.of(
                        switch (plan.replacement()) {
                            case NEVER -> "False";
                            case CONDITIONALLY -> "Conditional";
                            case ALWAYS -> "True";
                        });
        };
    }

    /// What becomes of the resource that goes.
    private Optional<String> policy(NodePlan plan) {
        Optional<StackNode.Terms> terms = Optional.ofNullable(nodes.get(plan.key()))
                .map(node -> node.present().terms());
        if (plan.action() == NodePlan.Action.REMOVE) {
            return terms.map(one -> word(one.onRemove(), ""));
        }
        return plan.replaces() ? terms.map(one -> word(one.onReplace(), "ReplaceAnd")) : Optional.empty();
    }

    private static String word(Retention retention, String prefix) {
        return prefix
                + switch (retention) {
                    case DELETE -> "Delete";
                    case RETAIN, RETAIN_EXCEPT_ON_CREATE -> "Retain";
                    case SNAPSHOT -> "Snapshot";
                };
    }

    private static SequencedSet<String> scope(NodePlan plan) {
        SequencedSet<String> scope = new LinkedHashSet<>();
        if (plan.action() == NodePlan.Action.MODIFY || plan.action() == NodePlan.Action.IMPORT) {
            plan.changes().forEach(change -> scope.add(attribute(change)));
            new TreeSet<>(plan.aside()).forEach(aside -> scope.add(attribute(aside)));
        }
        return scope;
    }

    private static String attribute(PropertyChange change) {
        return change.name().equals(TAGS) ? TAGS : "Properties";
    }

    private static String attribute(NodePlan.Aside aside) {
        return switch (aside) {
            case METADATA -> "Metadata";
            case ON_REMOVE -> "DeletionPolicy";
            case ON_REPLACE -> "UpdateReplacePolicy";
            case TYPE, WITHIN -> "Properties";
        };
    }

    // -- details ----------------------------------------------------------------------------------------------------

    /// `ResourceChangeDetail`.
    ///
    /// @param change empty for what is no property
    /// @param shown whether the values of the change are shown with it
    private record Detail(
            String attribute,
            Optional<PropertyChange> change,
            Replacement replaces,
            String evaluation,
            String source,
            Optional<String> cause,
            boolean shown) {}

    private List<Detail> details(NodePlan plan) {
        List<Detail> details = new ArrayList<>();
        if (plan.action() != NodePlan.Action.MODIFY && plan.action() != NodePlan.Action.IMPORT) {
            return details;
        }
        plan.changes().forEach(change -> of(change, details));
        for (NodePlan.Aside aside : new TreeSet<>(plan.aside())) {
            Replacement replaces = aside == NodePlan.Aside.TYPE ? Replacement.ALWAYS : Replacement.NEVER;
            boolean within = aside == NodePlan.Aside.WITHIN;
            details.add(new Detail(
                    attribute(aside),
                    Optional.empty(),
                    replaces,
                    within ? "Dynamic" : "Static",
                    within ? "Automatic" : "DirectModification",
                    Optional.empty(),
                    false));
        }
        return details;
    }

    private void of(PropertyChange change, List<Detail> details) {
        String evaluation = change.known() ? "Static" : "Dynamic";
        if (change.inputs().isEmpty() && change.causes().isEmpty()) {
            details.add(detail(change, "Static", "DirectModification", Optional.empty()));
            return;
        }
        new TreeSet<>(change.inputs())
                .forEach(input -> details.add(detail(change, "Static", "ParameterReference", Optional.of(input))));
        for (String cause : change.causes()) {
            String source = cause.indexOf('.') < 0 ? "ResourceReference" : "ResourceAttribute";
            details.add(detail(change, evaluation, source, Optional.of(cause)));
        }
        if (!values && !change.inputs().isEmpty()) {
            details.add(detail(change, "Dynamic", "DirectModification", Optional.empty()));
        }
    }

    private Detail detail(PropertyChange change, String evaluation, String source, Optional<String> cause) {
        return new Detail(attribute(change), Optional.of(change), change.replaces(), evaluation, source, cause, values);
    }

    private void detail(XmlWriter xml, NodePlan plan, Detail detail) {
        xml.element("Target", target -> {
            target.text("Attribute", detail.attribute());
            detail.change()
                    .filter(_ -> !detail.attribute().equals(TAGS))
                    .ifPresent(change -> target.text("Name", change.name()));
            target.text("RequiresRecreation", recreation(detail.replaces()));
            detail.change().filter(_ -> detail.shown()).ifPresent(change -> values(target, plan, change));
        });
        xml.text("Evaluation", detail.evaluation())
                .text("ChangeSource", detail.source())
                .text("CausingEntity", detail.cause());
    }

    private static String recreation(Replacement replaces) {
        return switch (replaces) {
            case NEVER -> "Never";
            case CONDITIONALLY -> "Conditionally";
            case ALWAYS -> "Always";
        };
    }

    private void values(XmlWriter target, NodePlan plan, PropertyChange change) {
        boolean secret = change.secret() || before.has(plan.key(), change.name());
        Optional<String> was = change.before().map(value -> text(secret, value));
        Optional<String> then =
                change.known() ? change.after().map(value -> text(change.secret(), value)) : Optional.of(LATER);
        String type = was.isEmpty() ? "Add" : then.isEmpty() ? "Remove" : "Modify";
        target.text("Path", "/Properties" + change.path())
                .text("BeforeValue", was)
                .text("AfterValue", then)
                .text("AttributeChangeType", type);
    }

    private static String text(boolean secret, JsonNode value) {
        if (secret) {
            return ResolvedParameter.MASK;
        }
        return value.isContainer() ? value.toString() : value.asString();
    }

    // -- contexts ---------------------------------------------------------------------------------------------------

    /// The properties before and after. What is a secret, or is made of one, is not shown.
    private void contexts(XmlWriter xml, NodePlan plan) {
        Optional.ofNullable(nodes.get(plan.key()))
                .filter(_ -> plan.action() != NodePlan.Action.ADD)
                .ifPresent(node -> context(
                        xml, "BeforeContext", shown(node.present().applied(), name -> before.has(plan.key(), name))));
        if (plan.action() != NodePlan.Action.REMOVE) {
            context(xml, "AfterContext", shown(wanted(plan), name -> after.has(plan.key(), name)));
        }
    }

    /// What the resource will be asked for; of what is not known yet, that it will be.
    private ObjectNode wanted(NodePlan plan) {
        if (plan.desired().isPresent()) {
            return plan.desired().get();
        }
        ObjectNode had = Optional.ofNullable(nodes.get(plan.key()))
                .map(node -> node.present().applied())
                .orElseGet(Documents::empty);
        Set<String> changed = plan.changes().stream().map(PropertyChange::name).collect(Collectors.toSet());
        ObjectNode wanted = Documents.empty();
        Optional<Expression> properties = after.document()
                .map(document -> document.nodes().get(plan.key()))
                .map(Node::properties);
        if (properties.orElse(null) instanceof Expression.ObjectOf(var members)) {
            members.forEach((name, member) -> {
                if (member instanceof Expression.Value(var value, var _, var _)) {
                    wanted.set(name, value);
                } else if (had.has(name) && !changed.contains(name)) {
                    wanted.set(name, had.get(name));
                } else if (!(member instanceof Expression.Absent)) {
                    wanted.put(name, LATER);
                }
            });
        }
        return wanted;
    }

    private static ObjectNode shown(ObjectNode properties, Predicate<String> secret) {
        ObjectNode shown = properties.deepCopy();
        for (String name : properties.propertyNames()) {
            if (secret.test(name)) {
                shown.put(name, ResolvedParameter.MASK);
            }
        }
        return shown;
    }

    private static void context(XmlWriter xml, String name, ObjectNode properties) {
        ObjectNode context = Documents.empty();
        context.set("Properties", properties);
        xml.text(name, context.toString());
    }
}
