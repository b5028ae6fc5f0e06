package fairlead.server.region.cell;

import fairlead.server.access.AccessCopy;
import fairlead.server.access.Asked;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.limit.Use;
import fairlead.server.problem.Problem;
import java.util.Set;

/// Wraps a surface by which callers sign in. That is done in the cell alone that has the original of the access data:
/// what is good once, a code or an assertion, is then known to have been used.
///
/// @param copy whether this cell has a copy only
public record HomeOnly(Surface surface, AccessCopy copy) implements Surface {

    private static final Set<String> READING = Set.of("GET", "HEAD");

    @Override
    public boolean serves(Request request) {
        return surface.serves(request);
    }

    @Override
    public Response answer(Request request) {
        if (!READING.contains(request.method())) {
            copy.requireOriginal();
        }
        return surface.answer(request);
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
        return surface.refuse(request, problem);
    }
}
