package fairlead.modelled;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.handler.Update;
import fairlead.modelled.Waits.Change;
import fairlead.modelled.Waits.State;
import fairlead.schema.ResourceSchema;
import fairlead.smithy.client.TransportException;
import fairlead.smithy.endpoint.DiscoveryException;
import fairlead.smithy.protocol.MalformedAnswer;
import fairlead.smithy.protocol.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.StructureShape;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The handler of a resource of a modelled service.
///
/// Every change first looks whether the resource is there, and notes what it saw in its memo before it acts: so a
/// create that is repeated after its answer was lost knows that what is there now is its own.
final class ModelledHandler implements Updatable, Listable {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /// How long a service may take until it shows what was asked for. After that, what it shows is taken as its word.
    private static final Duration SETTLING = Duration.ofSeconds(20);

    private static final String STEP = "step";
    private static final String LOOKED = "looked";
    private static final String ASKED = "asked";
    private static final String IDENTIFIER = "identifier";

    private final Lifecycle lifecycle;
    private final Calls calls;
    private final Translation translation;
    private final Waits waits;
    private final Optional<TagCalls> tags;
    private final Optional<Listing> listing;
    private final Set<String> names;
    private final Set<String> writeOnly;
    private final Set<String> readOnly;
    private final Projection projection;
    private final ResourceSchema schema;
    private final RecentCreates made = new RecentCreates();

    ModelledHandler(Lifecycle lifecycle, ResourceSchema schema, Calls calls, Map<String, String> waiters) {
        this.lifecycle = lifecycle;
        this.calls = calls;
        this.translation = new Translation(lifecycle.model(), lifecycle.resource());
        this.schema = schema;
        this.waits = new Waits(lifecycle.resource(), lifecycle.read(), waiters);
        this.tags = TagCalls.of(lifecycle, calls, schema);
        this.listing = lifecycle.list().map(operation -> new Listing(lifecycle, operation, calls, waits));
        this.names = Set.copyOf(schema.document().path("properties").propertyNames());
        this.writeOnly = names(schema.document().path("writeOnlyProperties"));
        this.readOnly = names(schema.document().path("readOnlyProperties"));
        this.projection = new Projection(schema, lifecycle.identifier(), readOnly);
    }

    /// Properties at the top level, by their names.
    private static Set<String> names(JsonNode pointers) {
        return pointers.valueStream()
                .map(pointer -> pointer.asString("").replace("/properties/", ""))
                .collect(Collectors.toUnmodifiableSet());
    }

    // -- read -------------------------------------------------------------------------------------------------------

    /// A look at a resource.
    ///
    /// @param properties empty if it is not there
    private record Look(ObjectNode input, Reply reply, Optional<ObjectNode> properties) {}

    private Look look(ObjectNode identifier, Context context) {
        ObjectNode input = translation.input(lifecycle.input(lifecycle.read()), identifier);
        Reply reply = calls.reply(lifecycle.read(), input, context);
        return switch (reply) {
            case Reply.Output(var document) -> new Look(input, reply, Optional.of(shown(document, identifier)));
            case Reply.Refusal refusal -> {
                ErrorCode code = Refusals.code(lifecycle.read(), refusal);
                boolean impossible = code == ErrorCode.INVALID_REQUEST && !lifecycle.allows(lifecycle.read(), input);
                if (code != ErrorCode.NOT_FOUND && !impossible) {
                    throw Refusals.exception(lifecycle.read(), refusal);
                }
                yield new Look(input, reply, Optional.empty());
            }
        };
    }

    private ObjectNode shown(ObjectNode output, ObjectNode identifier) {
        ObjectNode properties = translation.properties(lifecycle.output(lifecycle.read()), output, names::contains);
        translation
                .itself(lifecycle.output(lifecycle.read()), output, names::contains)
                .properties()
                .forEach(entry -> properties.putIfAbsent(entry.getKey(), entry.getValue()));
        properties.retain(names);
        properties.remove(writeOnly);
        identifier.properties().forEach(entry -> properties.putIfAbsent(entry.getKey(), entry.getValue()));
        return properties;
    }

