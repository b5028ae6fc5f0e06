package fairlead.server.registry.stack;

import fairlead.cloudformation.parameter.ResolvedParameter;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.registry.stack.content.SecretProperties;
import fairlead.server.registry.stack.content.StackContent;
import fairlead.server.registry.stack.content.StackDrift;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.Stacks;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.stack.document.Document;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The actions on drift: whether resources still are what a stack has asked for. What is found is kept with the stack
/// until the next look or the next update.
final class DriftActions {

    private static final int PAGE = 100;

    private final Stacks stacks;
    private final StackFinder finder;
    private final Clock clock;
    private final Supplier<UUID> ids;

    DriftActions(Stacks stacks, StackFinder finder, Clock clock, Supplier<UUID> ids) {
        this.stacks = stacks;
        this.finder = finder;
        this.clock = clock;
        this.ids = ids;
    }

    /// `StackResourceDriftStatusFilters`.
    private enum Status {
        IN_SYNC,
        MODIFIED,
        DELETED,
        NOT_CHECKED,
        UNKNOWN,
        UNSUPPORTED
    }

    // -- looking ----------------------------------------------------------------------------------------------------

    /// Looks at all resources; the answer comes when that is done.
    void detect(StackCall call, XmlWriter result) {
        Set<String> only = Set.copyOf(call.parameters().texts("LogicalResourceIds"));
        Stack stack = finder.named(call);
        requireStill(call, stack);
        Instant now = clock.instant();
        List<StackNode> nodes = stacks.nodes(stack.id());
        only.stream()
                .filter(key -> nodes.stream().noneMatch(node -> node.key().equals(key)))
                .sorted()
                .findFirst()
                .ifPresent(key -> {
                    throw noResource(stack, key);
                });
        SecretProperties secrets = secrets(stack);
        List<ObjectNode> found = nodes.stream()
                .filter(StackDrift::isReadable)
                .filter(node -> !node.report().status().startsWith("DELETE_"))
                .filter(node -> only.isEmpty() || only.contains(node.key()))
                .map(node -> look(call, stack, node, secrets, now))
                .toList();
        String id = ids.get().toString();
        keep(call, stack, StackDrift.of(id, now, found));
        result.text("StackDriftDetectionId", id);
    }

    private void requireStill(StackCall call, Stack stack) {
        if (stack.status().busy() || stack.content().isEmpty()) {
            throw StackFaults.invalid("Drift detection cannot be performed on stack [" + call.arn(stack)
                    + "] while it is in state " + stack.status() + ".");
        }
    }

    private static ProblemException noResource(Stack stack, String key) {
        return StackFaults.invalid("Resource " + key + " does not exist for stack " + stack.name());
    }

    private ObjectNode look(StackCall call, Stack stack, StackNode node, SecretProperties secrets, Instant now) {
        try {
            ObjectNode found =
                    StackDrift.of(node, stacks.schema(stack, node), stacks.live(call.caller(), stack, node), now);
            return masked(node, found, secrets);
        } catch (ProblemException unreadable) {
            ObjectNode found = Documents.empty()
                    .put("key", node.key())
                    .put("type", node.present().type())
                    .put("physical", node.present().physical().orElse(""))
                    .put("time", now.toEpochMilli());
            return found.put("status", "UNKNOWN").put("reason", reason(unreadable.problem()));
        }
    }

    private static String reason(Problem problem) {
        return problem.message();
    }

    /// What is a secret, or is made of one, is neither kept nor shown.
    private static ObjectNode masked(StackNode node, ObjectNode found, SecretProperties secrets) {
        for (String part : List.of("expected", "actual")) {
            if (found.get(part) instanceof ObjectNode properties) {
                for (String name : Set.copyOf(properties.propertyNames())) {
                    if (secrets.has(node.key(), name)) {
                        properties.put(name, ResolvedParameter.MASK);
                    }
                }
            }
        }
        for (JsonNode difference : found.path("differences")) {
            String name = difference.path("path").asString("").split("/", 3)[1];
            if (secrets.has(node.key(), name) && difference instanceof ObjectNode one) {
                one.put("expected", ResolvedParameter.MASK).put("actual", ResolvedParameter.MASK);
            }
        }
        return found;
    }

    private SecretProperties secrets(Stack stack) {
        try {
            Document document = CloudFormationLanguage.told(stacks.source(stack, stack.content()))
                    .document();
            return new SecretProperties(Optional.of(document));
        } catch (ProblemException changedSince) {
            return new SecretProperties(Optional.empty());
        }
    }

    private void keep(StackCall call, Stack stack, ObjectNode drift) {
        Stack _ = stacks.amend(
                call.caller(),
                stack,
                Optional.empty(),
                content -> new StackContent(content).with(drift).json());
    }

