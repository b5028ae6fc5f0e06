package fairlead.lambda;

import fairlead.schema.Finding;
import fairlead.schema.Finding.Severity;

/// A fault of a provider's package, or of the machine on which it is to run.
final class Flaw extends Exception {

    private static final long serialVersionUID = 1L;

    private final String id;
    private final String place;

    /// @param place a file of the package, and a JSON Pointer into it
    Flaw(String id, String place, String message) {
        super(message);
        this.id = id;
        this.place = place;
    }

    Finding finding() {
        return new Finding(Severity.ERROR, id, place, String.valueOf(getMessage()));
    }
}