    @Override
    public Progress read(Read request, Context context) {
        Look look = look(request.identifier(), context);
        boolean gone = waits.state(Change.DELETE, look.input(), look.reply(), look.properties()) == State.DONE;
        if (look.properties().isEmpty() || gone) {
            return missing();
        }
        return Progress.done(projection.of(complete(look.properties().get(), context)));
    }

    private ObjectNode complete(ObjectNode properties, Context context) {
        tags.ifPresent(known -> known.complete(properties, context));
        return properties;
    }

    private static Progress missing() {
        return Progress.failed(ErrorCode.NOT_FOUND, "There is no such resource.");
    }

    // -- create -----------------------------------------------------------------------------------------------------

    @Override
    public Progress create(Create request, Context context) {
        ObjectNode memo = request.memo().orElseGet(NODES::objectNode);
        return switch (memo.path(STEP).asString("")) {
            case ASKED -> {
                ObjectNode identifier = identifier(memo.path(IDENTIFIER).asObject());
                yield settled(Change.CREATE, identifier, new Wanted(request.desired()), memo, context);
            }
            case LOOKED -> made(request.desired(), context);
            default -> begun(request.desired(), context);
        };
    }

    /// What is there already was there before, unless this process made it in the same operation.
    private Progress begun(ObjectNode desired, Context context) {
        Optional<ObjectNode> before = made.find(context.token());
        if (before.isPresent()) {
            ObjectNode memo = asked(before.get(), context);
            if (made.wasShown(context.token())) {
                // It may have changed since.
                memo.put("since", Instant.EPOCH.toString());
            }
            return settled(Change.CREATE, before.get(), new Wanted(desired), memo, context);
        }
        ObjectNode identifier = identifier(desired);
        if (!lifecycle.given() || identifier.size() < lifecycle.identifier().size()) {
            return made(desired, context);
        }
        if (isThere(look(identifier, context))) {
            return exists();
        }
        return Progress.again(identifier, Duration.ZERO, NODES.objectNode().put(STEP, LOOKED));
    }

    private boolean isThere(Look look) {
        return look.properties().isPresent()
                && waits.state(Change.DELETE, look.input(), look.reply(), look.properties()) != State.DONE;
    }

    private static Progress exists() {
        return Progress.failed(ErrorCode.ALREADY_EXISTS, "There is such a resource already.");
    }

    private Progress made(ObjectNode desired, Context context) {
        requireRepeatable(desired, context);
        return made.once(context.token(), () -> ask(desired, context))
                .<Progress>map(identifier -> {
                    ObjectNode memo = asked(identifier, context);
                    return new Progress.Again(
                            identifier, Duration.ZERO, memo, Optional.empty(), "until the service shows it");
                })
                .orElseGet(ModelledHandler::exists);
    }

    /// Without a name that callers give and without a token, a repeated request makes another resource. What the first
    /// one may have made is looked for in the list, which can only tell that there is no such resource: another may
    /// have made one of the same properties.
    private void requireRepeatable(ObjectNode desired, Context context) {
        boolean repeatable = lifecycle.given() || lifecycle.createHasToken() || made.wasRefused(context.token());
        if (context.attempt() == 1 || repeatable || made.find(context.token()).isPresent()) {
            return;
        }
        String lost = "The answer to " + lifecycle.create().getId().getName()
                + " was lost, and the service knows no token by which it could be asked again";
        if (listing.isEmpty()) {
            throw new HandlerException(
                    ErrorCode.NOT_STABILIZED, lost + ": look whether a resource exists that is not managed.");
        }
        List<String> alike = listing.get().alike(settable(desired), identifier(desired), context).stream()
                .map(ObjectNode::toString)
                .toList();
        if (alike.isEmpty()) {
            throw new HandlerException(
                    ErrorCode.GENERAL_SERVICE_EXCEPTION,
                    lost + ". The service lists no such resource: nothing was made.");
        }
        throw new HandlerException(
                ErrorCode.NOT_STABILIZED,
                lost + ". It may have made one of these, which has to be imported or deleted: "
                        + String.join(", ", alike) + ".");
    }

