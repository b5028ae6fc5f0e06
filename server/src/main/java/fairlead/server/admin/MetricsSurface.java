package fairlead.server.admin;

import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.telemetry.Metrics;

/// `/metrics`, for Prometheus to scrape.
public final class MetricsSurface implements Surface {

    private final Metrics metrics;

    public MetricsSurface(Metrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public boolean serves(Request request) {
        return request.path().equals("/metrics");
    }

    @Override
    public boolean isVital(Request request) {
        return true;
    }

    @Override
    public Response answer(Request request) {
        if (!request.method().equals("GET")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        Metrics.Exposition all = metrics.scrape(request.header("Accept").orElse(""));
        return Response.of(200, all.contentType(), all.body()).with("Vary", "Accept");
    }

    @Override
    public Asked asks(Request request) {
        return Asked.ofServer(Action.read("Fairlead.Control/metrics"));
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }
}
