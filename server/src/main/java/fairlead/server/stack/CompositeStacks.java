package fairlead.server.stack;

import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.ResourceHandler;
import fairlead.schema.PropertyPath;
import fairlead.server.access.Caller;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.resource.IdentifiedResources;
import fairlead.server.stack.StackPlan.Looked;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackEvent;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackOutputs;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.record.StackTables;
import fairlead.server.stack.step.LiveChange;
import fairlead.server.stack.step.StackOrder;
import fairlead.server.stack.step.StackOrder.OnFailure;
import fairlead.server.stack.step.StackOrder.Purpose;
import fairlead.server.stack.step.Texts;
import fairlead.server.stack.template.TypeTemplates;
import fairlead.server.type.composite.CompositeType;
import fairlead.server.type.composite.Composites;
import fairlead.stack.document.Node;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// The stacks that resources are made of whose types have a template for their handler.
public final class CompositeStacks implements Composites {

    /// The property by which such a resource is identified: the id of its stack.
    static final String ID = "Id";

    private static final Pattern CODE = Pattern.compile("HandlerErrorCode: ([A-Za-z]+)\\)");
    private static final int LONGEST_NAME = 128;
    private static final int SUFFIX = 12;
    private static final int MOST_EVENTS = 1000;

    private final Beginnings beginnings;
    private final StackPlan plans;
    private final StackPlan own;
    private final TypeTemplates templates;
    private final Function<Context, Behalf> behalves;
    private final Caller server;

    /// On whose behalf a handler is called.
    ///
    /// @param caller who asked for the change: what is in the template is decided for them
    /// @param group in which the resources of the template live
    /// @param resource the id of the resource
    /// @param operation that takes its next step when one that was begun has ended
    public record Behalf(Caller caller, String group, String resource, Optional<OperationId> operation) {}

    /// How far an operation has come.
    record Reached(Optional<Double> percent, String message) {}

    /// What it is made of besides the engine.
    ///
    /// @param behalves on whose behalf a call is made that changes something
    /// @param server as whom resources are read that a type shows
    /// @param reading the verbs by which it reads them: no caller's permission is asked for
    public record Parts(
            TypeTemplates templates, Function<Context, Behalf> behalves, Caller server, IdentifiedResources reading) {}

    /// @param own plans whose verbs look at resources on the server's own behalf
    CompositeStacks(Beginnings beginnings, StackPlan plans, StackPlan own, Parts parts) {
        this.beginnings = beginnings;
        this.plans = plans;
        this.own = own;
        templates = parts.templates();
        behalves = parts.behalves();
        server = parts.server();
    }

    // -- types ------------------------------------------------------------------------------------------------------

    @Override
    public ResourceHandler handler(CompositeType type) {
        return new CompositeHandler(this, type);
    }

    @Override
    public List<Detail> faults(CompositeType type, String account) {
        return new CompositeFaults(templates, own, type).in(new StackPlace(account, "", ""));
    }

    @Override
    public SequencedSet<String> uses(String template) {
        return templates.uses(template);
    }

    // -- looking ----------------------------------------------------------------------------------------------------

    private StackTables tables() {
        return beginnings.tables();
    }

    Optional<Stack> find(UUID id) {
        return beginnings
                .database()
                .read(transaction -> tables().stacks().find(transaction, id))
                .filter(stack -> stack.owner().isPresent());
    }

    /// Whether anything may be there: not of one whose making has failed and was undone.
    static boolean isThere(Stack stack) {
        return stack.status() != StackStatus.DELETE_COMPLETE && stack.status() != StackStatus.ROLLBACK_COMPLETE;
    }

    List<Stack> list(CompositeType type, Context context, String after, int limit) {
        StackPlace place = new StackPlace(context.account(), "", context.region());
        return beginnings
                .database()
                .read(transaction ->
                        tables().stacks().ofOwners(transaction, type.name().toString(), place, after, limit))
                .stream()
                .filter(CompositeStacks::isThere)
                .toList();
    }

    private List<StackNode> nodes(Stack stack) {
        return beginnings.database().read(transaction -> tables().nodes().list(transaction, stack.id()));
    }