    /// Has the service make the resource. Empty if it says that there is one, and it is not that of this operation.
    private Optional<ObjectNode> ask(ObjectNode desired, Context context) {
        ObjectNode input = translation.input(lifecycle.input(lifecycle.create()), settable(desired));
        return switch (replyToCreate(input, context)) {
            case Reply.Output(var output) -> Optional.of(identifier(desired, output));
            case Reply.Refusal refusal -> {
                made.refused(context.token());
                ErrorCode code = Refusals.code(lifecycle.create(), refusal);
                boolean clash = code == ErrorCode.ALREADY_EXISTS || code == ErrorCode.RESOURCE_CONFLICT;
                if (clash && lifecycle.given() && isThere(look(identifier(desired), context))) {
                    yield context.attempt() > 1 ? Optional.of(identifier(desired)) : Optional.empty();
                }
                throw Refusals.exception(lifecycle.create(), refusal);
            }
        };
    }

    private Reply replyToCreate(ObjectNode input, Context context) {
        try {
            return calls.reply(lifecycle.create(), input, context);
        } catch (HandlerException failure) {
            if (isUnsent(failure.getCause())) {
                made.refused(context.token());
            }
            throw isAnswered(failure.getCause())
                    ? new HandlerException(
                            ErrorCode.HANDLER_INTERNAL_FAILURE,
                            failure.getMessage() + " Whether something was made is not known.",
                            failure)
                    : failure;
        }
    }

    private static boolean isUnsent(@Nullable Throwable cause) {
        return cause instanceof DiscoveryException
                || (cause instanceof TransportException transport
                        && transport.kind() == TransportException.Kind.UNREACHABLE);
    }

    /// Whether the service has answered, in a way that tells neither of a success nor of a refusal.
    private static boolean isAnswered(@Nullable Throwable cause) {
        return cause instanceof MalformedAnswer
                || (cause instanceof TransportException transport
                        && transport.kind() == TransportException.Kind.TOO_LARGE);
    }

    private ObjectNode settable(ObjectNode desired) {
        ObjectNode settable = desired.deepCopy();
        settable.remove(readOnly);
        return settable;
    }

    private ObjectNode identifier(ObjectNode from) {
        ObjectNode identifier = NODES.objectNode();
        lifecycle.identifier().forEach(name -> from.optional(name).ifPresent(value -> identifier.set(name, value)));
        return identifier;
    }

    private ObjectNode identifier(ObjectNode desired, ObjectNode output) {
        ObjectNode identifier = identifier(desired);
        StructureShape shape = lifecycle.output(lifecycle.create());
        translation
                .properties(shape, output, lifecycle.identifier()::contains)
                .properties()
                .forEach(entry -> identifier.set(entry.getKey(), entry.getValue()));
        lifecycle
                .identity()
                .in(shape, output)
                .properties()
                .forEach(entry -> identifier.putIfAbsent(entry.getKey(), entry.getValue()));
        if (identifier.size() < lifecycle.identifier().size()) {
            throw new HandlerException(
                    ErrorCode.HANDLER_INTERNAL_FAILURE,
                    lifecycle.create().getId().getName() + " has made something and does not say what identifies it: "
                            + lifecycle.identifier() + ".");
        }
        return identifier;
    }

    private static ObjectNode asked(ObjectNode identifier, Context context) {
        ObjectNode memo = NODES.objectNode()
                .put(STEP, ASKED)
                .put("since", context.clock().instant().toString());
        memo.set(IDENTIFIER, identifier);
        return memo;
    }

    // -- until it is so ---------------------------------------------------------------------------------------------

