package fairlead.armtemplate;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/// A template can't be used as it is.
public final class InvalidTemplateException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient List<Fault> faults;

    /// @param faults all that was found, at least one
    public InvalidTemplateException(List<Fault> faults) {
        super(
                faults.stream()
                        .map(fault -> fault.position() + " " + fault.path() + ": " + fault.text())
                        .collect(Collectors.joining("\n")),
                null,
                false,
                false);
        this.faults = List.copyOf(faults);
    }

    /// All that is wrong, in the order in which it was found.
    public List<Fault> faults() {
        return faults;
    }
}
