package fairlead.server.stack;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.Update;
import fairlead.server.operation.OperationId;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.CompositeStacks.Behalf;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.step.StackOrder.Purpose;
import fairlead.server.type.composite.CompositeType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The handler of a type whose resources are made by a template: each is a stack, whose operations it begins and
/// follows.
///
/// What an operation has begun is found again by the token of the call, so that a call may be made any number of times.
/// A create that fails leaves nothing, an update that fails leaves what was there before.
final class CompositeHandler implements ResourceHandler.Updatable, ResourceHandler.Listable {

    /// Longer than an operation keeps its place while it pauses: what it waits for may need that.
    private static final Duration PAUSE = Duration.ofSeconds(6);

    private final CompositeStacks stacks;
    private final CompositeType type;

    CompositeHandler(CompositeStacks stacks, CompositeType type) {
        this.stacks = stacks;
        this.type = type;
    }

    // -- create -----------------------------------------------------------------------------------------------------

    @Override
    public Progress create(Create request, Context context) {
        UUID id = CompositeStacks.made(context.token());
        return told(() -> {
            Optional<Stack> present = stacks.find(id);
            if (present.isPresent()) {
                return created(present.get(), context);
            }
            Behalf behalf = stacks.behalf(context);
            return created(stacks.begin(type, id, behalf, request.desired(), context), context);
        });
    }

    private Progress created(Stack stack, Context context) {
        return followed(stack, context, now -> switch (now.status()) {
            case CREATE_IN_PROGRESS, ROLLBACK_IN_PROGRESS, DELETE_IN_PROGRESS -> created(now, context);
            case ROLLBACK_COMPLETE, ROLLBACK_FAILED, CREATE_FAILED -> undone(now, context);
            case DELETE_COMPLETE -> Progress.failed(stacks.code(now), stacks.reason(now));
            case DELETE_FAILED ->
                Progress.failed(
                        stacks.code(now),
                        stacks.reason(now) + " What was made could not be deleted again: delete the stack " + now.name()
                                + ".");
            default -> Progress.done(stacks.model(type, now));
        });
    }

    /// Nothing of it stays, not even an empty stack.
    private Progress undone(Stack stack, Context context) {
        Stack deleting = stacks.change(stack, Purpose.DELETE, context.token() + "/undo", stacks.behalf(context));
        return created(deleting, context);
    }

    // -- update -----------------------------------------------------------------------------------------------------

    @Override
    public Progress update(Update request, Context context) {
        return told(() -> {
            Optional<Stack> present = stacks.find(id(request.identifier())).filter(CompositeStacks::isThere);
            if (present.isEmpty()) {
                return absent(request.identifier());
            }
            return updated(present.get(), request.desired(), context);
        });
    }

    private Progress updated(Stack stack, ObjectNode desired, Context context) {
        if (stack.status().busy()) {
            return followed(stack, context, now -> updated(now, desired, context));
        }
        String token = context.token() + "/update";
        if (stacks.hasBegun(stack, token)) {
            return switch (stack.status()) {
                case UPDATE_COMPLETE -> Progress.done(stacks.model(type, stack));
                case UPDATE_ROLLBACK_FAILED ->
                    Progress.failed(
                            stacks.code(stack),
                            stacks.reason(stack) + " What was there before could not be brought back: "
                                    + stack.condition().reason() + " The next update goes on with that.");
                default -> Progress.failed(stacks.code(stack), stacks.reason(stack));
            };
        }
        Behalf behalf = stacks.behalf(context);
        if (stack.status() == StackStatus.UPDATE_ROLLBACK_FAILED) {
            String resuming = context.token() + "/continue";
            return stacks.hasBegun(stack, resuming)
                    ? Progress.failed(stacks.code(stack), stacks.reason(stack))
                    : updated(stacks.change(stack, Purpose.CONTINUE_ROLLBACK, resuming, behalf), desired, context);
        }
        return stacks.update(type, stack, behalf, desired, context)
                .map(begun -> updated(begun, desired, context))
                .orElseGet(() ->
                        Progress.done(stacks.model(type, stacks.find(stack.id()).orElse(stack))));
    }

    // -- delete -----------------------------------------------------------------------------------------------------

