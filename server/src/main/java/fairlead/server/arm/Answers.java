package fairlead.server.arm;

import fairlead.schema.text.Percent;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.operation.Operation;
import fairlead.server.problem.Problem;
import fairlead.server.resource.record.Arns;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.scope.ResourceGroup;
import fairlead.server.type.TypeVersion;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The shapes of answers that several kinds of address share.
///
/// Implements the asynchronous answers of the "Azure resource provider contract": absolute URLs, and an integer
/// number of seconds to wait.
final class Answers {

    private final Duration pause;
    private final Clock clock;
    private final Arns arns;

    /// @param pause what callers are asked to wait before they look again, if nothing better is known
    /// @param clock tells for how long an operation has gone on
    Answers(Duration pause, Clock clock, Arns arns) {
        this.pause = pause;
        this.clock = clock;
        this.arns = arns;
    }

    static Response json(int status, ObjectNode body) {
        return Response.json(status, JsonMapper.shared().writeValueAsBytes(body));
    }

    Response resource(int status, Resource resource, TypeVersion type) {
        Response response = Response.json(
                        status, ResourceJson.of(resource, type.registration().envelope()))
                .with("ETag", resource.etag());
        return arns.given(resource)
                .map(arn -> response.with(Arns.HEADER, Arns.header(arn)))
                .orElse(response);
    }

    /// What a caller gets who knows the present version.
    static Response notModified(String etag) {
        return Response.empty(304).with("ETag", etag);
    }

    /// With failures in it, told in the language that the caller prefers.
    static Response told(Request request, ObjectNode body) {
        return ErrorDocument.inLanguage(json(200, body), request.language().tag());
    }

    /// A refusal; how long to wait for a busy resource is this server's setting.
    Response refusal(Request request, Problem problem) {
        Response response = ErrorDocument.response(request, problem);
        return problem instanceof Problem.Busy ? withPause(response) : response;
    }

    /// @param allowed the methods that are, separated by commas
    static Response notAllowed(Request request, String allowed) {
        return ErrorDocument.response(request, new Problem.MethodNotAllowed(request.method()))
                .with("Allow", allowed);
    }

    /// Adds where the operation can be followed.
    Response withOperation(Response response, Request request, Operation operation) {
        return withRest(response.with("Azure-AsyncOperation", url(request, statusPath(operation))), operation);
    }

    /// 202 without a body: where the result will be, and where the operation can be followed.
    Response accepted(Request request, Operation operation) {
        return running(request, operation).with("Azure-AsyncOperation", url(request, statusPath(operation)));
    }

    /// 202 without a body: where the result will be.
    Response running(Request request, Operation operation) {
        return withPause(Response.empty(202).with("Location", url(request, resultPath(operation))));
    }

    /// Adds when the operation is expected to have ended: by what its handler tells of its progress, else in as long as
    /// it has taken so far, the pause before its next call included; and not before that call.
    Response withRest(Response response, Operation operation) {
        Duration taken = Duration.between(operation.createdAt(), clock.instant());
        Duration called = operation.execution().used().orElse(taken);
        return response.with("Retry-After", Long.toString(rest(taken, called, operation.percent(), pause)));
    }

    /// In whole seconds, at least one.
    ///
    /// @param called how long after its begin the handler is called again
    static long rest(Duration taken, Duration called, Optional<Double> percent, Duration most) {
        double seconds = Math.max(0, taken.toMillis() / 1000.0);
        double untilCalled = called.toMillis() / 1000.0 - seconds;
        double expected = percent.filter(done -> done > 0)
                .map(done -> seconds * (100 - done) / done)
                .orElse(Math.max(seconds, called.toMillis() / 1000.0));
        return Math.clamp(Math.round(Math.max(expected, untilCalled)), 1, most.toSeconds());
    }

    private Response withPause(Response response) {
        return response.with("Retry-After", Long.toString(pause.toSeconds()));
    }

    static String statusPath(Operation operation) {
        return path(operation) + "/operationStatuses/" + operation.id();
    }

    private static String resultPath(Operation operation) {
        return path(operation) + "/operationResults/" + operation.id();
    }

    private static String path(Operation operation) {
        String namespace = operation.kind().isOnGroup()
                ? ResourceGroup.TYPE.substring(0, ResourceGroup.TYPE.indexOf('/'))
                : ResourceId.parse(operation.subjectId()).type().namespace();
        return "/subscriptions/" + operation.subscription() + "/providers/" + namespace + "/locations/"
                + operation.location();
    }

    private static String url(Request request, String path) {
        String version = request.query("api-version").orElse("");
        return request.baseUrl() + path + "?api-version=" + Percent.encode(version);
    }
}
