package fairlead.server.admin;

import fairlead.server.http.Request;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;

/// The refusal of an address that stands for nothing.
final class UnknownAddress {

    private UnknownAddress() {}

    static ProblemException of(Request request) {
        return new ProblemException(
                new Problem.NotFound(ProblemCode.NOT_FOUND, "There is nothing at '" + request.path() + "'."));
    }
}
