package fairlead.server.type;

import java.util.function.BooleanSupplier;

/// Whether an identifier that a type's schema lets through can't be a name, found out once for each version: values are
/// drawn from patterns for it. Two threads that ask at once may both find it out.
public final class FreeNames {

    private enum Answer {
        UNASKED,
        YES,
        NO
    }

    private volatile Answer answer = Answer.UNASKED;

    /// @param finding not called once the answer is known
    boolean found(BooleanSupplier finding) {
        if (answer == Answer.UNASKED) {
            answer = finding.getAsBoolean() ? Answer.YES : Answer.NO;
        }
        return answer == Answer.YES;
    }
}
