package fairlead.lambda;

import fairlead.handler.Act;
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
import fairlead.host.CallLog;
import fairlead.lambda.Invocation.Outcome;
import fairlead.lambda.RequestEncoder.Asked;
import fairlead.schema.HandlerKind;
import fairlead.schema.ResourceSchema;
import fairlead.schema.data.HandlerOutput;
import fairlead.schema.data.Redaction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A provider as a handler: each call is one invocation, its answer a progress event.
///
/// What an answer says is passed on as it is, for the contract to be held against it. Where there is no answer,
/// the error code tells whether the same call may be made again:
///
/// | what happened | code |
/// |---|---|
/// | the process ended during the call, or went on without an answer | `ServiceInternalError` |
/// | the time was up; the process was killed | `ServiceTimeout` |
/// | the remote endpoint can't be called | `NetworkFailure` |
/// | all processes are at work | `Throttling` |
/// | a function error; garbage; an answer over 6 MB | `HandlerInternalFailure` |
/// | the process does not start | `InternalFailure`: nothing has been done |
/// | it does not start any more, later in an operation | `ServiceInternalError` |
/// | an error code that the contract does not have, or none | `GeneralServiceException` |
sealed class LambdaHandler implements ResourceHandler.Actionable {

    private final ResourceSchema schema;
    private final RequestEncoder wire;
    private final Invoker invoker;

    private LambdaHandler(ResourceSchema schema, RequestEncoder wire, Invoker invoker) {
        this.schema = schema;
        this.wire = wire;
        this.invoker = invoker;
    }

    /// A handler with the capabilities that the schema declares.
    ///
    /// @param exact whether an answer is refused that has what the protocol has no place for
    static ResourceHandler of(ResourceSchema schema, String version, Invoker invoker, boolean exact) {
        RequestEncoder wire = new RequestEncoder(schema, version, exact);
        boolean updatable = schema.handlers().contains(HandlerKind.UPDATE);
        if (schema.handlers().contains(HandlerKind.LIST)) {
            return updatable ? new OfBoth(schema, wire, invoker) : new OfListable(schema, wire, invoker);
        }
        return updatable ? new OfUpdatable(schema, wire, invoker) : new LambdaHandler(schema, wire, invoker);
    }

    @Override
    public final Progress create(Create request, Context context) {
        Memo memo = Memo.of(request.memo());
        return progress(ask(Asked.of(Action.CREATE, request.desired(), memo), context));
    }

    @Override
    public final Progress read(Read request, Context context) {
        return progress(ask(Asked.of(Action.READ, request.identifier(), Memo.NONE), context));
    }

    @Override
    public final Progress delete(Delete request, Context context) {
        Answer answer = ask(Asked.of(Action.DELETE, request.identifier(), Memo.of(request.memo())), context);
        boolean gone = answer.status().equals("SUCCESS")
                && answer.result().model().map(ObjectNode::isEmpty).orElse(true);
        return gone ? Progress.gone() : progress(answer);
    }

    @Override
    public final Progress act(Act request, Context context) {
        Answer answer = ask(Asked.of(request), context);
        return answer.status().equals("SUCCESS")
                ? Progress.done(answer.result().output().orElseGet(RequestEncoder.JSON::createObjectNode))
                : progress(answer);
    }

    final Progress updateRemotely(Update request, Context context) {
        ObjectNode desired = request.desired().deepCopy();
        fill(desired, request.identifier());
        Asked asked = new Asked(
                Action.UPDATE,
                desired,
                Optional.of(request.previous()),
                Memo.of(request.memo()),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty());
        return progress(ask(asked, context));
    }

