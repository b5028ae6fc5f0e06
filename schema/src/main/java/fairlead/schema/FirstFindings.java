package fairlead.schema;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// The first findings on a model, each once, and how many more there would be: a model can be wrong in as many places
/// as it has values, and nobody reads them all.
final class FirstFindings {

    /// How many are told; one more says how many are not.
    static final int MOST = 100;

    private final Set<Finding> first = new LinkedHashSet<>();
    private long more;
    private boolean anyError;

    /// Beyond the most, a finding is only counted. Whether it is an error is asked until one of them is.
    void add(Supplier<Finding> finding) {
        if (first.size() < MOST) {
            first.add(finding.get());
            return;
        }
        more++;
        anyError = anyError || finding.get().isError();
    }

    List<Finding> list() {
        List<Finding> all = new ArrayList<>(first);
        if (more > 0) {
            String message = "there are " + more + " more findings, which are not told";
            Finding last = Finding.warning("model.more", "", message);
            all.add(anyError ? last.as(Finding.Severity.ERROR) : last);
        }
        return List.copyOf(all);
    }
}