    /// What a stack was made by, and what it tells.
    ObjectNode model(CompositeType type, Stack stack) {
        ObjectNode model = CompositeHandler.identifier(stack);
        model.setAll(templates.model(stack.content()));
        Set<String> secrets =
                type.secrets().stream().map(PropertyPath::name).collect(java.util.stream.Collectors.toSet());
        StackOutputs.of(stack).stream()
                .filter(output -> !output.secret() || secrets.contains(output.name()))
                .forEach(output -> model.set(output.name(), output.value()));
        return model;
    }

    /// The same, where a property that a resource of the template has as it was given is what that resource has now.
    ObjectNode live(CompositeType type, Stack stack) {
        ObjectNode model = model(type, stack);
        if (!stack.status().busy()) {
            new LiveProperties(own, server).into(model, stack, nodes(stack));
        }
        return model;
    }

    /// Whether an operation was begun under that token.
    boolean hasBegun(Stack stack, String token) {
        return beginnings.asked(stack.id(), token).isPresent();
    }

    Reached reached(OperationId operation) {
        Optional<Operation> found = beginnings.operations().find(operation);
        return new Reached(
                found.flatMap(Operation::percent), found.map(Operation::message).orElse(""));
    }

    /// Why its last operation has failed: what came first, in its own words.
    String reason(Stack stack) {
        return failure(stack)
                .map(event -> event.node().map(key -> key + ": ").orElse("") + event.reason())
                .orElseGet(() -> stack.condition().reason());
    }

    ErrorCode code(Stack stack) {
        Optional<StackEvent> failure = failure(stack);
        Matcher code = CODE.matcher(failure.map(StackEvent::reason).orElse(""));
        boolean told = false;
        Optional<ErrorCode> found = Optional.empty();
        while (code.find()) {
            told = true;
            found = ErrorCode.parse(code.group(1));
        }
        ErrorCode refused = told || failure.isEmpty() ? ErrorCode.GENERAL_SERVICE_EXCEPTION : ErrorCode.INVALID_REQUEST;
        return found.filter(one -> !one.retryable() && one != ErrorCode.NOT_FOUND && one != ErrorCode.ALREADY_EXISTS)
                .orElse(refused);
    }

    /// The first event of the last change that tells of a node that has failed, not of one that was stopped then.
    private Optional<StackEvent> failure(Stack stack) {
        List<StackEvent> events = beginnings
                .database()
                .read(transaction -> tables().events()
                        .list(transaction, stack.id(), Instant.ofEpochMilli(Long.MAX_VALUE), MOST_EVENTS));
        Optional<StackEvent> first = Optional.empty();
        for (StackEvent event : events) {
            boolean begins = event.node().isEmpty()
                    && event.reason().equals(Texts.REQUESTED)
                    && !event.status().startsWith("DELETE_");
            boolean stopped = event.reason().equals(Texts.CANCELLED_CREATION)
                    || event.reason().equals(Texts.CANCELLED_UPDATE);
            if (event.node().isPresent() && event.status().endsWith("_FAILED") && !stopped) {
                first = Optional.of(event);
            }
            if (begins) {
                break;
            }
        }
        return first;
    }

    // -- changing ---------------------------------------------------------------------------------------------------

    /// The id of the stack that a create with that token makes.
    static UUID made(String token) {
        return UUID.nameUUIDFromBytes(("composite " + token).getBytes(StandardCharsets.UTF_8));
    }

    Behalf behalf(Context context) {
        return behalves.apply(context);
    }

    /// Makes a stack.
    Stack begin(CompositeType type, UUID id, Behalf behalf, ObjectNode desired, Context context) {
        StackPlace place = new StackPlace(context.account(), behalf.group(), context.region());
        ObjectNode content = templates.content(
                place, type.template(), desired, context.tags().desired(), Optional.empty());
        Stack made = new Stack(
                id,
                place,
                name(id, context.name().isEmpty() ? type.name().resource() : context.name()),
                Stack.Origin.of(
                        templates.language(), new Stack.Owner(type.name().toString(), behalf.resource())),
                new Stack.Condition(StackStatus.CREATE_IN_PROGRESS, "", 0, Optional.empty(), false, false),
                new Stack.Documents(content, content, content.objectNode(), Optional.empty()),
                new Stack.Times(beginnings.clock().instant(), Optional.empty(), Optional.empty()));
        Looked _ = plans.look(made, List.of(), content, behalf.caller());
        StackRequest request = request(behalf, context.token() + "/create");
        StackOrder order = StackOrder.of(Purpose.CREATE, OnFailure.ROLLBACK, request.told());
        return beginnings
                .begin(request, made, order, StackStatus.CREATE_IN_PROGRESS, true, (_, now) -> now)
                .stack();
    }