    final Page listRemotely(Query query, Context context) {
        Asked asked = new Asked(
                Action.LIST,
                query.filter(),
                Optional.empty(),
                Memo.NONE,
                query.token(),
                OptionalInt.of(query.limit()),
                Optional.empty());
        Answer answer = ask(asked, context);
        return switch (progress(answer)) {
            case Progress.Done _, Progress.Gone() ->
                new Page(models(answer), answer.result().nextToken());
            case Progress.Failed(var code, var message) -> throw new HandlerException(code, message);
            case Progress.Again _ ->
                throw HandlerException.breach(
                        "list.synchronous",
                        ErrorCode.INTERNAL_FAILURE,
                        "The provider answered a LIST with IN_PROGRESS.");
        };
    }

    /// Some wrappers write null for an empty array.
    private List<ObjectNode> models(Answer answer) {
        if (wire.isExact() && answer.result().models().isEmpty()) {
            throw new HandlerException(
                    ErrorCode.INTERNAL_FAILURE,
                    "The provider answered a LIST without an array of resourceModels; \"a list handler MUST return an"
                            + " array of primary identifiers\".");
        }
        return answer.result().models().orElse(List.of());
    }

    /// Adds what is missing: an update's desired state is to have the identifier.
    private static void fill(ObjectNode model, ObjectNode identifier) {
        for (Map.Entry<String, JsonNode> member : identifier.properties()) {
            if (model.get(member.getKey()) instanceof ObjectNode inner
                    && member.getValue() instanceof ObjectNode more) {
                fill(inner, more);
            } else if (!model.has(member.getKey())) {
                model.set(member.getKey(), member.getValue());
            }
        }
    }

    // -- the call ---------------------------------------------------------------------------------------------------

    private Answer ask(Asked asked, Context context) {
        Redaction redaction = redaction(asked, context);
        CallLog log = log(asked.name(), context, redaction);
        byte[] request = wire.request(asked, context);
        Duration budget = Duration.between(context.clock().instant(), context.deadline());
        Outcome outcome;
        try {
            outcome = invoker.invoke(request, budget, log);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new HandlerException(
                    ErrorCode.SERVICE_TIMEOUT, "The call was given up." + log.lastLines(), interrupted);
        }
        boolean first = context.attempt() == 1 && asked.memo().equals(Memo.NONE);
        return answered(outcome, log, first);
    }

    private static CallLog log(String call, Context context, Redaction redaction) {
        Consumer<String> listener = HandlerOutput.listener();
        return new CallLog(
                context.typeName() + " " + call + " operation " + context.token(),
                redaction,
                context.trace(),
                line -> listener.accept(context.clock().instant() + " " + call + " " + line));
    }

    private Redaction redaction(Asked asked, Context context) {
        ObjectNode secret = schema.onlyWriteOnly(asked.memo().model().orElse(asked.properties()));
        ObjectNode before = asked.previous().map(schema::onlyWriteOnly).orElse(secret);
        ObjectNode input = asked.act().map(Act::input).orElse(secret);
        return Redaction.of(List.of(secret, before, input, context.configuration()))
                .and(HandlerOutput.hidden());
    }

    private Answer answered(Outcome outcome, CallLog log, boolean first) {
        String tail = log.lastLines();
        return switch (outcome) {
            case Outcome.Answered(var body) -> read(body, log);
            case Outcome.FunctionError(var type, var message) ->
                throw new HandlerException(
                        ErrorCode.HANDLER_INTERNAL_FAILURE,
                        "The provider ended in a function error: "
                                + log.redacted(message.isEmpty() ? type : type + ": " + message) + "." + tail);
            case Outcome.TooLarge() ->
                throw new HandlerException(
                        ErrorCode.HANDLER_INTERNAL_FAILURE,
                        "The provider's answer has more than " + RuntimeApi.LARGEST_ANSWER + " bytes.");
            case Outcome.NotTaken() ->
                throw new HandlerException(
                        ErrorCode.SERVICE_INTERNAL_ERROR, "The provider's processes end before they take work." + tail);
            case Outcome.Lost(var how, var ended) -> {
                String message = "The provider's process " + how + " during the call." + tail;
                throw ended
                        ? HandlerException.processEnded(message)
                        : new HandlerException(ErrorCode.SERVICE_INTERNAL_ERROR, message);
            }
            case Outcome.TimedOut() ->
                throw new HandlerException(
                        ErrorCode.SERVICE_TIMEOUT, "The provider did not answer in time; it was stopped." + tail);
            case Outcome.Busy(var why) ->
                throw new HandlerException(ErrorCode.THROTTLING, "The provider is not free: " + why + ".");
            case Outcome.NotStarted(var why) ->
                throw new HandlerException(
                        first ? ErrorCode.INTERNAL_FAILURE : ErrorCode.SERVICE_INTERNAL_ERROR,
                        "The provider does not start: " + why);
            case Outcome.Unreachable(var why) ->
                throw new HandlerException(
                        ErrorCode.NETWORK_FAILURE, "The provider's endpoint can't be called: " + why + ".");
        };
    }

