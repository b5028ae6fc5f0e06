package fairlead.lambda;

import fairlead.handler.Trace;
import fairlead.host.CallLog;
import fairlead.host.Secret;
import fairlead.lambda.Invocation.Outcome;
import fairlead.schema.TypeName;
import fairlead.schema.data.Redaction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/// The handlers of a version of a hook: asked about one change a call, in the form of CloudFormation's wrappers. Used
/// by
/// many threads at once.
public final class HookFunction {

    private final TypeName name;
    private final String version;
    private final Invoker invoker;

    /// Wrappers take credentials for granted: these are valid nowhere.
    private final String credentials = RequestEncoder.JSON
            .createObjectNode()
            .put("accessKeyId", "FAIRLEAD" + Secret.text(12))
            .put("secretAccessKey", Secret.text(40))
            .put("sessionToken", Secret.text(64))
            .toString();

    HookFunction(TypeName name, String version, Invoker invoker) {
        this.name = name;
        this.version = version;
        this.invoker = invoker;
    }

    /// What comes of a call.
    public sealed interface Reply {

        /// The hook has nothing against the change.
        record Passed(String message) implements Reply {}

        /// It does not want the change.
        ///
        /// @param code as the handler gave it; empty if it gave none
        record Refused(String code, String message) implements Reply {}

        /// It asks to be called again.
        ///
        /// @param context the JSON text that it is to be given then
        record Later(Duration delay, String context) implements Reply {}

        /// There is no answer that can be understood.
        record Broken(String message) implements Reply {}
    }

    /// Calls the handler.
    ///
    /// @param invocation how many calls about the same change were made, this one included
    /// @param context what the call before has left; empty for none
    /// @param limit for the call, the wait for a process included
    public Reply ask(HookCall call, int invocation, Optional<String> context, Duration limit)
            throws InterruptedException {
        CallLog log = new CallLog(
                name + " " + call.point() + " " + call.token(),
                Redaction.of(List.of(call.configuration())),
                Trace.NONE);
        return reply(invoker.invoke(request(call, invocation, context), limit, log), log);
    }

    private byte[] request(HookCall call, int invocation, Optional<String> context) {
        HookCall.Target target = call.target();
        ObjectNode request = RequestEncoder.JSON.createObjectNode();
        request.put("clientRequestToken", call.token());
        request.put("awsAccountId", RequestEncoder.account(call.subscription()));
        request.put("stackId", call.token());
        request.putNull("changeSetId");
        request.put("hookTypeName", name.toString());
        request.put("hookTypeVersion", version);
        request.set("hookModel", call.configuration());
        request.put("actionInvocationPoint", call.point());
        ObjectNode data = request.putObject("requestData");
        data.put("targetName", target.type().toString());
        data.put("targetType", "RESOURCE");
        data.put("targetLogicalId", target.name());
        ObjectNode model = data.putObject("targetModel");
        model.set("resourceProperties", RequestEncoder.withoutNulls(target.properties()));
        target.previous()
                .ifPresent(previous -> model.set("previousResourceProperties", RequestEncoder.withoutNulls(previous)));
        data.put("callerCredentials", credentials);
        ObjectNode around = request.putObject("requestContext");
        around.put("invocation", invocation);
        around.putRawValue("callbackContext", new RawValue(context.orElse("null")));
        return RequestEncoder.JSON.writeValueAsBytes(request);
    }

    private static Reply reply(Outcome outcome, CallLog log) {
        String tail = log.lastLines();
        return switch (outcome) {
            case Outcome.Answered(var body) -> read(body, log);
            case Outcome.FunctionError(var type, var message) ->
                new Reply.Broken("It ended in a function error: "
                        + log.redacted(message.isEmpty() ? type : type + ": " + message) + "." + tail);
            case Outcome.TooLarge() ->
                new Reply.Broken("Its answer has more than " + RuntimeApi.LARGEST_ANSWER + " bytes.");
            case Outcome.NotTaken() -> new Reply.Broken("Its processes end before they take work." + tail);
            case Outcome.Lost(var how, var _) -> new Reply.Broken("Its process " + how + " during the call." + tail);
            case Outcome.TimedOut() -> new Reply.Broken("It did not answer in time; it was stopped." + tail);
            case Outcome.Busy(var why) -> new Reply.Broken("It is not free: " + why + ".");
            case Outcome.NotStarted(var why) -> new Reply.Broken("It does not start: " + why);
            case Outcome.Unreachable(var why) -> new Reply.Broken("Its endpoint can't be called: " + why + ".");
        };
    }

    private static Reply read(byte[] body, CallLog log) {
        try {
            return RequestEncoder.JSON.readTree(body) instanceof ObjectNode event
                    ? read(event, body, log)
                    : garbage(body, log);
        } catch (JacksonException malformed) {
            return garbage(body, log);
        } catch (Answer.Unreadable wrong) {
            return new Reply.Broken("Its answer is no progress event: " + wrong.getMessage() + ".");
        }
    }

    /// The wrappers write `hookStatus`; handlers without one may write `status`, as those of resources do.
    private static Reply read(ObjectNode event, byte[] body, CallLog log) throws Answer.Unreadable {
        JsonNode given = event.has("hookStatus") ? event.path("hookStatus") : event.path("status");
        String status = given.asString("");
        String message = log.redacted(event.path("message").asString(""));
        return switch (status) {
            case "SUCCESS" -> new Reply.Passed(message);
            case "FAILED" -> new Reply.Refused(event.path("errorCode").asString(""), message);
            case "IN_PROGRESS" -> {
                Duration delay = Answer.delay(event.path("callbackDelaySeconds"));
                yield new Reply.Later(
                        delay.isNegative() ? Duration.ZERO : delay,
                        Answer.context(body).orElse("null"));
            }
            default ->
                new Reply.Broken("Its answer has the status '" + log.redacted(status)
                        + "'; expected SUCCESS, FAILED or IN_PROGRESS.");
        };
    }

    private static Reply garbage(byte[] body, CallLog log) {
        return new Reply.Broken("Its answer is no progress event: '" + log.redacted(Answer.beginning(body)) + "'.");
    }
}