    /// What a change is to bring about.
    ///
    /// @param previous what was there before
    private record Wanted(ObjectNode desired, ObjectNode previous) {

        Wanted(ObjectNode desired) {
            this(desired, NODES.objectNode());
        }
    }

    private Progress settled(Change change, ObjectNode identifier, Wanted wanted, ObjectNode memo, Context context) {
        Look look = look(identifier, context);
        State state = waits.state(change, look.input(), look.reply(), look.properties());
        if (state == State.FAILED) {
            return Progress.failed(ErrorCode.NOT_STABILIZED, "The service says that the change has failed.");
        }
        boolean late = context.clock()
                .instant()
                .isAfter(Instant.parse(memo.path("since").asString("")).plus(SETTLING));
        if (state == State.DONE && look.properties().isPresent()) {
            ObjectNode present = complete(look.properties().get(), context);
            // What does not fit the schema is not told, and was brought about all the same.
            if (late || shows(present, wanted)) {
                if (change == Change.CREATE) {
                    made.shown(context.token());
                }
                return Progress.done(projection.of(present));
            }
        } else if (late && change == Change.UPDATE && look.properties().isEmpty()) {
            return missing();
        }
        int looks = memo.path("looks").asInt(0);
        ObjectNode next = memo.deepCopy().put("looks", looks + 1);
        ObjectNode reached = look.properties().map(projection::of).orElse(identifier);
        return new Progress.Again(
                reached, waits.pause(change, looks), next, Optional.empty(), "until the service shows it");
    }

    /// Whether all that was asked for is shown, as far as it is ever shown, and nothing of what was to go. What a
    /// service adds to that counts for nothing.
    private boolean shows(ObjectNode present, Wanted wanted) {
        ObjectNode desired = settable(wanted.desired());
        ObjectNode previous = settable(wanted.previous());
        previous.remove(writeOnly);
        return schema.unmet(desired, present).isEmpty() && isGone(previous, desired, present);
    }

    /// Whether nothing is as it was that was to go, on any level.
    private static boolean isGone(ObjectNode previous, ObjectNode desired, JsonNode present) {
        return previous.properties().stream().allMatch(before -> {
            JsonNode now = present.path(before.getKey());
            JsonNode wanted = desired.path(before.getKey());
            if (before.getValue() instanceof ObjectNode inner && wanted instanceof ObjectNode innerWanted) {
                return isGone(inner, innerWanted, now);
            }
            return !wanted.isMissingNode() || !before.getValue().equals(Equal.NUMBERS, now);
        });
    }

    // -- update -----------------------------------------------------------------------------------------------------

    @Override
    public Progress update(Update request, Context context) {
        ObjectNode memo = request.memo().orElseGet(NODES::objectNode);
        if (memo.path(STEP).asString("").equals(ASKED)) {
            Wanted wanted = new Wanted(request.desired(), request.previous());
            return settled(Change.UPDATE, request.identifier(), wanted, memo, context);
        }
        Look look = look(request.identifier(), context);
        if (!isThere(look)) {
            return missing();
        }
        ObjectNode present = complete(look.properties().orElseThrow(), context);
        boolean apart = tags.isPresent()
                && lifecycle
                        .update()
                        .flatMap(update -> translation.member(
                                lifecycle.input(update), tags.get().property()))
                        .isEmpty();
        if (differs(request, apart)) {
            OperationShape update = lifecycle
                    .update()
                    .orElseThrow(() -> new HandlerException(
                            ErrorCode.NOT_UPDATABLE, "The service has no operation that changes such a resource."));
            ObjectNode input = translation.input(lifecycle.input(update), wanted(request, update));
            calls.output(update, input, context);
        }
        if (apart) {
            String property = tags.get().property();
            tags.get().change(present.path(property), request.desired().path(property), present, context);
        }
        return Progress.again(request.identifier(), Duration.ZERO, asked(request.identifier(), context));
    }

