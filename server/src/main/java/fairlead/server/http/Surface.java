package fairlead.server.http;

import fairlead.server.access.Asked;
import fairlead.server.limit.Use;
import fairlead.server.problem.Problem;

/// A family of addresses with its own dialect. Surfaces are asked in order, and the first that serves a request
/// answers it.
///
/// Called by many threads at once; a call may block.
public interface Surface {

    /// Whether the address is one of this surface's, be there something or not.
    boolean serves(Request request);

    /// What a request asks to do. It is decided before the answer is asked for; what is wrong with the address may be
    /// told
    /// here already.
    Asked asks(Request request);

    /// The answer. Throws [fairlead.server.problem.ProblemException] for a request that can't go on.
    Response answer(Request request);

    /// Which budget of its caller a request draws on.
    default Use use(Request request) {
        return Use.ofMethod(request.method());
    }

    /// Whether `If-Match` and `If-None-Match` of a request may be there and be empty, as if they were not there.
    default boolean takesEmptyPreconditions(Request request) {
        return false;
    }

    /// Whether a request is answered however much there is to do, and whatever its caller has asked before: who looks
    /// after the server asks for little.
    default boolean isVital(Request request) {
        return false;
    }

    /// What the audit trail calls this way in, `arm` for example.
    default String door() {
        return "native";
    }

    /// The problem in this surface's dialect.
    Response refuse(Request request, Problem problem);
}
