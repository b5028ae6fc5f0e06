package fairlead.server.registry.stack;

import fairlead.server.operation.OperationId;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.stack.ChangeSets;
import fairlead.server.stack.Stacks;
import fairlead.server.stack.record.ChangeSet;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackEvent;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/// The actions that show stacks, what they are made of, and what has happened to them.
final class StackReads {

    private static final int PAGE = 100;
    private static final int PAGE_OF_STACKS = 50;
    private static final int CHUNK = 200;

    private final Stacks stacks;
    private final ChangeSets changeSets;
    private final StackFinder finder;

    StackReads(Stacks stacks, ChangeSets changeSets, StackFinder finder) {
        this.stacks = stacks;
        this.changeSets = changeSets;
        this.finder = finder;
    }

    // -- stacks -----------------------------------------------------------------------------------------------------

    /// One that is asked for by name is held while an operation works on it: a client that would ask again in
    /// half a minute learns of the end at once.
    void describe(StackCall call, XmlWriter result) {
        Optional<String> name = call.parameters().text("StackName", StackRules.NAME_OR_ID);
        Optional<String> after = Pages.after(call.parameters());
        if (name.isPresent()) {
            Stack stack = finder.find(call, name.get()).orElseThrow(() -> StackFaults.noStackWithId(name.get()));
            Stack now = stacks.awaited(stack, call.abandoned());
            result.list(
                    "Stacks", List.of(now), (xml, one) -> StackXml.stack(call, xml, one, applied(call, one), stacks));
            return;
        }
        page(
                call,
                result,
                "Stacks",
                after,
                stack -> stack.status() != StackStatus.DELETE_COMPLETE,
                (xml, stack) -> StackXml.stack(call, xml, stack, applied(call, stack), stacks));
    }

    /// The ARN of the change set that was executed last.
    private Optional<String> applied(StackCall call, Stack stack) {
        return changeSets.list(stack).stream()
                .filter(set -> set.execution() == ChangeSet.Execution.EXECUTE_COMPLETE)
                .findFirst()
                .map(call::arn);
    }

    void list(StackCall call, XmlWriter result) {
        QueryParameters parameters = call.parameters();
        Set<StackStatus> wanted = EnumSet.noneOf(StackStatus.class);
        for (String word : parameters.texts("StackStatusFilter")) {
            Optional<StackStatus> status = Arrays.stream(StackStatus.values())
                    .filter(one -> one.name().equals(word))
                    .findFirst();
            status.ifPresentOrElse(
                    wanted::add,
                    () -> parameters.wrong("Value '" + word + "' at 'stackStatusFilter' failed to satisfy constraint:"
                            + " Member must satisfy enum value set: " + List.of(StackStatus.values())));
        }
        Optional<String> after = Pages.after(parameters);
        page(
                call,
                result,
                "StackSummaries",
                after,
                stack -> wanted.isEmpty() || wanted.contains(stack.status()),
                (xml, stack) -> StackXml.summary(call, xml, stack, stacks));
    }

    private void page(
            StackCall call,
            XmlWriter result,
            String list,
            Optional<String> after,
            Predicate<Stack> wanted,
            BiConsumer<XmlWriter, Stack> body) {
        Optional<Stack> before = after.map(id -> stacks.find(call.place(), id).orElseThrow(Pages::wrong));
        List<Stack> found = new ArrayList<>();
        while (found.size() <= PAGE_OF_STACKS) {
            List<Stack> some = stacks.list(call.place(), before, CHUNK);
            some.stream()
                    .filter(stack -> stack.language().equals(CloudFormationLanguage.NAME))
                    .filter(wanted)
                    .limit(PAGE_OF_STACKS + 1L - found.size())
                    .forEach(found::add);
            if (some.size() < CHUNK) {
                break;
            }
            before = Optional.of(some.getLast());
        }
        Pages.write(result, list, found, PAGE_OF_STACKS, stack -> stack.id().toString(), body);
    }

    // -- what they are made of --------------------------------------------------------------------------------------

    void resource(StackCall call, XmlWriter result) {
        QueryParameters parameters = call.parameters();
        String name = parameters.required("StackName", StackRules.NAME_OR_ID);
        String key = parameters.required("LogicalResourceId", StackRules.TEXT);
        parameters.verify();
        Stack stack =
                finder.find(call, name).orElseThrow(() -> StackFaults.invalid("Stack '" + name + "' does not exist"));
        StackNode node = node(stack, key);
        result.element("StackResourceDetail", xml -> {
            xml.text("StackName", stack.name()).text("StackId", call.arn(stack));
            StackXml.resource(xml, stack, node, "LastUpdatedTimestamp");
            xml.text("Metadata", node.present().terms().metadata().toString());
        });
    }

    private StackNode node(Stack stack, String key) {
        return stacks.nodes(stack.id()).stream()
                .filter(node -> node.key().equals(key))
                .findFirst()
                .orElseThrow(
                        () -> StackFaults.invalid("Resource " + key + " does not exist for stack " + stack.name()));
    }

    void resources(StackCall call, XmlWriter result) {
        QueryParameters parameters = call.parameters();
        Optional<String> name = parameters.text("StackName", StackRules.NAME_OR_ID);
        Optional<String> key = parameters.text("LogicalResourceId", StackRules.TEXT);
        Optional<String> physical = parameters.text("PhysicalResourceId", StackRules.TEXT);
        parameters.verify();
        if (name.isPresent() == physical.isPresent()) {
            throw StackFaults.invalid("Either StackName or PhysicalResourceId has to be specified, and not both");
        }
        Stack stack = name.isPresent()
                ? finder.find(call, name.get()).orElseThrow(() -> StackFaults.noStackWithId(name.get()))
                : stacks.holder(call.place(), physical.orElseThrow())
                        .orElseThrow(
                                () -> StackFaults.invalid("Stack for " + physical.orElseThrow() + " does not exist"));
        List<StackNode> nodes = key.isPresent() ? List.of(node(stack, key.get())) : stacks.nodes(stack.id());
        result.list("StackResources", nodes.subList(0, Math.min(PAGE, nodes.size())), (xml, node) -> {
            xml.text("StackName", stack.name()).text("StackId", call.arn(stack));
            StackXml.resource(xml, stack, node, "Timestamp");
        });
    }