    private boolean differs(Update request, boolean tagsApart) {
        ObjectNode desired = request.desired().deepCopy();
        ObjectNode previous = request.previous().deepCopy();
        if (tagsApart) {
            tags.ifPresent(known -> {
                desired.remove(known.property());
                previous.remove(known.property());
            });
        }
        desired.remove(readOnly);
        previous.remove(readOnly);
        return !desired.equals(Equal.NUMBERS, previous);
    }

    /// What is wanted, with empty lists and maps in the place of those that are to go: what a request leaves out,
    /// many services leave as it is. Those that are empty already need not be emptied.
    private ObjectNode wanted(Update request, OperationShape update) {
        ObjectNode wanted = settable(request.desired());
        request.identifier().properties().forEach(entry -> wanted.set(entry.getKey(), entry.getValue()));
        for (Map.Entry<String, JsonNode> before : request.previous().properties()) {
            boolean gone = !wanted.has(before.getKey()) && !readOnly.contains(before.getKey());
            if (gone && before.getValue().isContainer() && !before.getValue().isEmpty()) {
                translation
                        .member(lifecycle.input(update), before.getKey())
                        .map(member -> lifecycle.model().expectShape(member.getTarget()))
                        .filter(target -> target.isListShape() || target.isMapShape())
                        .ifPresent(target -> wanted.set(
                                before.getKey(), target.isListShape() ? NODES.arrayNode() : NODES.objectNode()));
            }
        }
        return wanted;
    }

    // -- delete -----------------------------------------------------------------------------------------------------

    @Override
    public Progress delete(Delete request, Context context) {
        String step = request.memo().map(memo -> memo.path(STEP).asString("")).orElse("");
        ObjectNode memo = request.memo().orElseGet(NODES::objectNode);
        return switch (step) {
            case LOOKED -> {
                removed(request.identifier(), context);
                yield Progress.again(NODES.objectNode(), Duration.ZERO, asked(request.identifier(), context));
            }
            case ASKED -> gone(request.identifier(), memo, context);
            default ->
                isThere(look(request.identifier(), context))
                        ? Progress.again(
                                NODES.objectNode(),
                                Duration.ZERO,
                                NODES.objectNode().put(STEP, LOOKED))
                        : missing();
        };
    }

    /// It was there when the operation looked: if it is not there any more, it is gone as it should be.
    private void removed(ObjectNode identifier, Context context) {
        ObjectNode input = translation.input(lifecycle.input(lifecycle.delete()), identifier);
        Reply reply = calls.reply(lifecycle.delete(), input, context);
        if (reply instanceof Reply.Refusal refusal
                && Refusals.code(lifecycle.delete(), refusal) != ErrorCode.NOT_FOUND) {
            throw Refusals.exception(lifecycle.delete(), refusal);
        }
    }

    private Progress gone(ObjectNode identifier, ObjectNode memo, Context context) {
        Look look = look(identifier, context);
        int looks = memo.path("looks").asInt(0);
        return switch (waits.state(Change.DELETE, look.input(), look.reply(), look.properties())) {
            case DONE -> Progress.gone();
            case FAILED -> Progress.failed(ErrorCode.NOT_STABILIZED, "The service says that the deletion has failed.");
            case PENDING ->
                new Progress.Again(
                        NODES.objectNode(),
                        waits.pause(Change.DELETE, looks),
                        memo.deepCopy().put("looks", looks + 1),
                        Optional.empty(),
                        "until the service shows it no more");
        };
    }

    // -- list -------------------------------------------------------------------------------------------------------

    @Override
    public Page list(Query query, Context context) {
        Listing known = listing.orElseThrow(() -> new HandlerException(
                ErrorCode.INVALID_REQUEST, "The service has no operation that lists such resources."));
        return known.page(
                query,
                context,
                identifier -> look(identifier, context).properties().stream()
                        .anyMatch(properties -> query.filter().properties().stream()
                                .allMatch(entry ->
                                        entry.getValue().equals(Equal.NUMBERS, properties.path(entry.getKey())))));
    }
}
