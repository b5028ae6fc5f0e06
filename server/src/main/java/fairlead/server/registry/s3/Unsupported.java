package fairlead.server.registry.s3;

import fairlead.server.http.Request;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.List;

/// What S3 has and this server does not: answered with `NotImplemented`.
final class Unsupported {

    private Unsupported() {}

    /// A problem if the query asks for something of what the address names that there is not.
    static void requireNone(Request request, List<String> aspects) {
        aspects.stream().filter(request::hasQuery).findFirst().ifPresent(aspect -> {
            throw notImplemented("?" + aspect);
        });
    }

    static ProblemException notImplemented(String what) {
        return new ProblemException(new Problem.BadRequest(
                ProblemCode.NOT_IMPLEMENTED, what + " is not part of what this server takes packages of types by."));
    }
}
