package fairlead.server.admin;

import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.telemetry.Metrics;
import java.nio.charset.StandardCharsets;

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
        return Response.of(
                200, "text/plain; version=0.0.4; charset=utf-8", metrics.text().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }
}
