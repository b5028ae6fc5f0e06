package fairlead.server.stack.set;

import fairlead.server.stack.template.InvalidTemplate;
import java.util.ArrayList;
import java.util.List;

/// What is wrong with the documents of a set, as it is found.
final class Faults {

    private final List<InvalidTemplate.Fault> all = new ArrayList<>();

    void add(String pointer, String text) {
        all.add(new InvalidTemplate.Fault(text, pointer));
    }

    /// The same once, though it may be found again.
    void addOnce(String pointer, String text) {
        InvalidTemplate.Fault fault = new InvalidTemplate.Fault(text, pointer);
        if (!all.contains(fault)) {
            all.add(fault);
        }
    }

    /// Throws all that is wrong, if anything is.
    void requireNone() {
        if (!all.isEmpty()) {
            throw InvalidTemplate.of(all);
        }
    }
}
