package fairlead.server.region.cell;

import fairlead.server.access.Asked;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.limit.Use;
import fairlead.server.problem.Problem;
import fairlead.server.scope.Placements;
import java.util.Optional;

/// Wraps another surface, whose requests may carry passes.
public final class PlacementTokens implements Surface {

    /// The header that carries the pass for something new.
    public static final String HEADER = "x-fairlead-pass";

    /// The header of an answer that says what has to get its place through the front first.
    public static final String MISDIRECTED = "x-fairlead-misdirected";

    private final Surface surface;

    public PlacementTokens(Surface surface) {
        this.surface = surface;
    }

    @Override
    public boolean serves(Request request) {
        return surface.serves(request);
    }

    @Override
    public Response answer(Request request) {
        Optional<String> pass = request.header(HEADER);
        return pass.isEmpty()
                ? surface.answer(request)
                : ScopedValue.where(Placements.TOKEN, pass.get()).call(() -> surface.answer(request));
    }

    @Override
    public Asked asks(Request request) {
        return surface.asks(request);
    }

    @Override
    public Use use(Request request) {
        return surface.use(request);
    }

    @Override
    public boolean takesEmptyPreconditions(Request request) {
        return surface.takesEmptyPreconditions(request);
    }

    @Override
    public boolean isVital(Request request) {
        return surface.isVital(request);
    }

    @Override
    public String door() {
        return surface.door();
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        Response response = surface.refuse(request, problem);
        return problem instanceof Problem.Misdirected(var name, var _) ? response.with(MISDIRECTED, name) : response;
    }
}
