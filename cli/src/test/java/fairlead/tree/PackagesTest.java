package fairlead.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// A package is small, says what it is, and its types form no knot.
///
/// The lists of exceptions hold today's values. They may only shrink: a value that is too large fails as well.
class PackagesTest {

    private static final int LARGEST_CYCLE = 3;

    /// Without `package-info.java`.
    private static final int MOST_FILES = 30;

    /// The largest cycle of top-level types in these packages.
    private static final Map<String, Integer> LARGER_CYCLES = Map.of(
            // A schema checks values by its keywords, which hold schemas: the recursion of JSON Schema.
            "fairlead.schema.draft07", 8,
            "fairlead.contract.suite", 4,
            "fairlead.server", 4,
            "fairlead.server.admin", 5,
            "fairlead.server.cloudcontrol", 6,
            "fairlead.server.resource", 46,
            "fairlead.server.s3", 4,
            "fairlead.server.signature", 7,
            "fairlead.server.tagging", 5,
            "fairlead.server.type", 4);

    private static final Map<String, Integer> MORE_FILES =
            Map.of("fairlead.contract.suite", 46, "fairlead.server.resource", 81, "fairlead.server.type", 45);

    @Test
    void noPackageHoldsALargeCycleOfTypes() {
        Map<String, Set<String>> references = Classes.references();
        assertThat(references).hasSizeGreaterThan(500);
        Map<String, Integer> largest = new TreeMap<>();
        for (String type : references.keySet()) {
            int size = cycle(references, type).size();
            if (size > LARGEST_CYCLE) {
                largest.merge(Classes.packageOf(type), size, Math::max);
            }
        }
        assertThat(largest).containsExactlyInAnyOrderEntriesOf(LARGER_CYCLES);
    }

    @Test
    void noPackageHasTooManyFiles() {
        Map<String, Integer> larger = new TreeMap<>(files());
        larger.values().removeIf(count -> count <= MOST_FILES);
        assertThat(larger).containsExactlyInAnyOrderEntriesOf(MORE_FILES);
    }

    @Test
    void noPackageHoldsNothingButPackages() {
        Set<String> packages = files().keySet();
        List<String> empty = new ArrayList<>();
        for (String name : packages) {
            for (String parent = Classes.packageOf(name); parent.contains("."); parent = Classes.packageOf(parent)) {
                if (!packages.contains(parent)) {
                    empty.add(parent);
                }
            }
        }
        assertThat(empty).isEmpty();
    }

    /// The types that the type refers to, at once or through others, and that lead back to it; with the type itself.
    private static Set<String> cycle(Map<String, Set<String>> references, String type) {
        Set<String> cycle = new TreeSet<>(Set.of(type));
        for (String other : reachable(references, type)) {
            if (reachable(references, other).contains(type)) {
                cycle.add(other);
            }
        }
        return cycle;
    }

    private static Set<String> reachable(Map<String, Set<String>> references, String start) {
        Set<String> seen = new HashSet<>();
        Deque<String> next = new ArrayDeque<>(references.getOrDefault(start, Set.of()));
        while (!next.isEmpty()) {
            String type = next.pop();
            if (seen.add(type)) {
                next.addAll(references.getOrDefault(type, Set.of()));
            }
        }
        return seen;
    }

    /// How many files each package has, from the sources of all modules.
    private static Map<String, Integer> files() {
        Map<String, Integer> counts = new TreeMap<>();
        for (Path sources : sourceFolders()) {
            for (Path file : Classes.files(sources, ".java")) {
                if (!file.endsWith("package-info.java")) {
                    Path folder = sources.relativize(file.getParent());
                    counts.merge(folder.toString().replace('/', '.'), 1, Integer::sum);
                }
            }
        }
        return counts;
    }

    private static Collection<Path> sourceFolders() {
        return Classes.children(Classes.root()).stream()
                .map(module -> module.resolve("src/main/java"))
                .filter(Files::isDirectory)
                .toList();
    }
}