    private Answer read(byte[] body, CallLog log) {
        try {
            Answer answer = wire.answer(body);
            return new Answer(
                    answer.status(),
                    answer.errorCode(),
                    log.redacted(answer.message()),
                    answer.delay(),
                    answer.context(),
                    answer.result());
        } catch (Answer.Unreadable garbage) {
            throw new HandlerException(
                    ErrorCode.HANDLER_INTERNAL_FAILURE,
                    "The provider's answer is no progress event: " + log.redacted(String.valueOf(garbage.getMessage()))
                            + "." + log.lastLines(),
                    garbage);
        }
    }

    private static Progress progress(Answer answer) {
        return switch (answer.status()) {
            case "SUCCESS" -> answer.result().model().map(Progress::done).orElseGet(Progress::gone);
            case "IN_PROGRESS" ->
                new Progress.Again(
                        answer.result().model().orElseGet(RequestEncoder.JSON::createObjectNode),
                        answer.delay(),
                        new Memo(answer.context(), answer.result().model()).encode(),
                        Optional.empty(),
                        answer.message());
            case "FAILED" -> failed(answer.errorCode(), answer.message());
            default ->
                throw new HandlerException(
                        ErrorCode.HANDLER_INTERNAL_FAILURE,
                        "The provider answered with the status '" + answer.status()
                                + "'; expected SUCCESS, FAILED or IN_PROGRESS.");
        };
    }

    /// A code that the contract does not have ends the operation, and is told.
    private static Progress failed(String code, String message) {
        return Progress.failed(ErrorCode.parse(code).orElseThrow(() -> unknown(code, message)), message);
    }

    private static HandlerException unknown(String code, String message) {
        String told = code.isEmpty()
                ? "(The provider gave no error code.)"
                : "(The provider's error code is '" + code + "', which the contract does not have.)";
        return HandlerException.breach(
                "failure.code", ErrorCode.GENERAL_SERVICE_EXCEPTION, (message + " " + told).strip());
    }

    // -- capabilities -----------------------------------------------------------------------------------------------

    private static final class OfUpdatable extends LambdaHandler implements Updatable {

        OfUpdatable(ResourceSchema schema, RequestEncoder wire, Invoker invoker) {
            super(schema, wire, invoker);
        }

        @Override
        public Progress update(Update request, Context context) {
            return updateRemotely(request, context);
        }
    }

    private static final class OfListable extends LambdaHandler implements Listable {

        OfListable(ResourceSchema schema, RequestEncoder wire, Invoker invoker) {
            super(schema, wire, invoker);
        }

        @Override
        public Page list(Query query, Context context) {
            return listRemotely(query, context);
        }
    }

    private static final class OfBoth extends LambdaHandler implements Updatable, Listable {

        OfBoth(ResourceSchema schema, RequestEncoder wire, Invoker invoker) {
            super(schema, wire, invoker);
        }

        @Override
        public Progress update(Update request, Context context) {
            return updateRemotely(request, context);
        }

        @Override
        public Page list(Query query, Context context) {
            return listRemotely(query, context);
        }
    }
}