    @Override
    public Progress delete(Delete request, Context context) {
        return told(() -> {
            Optional<Stack> present = stacks.find(id(request.identifier()));
            boolean ours = present.filter(stack -> stacks.hasBegun(stack, context.token() + "/delete"))
                    .isPresent();
            return present.filter(stack -> ours || CompositeStacks.isThere(stack))
                    .map(stack -> deleted(stack, context))
                    .orElseGet(() -> absent(request.identifier()));
        });
    }

    private Progress deleted(Stack stack, Context context) {
        if (stack.status() == StackStatus.DELETE_COMPLETE) {
            return Progress.gone();
        }
        if (stack.status().busy()) {
            return followed(stack, context, now -> deleted(now, context));
        }
        String token = context.token() + "/delete";
        return stacks.hasBegun(stack, token)
                ? Progress.failed(stacks.code(stack), stacks.reason(stack))
                : deleted(stacks.change(stack, Purpose.DELETE, token, stacks.behalf(context)), context);
    }

    // -- looking ----------------------------------------------------------------------------------------------------

    @Override
    public Progress read(Read request, Context context) {
        return told(() -> stacks.find(id(request.identifier()))
                .filter(CompositeStacks::isThere)
                .filter(stack -> stack.place().subscription().equalsIgnoreCase(context.account()))
                .<Progress>map(stack -> Progress.done(stacks.live(type, stack)))
                .orElseGet(() -> absent(request.identifier())));
    }

    @Override
    public Page list(Query query, Context context) {
        List<Stack> found = stacks.list(type, context, query.token().orElse(""), query.limit() + 1);
        boolean more = found.size() > query.limit();
        List<Stack> shown = more ? found.subList(0, query.limit()) : found;
        return new Page(
                shown.stream().map(CompositeHandler::identifier).toList(),
                more ? Optional.of(shown.getLast().id().toString()) : Optional.empty());
    }

    // -- what all share ---------------------------------------------------------------------------------------------

    /// What follows the end of the operation under way: asked now if it has ended, and otherwise in a later call, which
    /// comes as soon as it has.
    private Progress followed(Stack stack, Context context, java.util.function.Function<Stack, Progress> then) {
        if (!stack.status().busy()) {
            return then.apply(stack);
        }
        OperationId ahead = stack.condition().operation().orElseThrow();
        stacks.follow(ahead, context);
        Stack now = stacks.find(stack.id()).orElse(stack);
        if (!now.status().busy()) {
            stacks.unfollow(ahead);
            return then.apply(now);
        }
        CompositeStacks.Reached reached = stacks.reached(ahead);
        return new Progress.Again(
                identifier(stack), PAUSE, JsonNodeFactory.instance.objectNode(), reached.percent(), reached.message());
    }

    static ObjectNode identifier(Stack stack) {
        return JsonNodeFactory.instance
                .objectNode()
                .put(CompositeStacks.ID, stack.id().toString());
    }

    private static UUID id(ObjectNode identifier) {
        return OperationId.parse(identifier.path(CompositeStacks.ID).asString(""))
                .map(OperationId::value)
                .orElse(new UUID(0, 0));
    }

    private static Progress absent(ObjectNode identifier) {
        String id = identifier.path(CompositeStacks.ID).asString("");
        return Progress.failed(ErrorCode.NOT_FOUND, "There is no stack '" + id + "' of this type.");
    }

    private static Progress told(Supplier<Progress> call) {
        try {
            return call.get();
        } catch (ProblemException refused) {
            Problem problem = refused.problem();
            ErrorCode code = problem instanceof Problem.Busy
                    ? ErrorCode.RESOURCE_CONFLICT
                    : problem.code().ofHandler().orElse(ofStatus(problem.status()));
            throw new HandlerException(code, problem.message(), refused);
        }
    }

    private static ErrorCode ofStatus(int status) {
        return switch (status) {
            case 400 -> ErrorCode.INVALID_REQUEST;
            case 403 -> ErrorCode.ACCESS_DENIED;
            case 429 -> ErrorCode.THROTTLING;
            case 503, 507 -> ErrorCode.SERVICE_INTERNAL_ERROR;
            default -> ErrorCode.GENERAL_SERVICE_EXCEPTION;
        };
    }
}
