package fairlead.server.resource;

import fairlead.schema.HandlerKind;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.type.TypeVersion;
import java.util.Optional;

/// Why requests for resources by their identifiers are refused.
final class IdentifiedProblems {

    private IdentifiedProblems() {}

    static ProblemException notFound(IdentifiedRequest asked, Optional<String> identifier) {
        return new ProblemException(new Problem.NotFound(
                ProblemCode.RESOURCE_NOT_FOUND,
                "Resource of type '" + asked.type().name() + "' with identifier '" + identifier.orElse("")
                        + "' was not found."));
    }

    static ProblemException unsupported(TypeVersion type, HandlerKind kind) {
        return new ProblemException(new Problem.BadRequest(
                ProblemCode.UNSUPPORTED_ACTION,
                "Resource type " + type.name() + " does not support " + kind.name() + " action"));
    }
}
