package fairlead.server.access.policy.rule;

import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;

/// Gathers what is wrong with a rule, each with its place.
public final class Flaws {

    private final List<Detail> details = new ArrayList<>();

    /// @param pointer a JSON Pointer to it
    public void add(String pointer, String message) {
        details.add(new Detail("policy.rule", message, pointer));
    }

    public boolean isEmpty() {
        return details.isEmpty();
    }

    /// Throws a problem if there is anything wrong with a body.
    public void end() {
        if (!details.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(details));
        }
    }

    /// Throws a problem of that code if there is anything.
    public void end(ProblemCode code) {
        if (!details.isEmpty()) {
            throw new ProblemException(new Problem.BadRequest(
                    code, Detail.inOneLine(details) + ".", details.getFirst().target()));
        }
    }
}
