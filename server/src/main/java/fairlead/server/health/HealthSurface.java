package fairlead.server.health;

import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/// `/livez` and `/readyz`, for what starts, restarts and balances servers. One word as text, `ok` with 200 or `failing`
/// with 503; with `?verbose`, a line for each check before it.
public final class HealthSurface implements Surface {

    /// All addresses.
    public static final Set<String> ADDRESSES = Set.of("/livez", "/readyz");

    /// The query option of both.
    public static final Set<String> QUERY_OPTIONS = Set.of("verbose");

    private final Health health;

    public HealthSurface(Health health) {
        this.health = health;
    }

    @Override
    public boolean serves(Request request) {
        return ADDRESSES.contains(request.path());
    }

    @Override
    public boolean isVital(Request request) {
        return true;
    }

    @Override
    public Asked asks(Request request) {
        return isVerbose(request) ? Asked.ofServer(Action.read("Fairlead.Control/health")) : Asked.NOTHING;
    }

    private static boolean isVerbose(Request request) {
        return request.written("verbose").filter(word -> !word.equals("false")).isPresent();
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        request.reads(QUERY_OPTIONS);
        if (!request.method().equals("GET")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        boolean verbose = isVerbose(request);
        List<HealthCheck.Result> results = request.path().equals("/livez") ? health.live() : health.ready();
        boolean ok = results.stream().allMatch(HealthCheck.Result::isOk);
        StringBuilder text = new StringBuilder();
        if (verbose) {
            results.forEach(result -> text.append(result.line()).append('\n'));
        }
        text.append(ok ? "ok" : "failing").append(verbose ? "\n" : "");
        return Response.of(
                        ok ? 200 : 503,
                        "text/plain; charset=utf-8",
                        text.toString().getBytes(StandardCharsets.UTF_8))
                .with("Cache-Control", "no-store");
    }
}