    void detectOne(StackCall call, XmlWriter result) {
        String key = call.parameters().required("LogicalResourceId", StackRules.TEXT);
        Stack stack = finder.named(call);
        requireStill(call, stack);
        Instant now = clock.instant();
        StackNode node = stacks.nodes(stack.id()).stream()
                .filter(one -> one.key().equals(key))
                .findFirst()
                .orElseThrow(() -> noResource(stack, key));
        if (!StackDrift.isReadable(node)) {
            throw StackFaults.invalid("Drift detection is not supported on resource " + key);
        }
        ObjectNode found = look(call, stack, node, secrets(stack), now);
        Optional<ObjectNode> before = new StackContent(stack.content()).drift();
        keep(call, stack, StackDrift.with(before, ids.get().toString(), now, found));
        result.element("StackResourceDrift", xml -> drift(call, xml, stack, found));
    }

    // -- what was found ---------------------------------------------------------------------------------------------

    void status(StackCall call, XmlWriter result) {
        String id = call.parameters().required("StackDriftDetectionId", StackRules.DETECTION);
        call.parameters().verify();
        Stack stack = detected(call, id)
                .orElseThrow(() -> StackFaults.invalid("Drift detection [" + id + "] does not exist"));
        ObjectNode drift = new StackContent(stack.content()).drift().orElseThrow();
        long drifted = StackDrift.resources(drift).stream()
                .filter(StackDrift::isDrifted)
                .count();
        result.text("StackId", call.arn(stack))
                .text("StackDriftDetectionId", id)
                .text("StackDriftStatus", StackDrift.status(drift))
                .text("DetectionStatus", "DETECTION_COMPLETE")
                .number("DriftedStackResourceCount", drifted)
                .text("Timestamp", StackDrift.time(drift));
    }

    private Optional<Stack> detected(StackCall call, String id) {
        Optional<Stack> before = Optional.empty();
        while (true) {
            List<Stack> some = stacks.list(call.place(), before, PAGE);
            Optional<Stack> found = some.stream()
                    .filter(stack -> new StackContent(stack.content())
                            .drift()
                            .map(StackDrift::id)
                            .filter(id::equals)
                            .isPresent())
                    .findFirst();
            if (found.isPresent() || some.size() < PAGE) {
                return found;
            }
            before = Optional.of(some.getLast());
        }
    }

    void list(StackCall call, XmlWriter result) {
        QueryParameters parameters = call.parameters();
        List<String> wanted = new ArrayList<>(parameters.texts("StackResourceDriftStatusFilters"));
        List<String> known = Arrays.stream(Status.values()).map(Enum::name).toList();
        wanted.stream()
                .filter(word -> !known.contains(word))
                .forEach(word -> parameters.wrong("Value '" + word
                        + "' at 'stackResourceDriftStatusFilters' failed to satisfy constraint: Member must satisfy"
                        + " enum value set: " + known));
        int most = parameters.number("MaxResults", 1, PAGE, PAGE);
        Stack stack = finder.named(call);
        List<ObjectNode> found = new StackContent(stack.content())
                .drift().map(StackDrift::resources).orElse(List.of()).stream()
                        .filter(one -> wanted.isEmpty() || wanted.contains(StackDrift.status(one)))
                        .collect(Collectors.toList());
        Pages.write(parameters, result, "StackResourceDrifts", found, most, (xml, one) -> drift(call, xml, stack, one));
    }

    private static void drift(StackCall call, XmlWriter xml, Stack stack, ObjectNode found) {
        xml.text("StackId", call.arn(stack))
                .text("LogicalResourceId", found.path("key").asString(""))
                .text("PhysicalResourceId", found.path("physical").asString(""))
                .text("ResourceType", found.path("type").asString(""));
        for (String part : List.of("expected", "actual")) {
            if (found.get(part) instanceof ObjectNode properties) {
                xml.text(part.equals("expected") ? "ExpectedProperties" : "ActualProperties", properties.toString());
            }
        }
        xml.list(
                "PropertyDifferences",
                found.path("differences").valueStream().toList(),
                (one, difference) -> one.text(
                                "PropertyPath", difference.path("path").asString(""))
                        .text("ExpectedValue", difference.path("expected").asString(""))
                        .text("ActualValue", difference.path("actual").asString(""))
                        .text("DifferenceType", difference.path("kind").asString("")));
        xml.text("StackResourceDriftStatus", StackDrift.status(found)).text("Timestamp", StackDrift.time(found));
        xml.text("DriftStatusReason", Optional.ofNullable(found.path("reason").stringValue(null)));
    }
}
