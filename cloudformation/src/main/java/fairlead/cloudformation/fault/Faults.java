package fairlead.cloudformation.fault;

import fairlead.schema.source.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Collects faults, each once, up to a number that a reader can use.
public final class Faults {

    private static final int MOST = 200;

    private final Set<TemplateFault> faults = new LinkedHashSet<>();
    private int more;

    /// Notes a fault.
    public void add(String message, String pointer, Position position) {
        TemplateFault fault = new TemplateFault(message, pointer, position);
        if (faults.size() < MOST) {
            faults.add(fault);
        } else if (!faults.contains(fault)) {
            more++;
        }
    }

    /// Whether nothing is wrong so far.
    public boolean isEmpty() {
        return faults.isEmpty();
    }

    /// How many there are.
    public int size() {
        return faults.size() + more;
    }

    /// @throws TemplateException with all of them in the order of the text, if there are any
    public void check() {
        if (faults.isEmpty()) {
            return;
        }
        List<TemplateFault> all = new ArrayList<>(faults);
        all.sort(Comparator.comparing(TemplateFault::position));
        if (more > 0) {
            all.add(new TemplateFault("There are " + more + " more faults, which are not told", "", Position.START));
        }
        throw new TemplateException(all);
    }
}
