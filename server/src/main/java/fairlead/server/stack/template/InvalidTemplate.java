package fairlead.server.stack.template;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.List;

/// A template can't be read, or does not fit what it was given. It has every fault that could be found.
public final class InvalidTemplate extends ProblemException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> faults;

    /// @param message in the words of the language's own service
    /// @param faults each with its place in the template, for people
    public InvalidTemplate(String message, List<String> faults) {
        super(new Problem.BadRequest(ProblemCode.VALIDATION_ERROR, message, ""));
        this.faults = List.copyOf(faults);
    }

    /// The same for callers that can be told of each fault on its own.
    ///
    /// @param target where the template stands in the request's body
    public ProblemException detailed(String target) {
        return new ProblemException(new Problem.InvalidBody(faults.stream()
                .map(fault -> new Problem.Detail("template.invalid", fault, target))
                .toList()));
    }
}