    void listResources(StackCall call, XmlWriter result) {
        Stack stack = finder.named(call);
        Pages.write(
                call.parameters(),
                result,
                "StackResourceSummaries",
                stacks.nodes(stack.id()),
                PAGE,
                (xml, node) -> StackXml.resource(xml, stack, node, "LastUpdatedTimestamp"));
    }

    // -- what has happened ------------------------------------------------------------------------------------------

    void events(StackCall call, XmlWriter result) {
        Optional<Instant> before = Pages.after(call.parameters()).map(StackReads::instant);
        Stack stack = finder.named(call);
        List<StackEvent> found = stacks.events(stack.id(), before, PAGE + 1);
        Pages.write(
                result,
                "StackEvents",
                found,
                PAGE,
                StackReads::mark,
                (xml, event) -> StackXml.event(call, xml, stack, event));
    }

    private static String mark(StackEvent event) {
        return Long.toString(event.at().toEpochMilli());
    }

    private static Instant instant(String mark) {
        if (!mark.matches("\\d{1,15}")) {
            throw Pages.wrong();
        }
        return Instant.ofEpochMilli(Long.parseLong(mark));
    }

    /// The events of one operation, or of all of a stack, or why a change set could not be made.
    void operationEvents(StackCall call, XmlWriter result) {
        QueryParameters parameters = call.parameters();
        Optional<String> name = parameters.text("StackName", StackRules.NAME_OR_ID);
        Optional<String> set = parameters.text("ChangeSetName", StackRules.CHANGE_SET);
        Optional<String> operation = parameters.text("OperationId", StackRules.TEXT);
        boolean failed = parameters.structure("Filters").flag("FailedEvents").orElse(false);
        Optional<Instant> before = Pages.after(parameters).map(StackReads::instant);
        if (set.isPresent()) {
            changeSetEvents(call, result, name, set.get());
            return;
        }
        if (name.isEmpty() && operation.isEmpty()) {
            throw StackFaults.invalid("One of StackName, ChangeSetName and OperationId has to be specified");
        }
        Stack stack = name.isPresent()
                ? finder.require(call, name.get())
                : OperationId.parse(operation.orElseThrow())
                        .flatMap(id -> stacks.ofOperation(call.place(), id))
                        .orElseThrow(() ->
                                StackFaults.invalid("Operation [" + operation.orElseThrow() + "] does not exist"));
        Predicate<StackEvent> wanted =
                event -> (operation.isEmpty() || event.operation().equals(operation.get()))
                        && (!failed || event.status().endsWith("_FAILED"));
        List<StackEvent> found = filtered(stack, before, wanted);
        Pages.write(
                result,
                "OperationEvents",
                found,
                PAGE,
                StackReads::mark,
                (xml, event) -> operationEvent(call, xml, stack, event));
    }

    private List<StackEvent> filtered(Stack stack, Optional<Instant> before, Predicate<StackEvent> wanted) {
        List<StackEvent> found = new ArrayList<>();
        Optional<Instant> from = before;
        while (found.size() <= PAGE) {
            List<StackEvent> some = stacks.events(stack.id(), from, CHUNK);
            some.stream().filter(wanted).limit(PAGE + 1L - found.size()).forEach(found::add);
            if (some.size() < CHUNK) {
                break;
            }
            from = Optional.of(some.getLast().at());
        }
        return found;
    }

    private static void operationEvent(StackCall call, XmlWriter xml, Stack stack, StackEvent event) {
        String kind = event.node().isEmpty() ? "STACK_EVENT" : "PROGRESS_EVENT";
        boolean failed = event.node().isPresent() && event.status().endsWith("_FAILED");
        xml.text("EventId", StackXml.eventId(event))
                .text("StackId", call.arn(stack))
                .text("OperationId", event.operation())
                .text("EventType", failed ? "PROVISIONING_ERROR" : kind);
        StackXml.about(call, xml, stack, event);
        xml.time("Timestamp", event.at()).text("ResourceStatus", event.status());
        StackXml.told(xml, event);
    }

    private void changeSetEvents(StackCall call, XmlWriter result, Optional<String> name, String set) {
        ChangeSetFinder.Named named = new ChangeSetFinder(finder, changeSets).require(call, name, set);
        ChangeSet found = named.set();
        List<ChangeSet> failures = found.status() == ChangeSet.Status.FAILED ? List.of(found) : List.of();
        result.list(
                "OperationEvents",
                failures,
                (xml, failure) -> xml.text("EventId", failure.id().toString())
                        .text("StackId", call.arn(named.stack()))
                        .text("OperationId", failure.id().toString())
                        .text("OperationType", "CREATE_CHANGESET")
                        .text("OperationStatus", "FAILED")
                        .text("EventType", "VALIDATION_ERROR")
                        .text("LogicalResourceId", named.stack().name())
                        .text("PhysicalResourceId", call.arn(named.stack()))
                        .text("ResourceType", StackXml.TYPE)
                        .time("Timestamp", failure.created())
                        .text("ValidationFailureMode", "FAIL")
                        .text("ValidationName", "CHANGE_SET")
                        .text("ValidationStatus", "FAILED")
                        .text("ValidationStatusReason", failure.reason()));
    }
}
