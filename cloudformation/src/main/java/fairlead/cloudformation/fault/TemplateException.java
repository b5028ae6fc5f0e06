package fairlead.cloudformation.fault;

import java.util.List;
import java.util.stream.Collectors;

/// A template can't be used. It has every fault that could be found.
///
/// Its message is the text of the `ValidationError` that a caller gets: each fault in CloudFormation's words, the
/// first first, a line for each.
public final class TemplateException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<TemplateFault> faults;

    /// @param faults at least one, in the order of the template
    public TemplateException(List<TemplateFault> faults) {
        super(message(faults), null, false, false);
        this.faults = List.copyOf(faults);
    }

    /// Everything that is wrong.
    public List<TemplateFault> faults() {
        return faults;
    }

    /// Each fault on a line of its own, with its line, its column and its JSON pointer, for people.
    public String report() {
        return faults.stream().map(TemplateFault::toString).collect(Collectors.joining("\n"));
    }

    private static String message(List<TemplateFault> faults) {
        if (faults.isEmpty()) {
            throw new IllegalArgumentException("expected at least one fault, found none");
        }
        return faults.stream().map(TemplateFault::message).distinct().collect(Collectors.joining("\n"));
    }
}
