package fairlead.server.stack.template;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.List;
import java.util.stream.Collectors;

/// A template can't be read, or does not fit what it was given. It has every fault that could be found.
public final class InvalidTemplate extends ProblemException {

    private static final long serialVersionUID = 1L;

    private final transient List<Fault> faults;

    /// Something that is wrong.
    ///
    /// @param pointer where, as a JSON pointer in the template; empty if the text says it
    public record Fault(String text, String pointer) {}

    private InvalidTemplate(List<Fault> faults, String message) {
        super(new Problem.BadRequest(ProblemCode.VALIDATION_ERROR, message, ""));
        this.faults = List.copyOf(faults);
    }

    /// @param message in the words of the language's own service
    /// @param faults each with its place in the template, for people
    public InvalidTemplate(String message, List<String> faults) {
        this(faults.stream().map(fault -> new Fault(fault, "")).toList(), message);
    }

    /// One whose faults tell their places apart from their texts.
    public static InvalidTemplate of(List<Fault> faults) {
        String message = faults.stream()
                .map(fault -> fault.pointer() + ": " + fault.text())
                .collect(Collectors.joining("\n"));
        return new InvalidTemplate(faults, message);
    }

    public List<Fault> faults() {
        return faults;
    }

    /// The same for callers that can be told of each fault on its own.
    ///
    /// @param target where the template stands in the request's body
    public ProblemException detailed(String target) {
        return new ProblemException(new Problem.InvalidBody(faults.stream()
                .map(fault -> new Problem.Detail("template.invalid", fault.text(), target + fault.pointer()))
                .toList()));
    }
}