    /// `NAME-RANDOM`.
    private static String name(UUID id, String name) {
        String plain = name.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^[^A-Za-z]+", "");
        String head = plain.isEmpty() ? "composite" : plain;
        String random = Long.toString(id.getMostSignificantBits() >>> 1, Character.MAX_RADIX)
                + Long.toString(id.getLeastSignificantBits() >>> 1, Character.MAX_RADIX);
        return head.substring(0, Math.min(head.length(), LONGEST_NAME - SUFFIX - 1)) + "-"
                + random.substring(0, SUFFIX).toUpperCase(Locale.ROOT);
    }

    /// Gives a stack other properties; empty if that changes nothing.
    Optional<Stack> update(CompositeType type, Stack stack, Behalf behalf, ObjectNode desired, Context context) {
        ObjectNode content = templates.content(
                stack.place(), type.template(), desired, context.tags().desired(), Optional.of(stack.content()));
        Looked looked = plans.look(stack, nodes(stack), content, behalf.caller());
        if (!looked.isChange() && !isDrifted(stack, looked)) {
            if (!content.equals(stack.content())) {
                contain(stack, content);
            }
            return Optional.empty();
        }
        StackRequest request = request(behalf, context.token() + "/update");
        StackOrder order = StackOrder.of(Purpose.UPDATE, OnFailure.ROLLBACK, request.told())
                .reverting();
        return Optional.of(beginnings
                .begin(request, stack, order, StackStatus.UPDATE_IN_PROGRESS, false, (_, now) -> {
                    plans.requireUpdatable(now);
                    return now.pending(content);
                })
                .stack());
    }

    private boolean isDrifted(Stack stack, Looked looked) {
        return nodes(stack).stream()
                .filter(StackNode::isThere)
                .filter(node -> node.present().kind() == Node.Kind.RESOURCE)
                .filter(node -> looked.compilation().document().nodes().containsKey(node.key()))
                .anyMatch(node -> own.live(stack, node, server)
                        .map(live -> LiveChange.differs(
                                own.schema(stack, node), live, node.present().applied()))
                        .orElse(true));
    }

    /// What changes nothing that was made is written at once.
    private void contain(Stack stack, ObjectNode content) {
        boolean _ = beginnings.database().write(transaction -> {
            Optional<Stack> now = tables().stacks().find(transaction, stack.id());
            now.filter(one -> !one.status().busy())
                    .ifPresent(one -> tables().stacks().update(transaction, one.containing(content)));
            return now.isPresent();
        });
    }

    /// Deletes a stack, or goes on bringing it back to what it was.
    Stack change(Stack stack, Purpose purpose, String token, Behalf behalf) {
        StackRequest request = request(behalf, token);
        StackOrder order = StackOrder.of(purpose, OnFailure.DO_NOTHING, request.told());
        StackStatus status =
                purpose == Purpose.DELETE ? StackStatus.DELETE_IN_PROGRESS : StackStatus.UPDATE_ROLLBACK_IN_PROGRESS;
        return beginnings
                .begin(request, stack, order, status, false, (transaction, now) -> {
                    if (purpose == Purpose.DELETE) {
                        beginnings.requireUnused(transaction, now);
                    }
                    return now;
                })
                .stack();
    }

    private static StackRequest request(Behalf behalf, String token) {
        return new StackRequest(behalf.caller(), Optional.of(token), "composite");
    }

    /// Has the operation of a call take its next step when another one has ended.
    void follow(OperationId ahead, Context context) {
        Operations operations = beginnings.operations();
        behalf(context).operation().ifPresent(follower -> operations.follow(ahead, follower));
    }

    void unfollow(OperationId ahead) {
        beginnings.operations().unfollow(ahead);
    }
}
