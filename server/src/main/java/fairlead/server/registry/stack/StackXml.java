package fairlead.server.registry.stack;

import fairlead.cloudformation.parameter.ResolvedParameter;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.registry.stack.content.StackContent;
import fairlead.server.registry.stack.content.StackDrift;
import fairlead.server.stack.Stacks;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackEvent;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackOutputs;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// Stacks and what they are made of, as the API shows them.
final class StackXml {

    static final String TYPE = "AWS::CloudFormation::Stack";

    private StackXml() {}

    /// `Stack`.
    ///
    /// @param changeSet the ARN of the one by which it was made or changed
    /// @param stacks by which the stacks are found that it is nested in
    static void stack(StackCall call, XmlWriter xml, Stack stack, Optional<String> changeSet, Stacks stacks) {
        StackContent content = StackContent.shown(stack);
        xml.text("StackId", call.arn(stack)).text("StackName", stack.name());
        xml.text("ChangeSetId", changeSet).text("Description", content.description());
        parameters(xml, content);
        xml.time("CreationTime", stack.times().created());
        stack.times().deleted().ifPresent(at -> xml.time("DeletionTime", at));
        stack.times().updated().ifPresent(at -> xml.time("LastUpdatedTime", at));
        xml.element("RollbackConfiguration", _ -> {})
                .text("StackStatus", stack.status().name());
        reason(xml, "StackStatusReason", stack.condition().reason());
        xml.flag("DisableRollback", content.disablesRollback()).texts("NotificationARNs", content.notificationArns());
        content.timeout().ifPresent(limit -> xml.number("TimeoutInMinutes", limit.toMinutes()));
        xml.texts("Capabilities", content.capabilities());
        xml.list("Outputs", StackOutputs.of(stack), StackXml::output);
        xml.text("RoleARN", content.role());
        tags(xml, content.tags());
        xml.flag("EnableTerminationProtection", stacks.isProtected(stack));
        nesting(call, xml, stack, stacks);
        if (content.retainsExceptOnCreate()) {
            xml.flag("RetainExceptOnCreate", true);
        }
        drift(xml, content);
    }

    /// The stack that has it as a resource, and the one at the head of all.
    private static void nesting(StackCall call, XmlWriter xml, Stack stack, Stacks stacks) {
        stack.nesting().ifPresent(nesting -> {
            xml.text("ParentId", stacks.find(nesting.parent()).map(call::arn));
            xml.text("RootId", stacks.find(nesting.root()).map(call::arn));
        });
    }

    static void parameters(XmlWriter xml, StackContent content) {
        xml.list(
                "Parameters",
                content.shownParameters(),
                (one, parameter) -> one.text("ParameterKey", parameter.key())
                        .text("ParameterValue", parameter.value())
                        .text("ResolvedValue", parameter.resolved()));
    }

    static void tags(XmlWriter xml, Map<String, String> tags) {
        xml.list(
                "Tags",
                List.copyOf(tags.entrySet()),
                (one, tag) -> one.text("Key", tag.getKey()).text("Value", tag.getValue()));
    }

    private static void output(XmlWriter xml, StackOutputs.Entry output) {
        String value = output.secret() ? ResolvedParameter.MASK : output.value().asString();
        xml.text("OutputKey", output.name())
                .text("OutputValue", value)
                .text("Description", output.description())
                .text("ExportName", output.export());
    }

    private static void drift(XmlWriter xml, StackContent content) {
        Optional<ObjectNode> found = content.drift();
        xml.element("DriftInformation", drift -> {
            drift.text("StackDriftStatus", found.map(StackDrift::status).orElse("NOT_CHECKED"));
            found.ifPresent(one -> drift.text("LastCheckTimestamp", StackDrift.time(one)));
        });
    }

    static void reason(XmlWriter xml, String name, String reason) {
        if (!reason.isEmpty()) {
            xml.text(name, reason);
        }
    }

    /// `StackSummary`.
    static void summary(StackCall call, XmlWriter xml, Stack stack, Stacks stacks) {
        StackContent content = StackContent.shown(stack);
        xml.text("StackId", call.arn(stack)).text("StackName", stack.name());
        xml.text("TemplateDescription", content.description());
        xml.time("CreationTime", stack.times().created());
        stack.times().updated().ifPresent(at -> xml.time("LastUpdatedTime", at));
        stack.times().deleted().ifPresent(at -> xml.time("DeletionTime", at));
        xml.text("StackStatus", stack.status().name());
        reason(xml, "StackStatusReason", stack.condition().reason());
        nesting(call, xml, stack, stacks);
        drift(xml, content);
    }

    /// `StackEvent`.
    static void event(StackCall call, XmlWriter xml, Stack stack, StackEvent event) {
        xml.text("StackId", call.arn(stack)).text("EventId", eventId(event)).text("StackName", stack.name());
        xml.text("OperationId", event.operation());
        about(call, xml, stack, event);
        xml.time("Timestamp", event.at()).text("ResourceStatus", event.status());
        told(xml, event);
    }

    /// Of what an event tells.
    static void about(StackCall call, XmlWriter xml, Stack stack, StackEvent event) {
        boolean whole = event.node().isEmpty();
        xml.text("LogicalResourceId", event.node().orElse(stack.name()))
                .text("PhysicalResourceId", whole ? call.arn(stack) : event.physical())
                .text("ResourceType", whole ? TYPE : event.type());
    }

    /// What an event tells besides its status.
    static void told(XmlWriter xml, StackEvent event) {
        reason(xml, "ResourceStatusReason", event.reason());
        if (event.properties().length > 0) {
            xml.text("ResourceProperties", new String(event.properties(), StandardCharsets.UTF_8));
        }
        reason(xml, "ClientRequestToken", event.token());
    }

    static String eventId(StackEvent event) {
        return event.node()
                .map(key -> key + "-" + event.status() + "-" + time(event.at()))
                .orElseGet(() -> UUID.nameUUIDFromBytes(
                                (event.stack() + " " + event.at()).getBytes(StandardCharsets.UTF_8))
                        .toString());
    }

    private static String time(Instant at) {
        return Instant.ofEpochMilli(at.toEpochMilli()).toString();
    }

    /// What `StackResource`, `StackResourceDetail` and `StackResourceSummary` have in common.
    ///
    /// @param time the name of the member that has the time
    static void resource(XmlWriter xml, Stack stack, StackNode node, String time) {
        xml.text("LogicalResourceId", node.key())
                .text("PhysicalResourceId", node.present().physical())
                .text("ResourceType", node.present().type())
                .time(time, node.report().at())
                .text("ResourceStatus", node.report().status());
        reason(xml, "ResourceStatusReason", node.report().reason());
        Optional<ObjectNode> found =
                StackContent.shown(stack).drift().flatMap(drift -> StackDrift.of(drift, node.key()));
        xml.element("DriftInformation", drift -> {
            drift.text("StackResourceDriftStatus", found.map(StackDrift::status).orElse("NOT_CHECKED"));
            found.ifPresent(one -> drift.text("LastCheckTimestamp", StackDrift.time(one)));
        });
    }
}
