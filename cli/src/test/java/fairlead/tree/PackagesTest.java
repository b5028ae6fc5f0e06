package fairlead.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// A package is small, says what it is, and its types form no knot.
///
/// The lists of exceptions hold today's values. They may only shrink: a value that is too large fails as well.
class PackagesTest {

    private static final int LARGEST_CYCLE = 3;

    /// With `package-info.java`.
    private static final int MOST_FILES = 30;

    /// Directly below `fairlead.server`.
    private static final int MOST_PACKAGES_OF_THE_SERVER = 28;

    /// The largest cycle of top-level types in these packages.
    private static final Map<String, Integer> LARGER_CYCLES = Map.of(
            // A schema checks values by its keywords, which hold schemas: the recursion of JSON Schema.
            "fairlead.schema.draft07", 8,
            // Templates of Azure hold templates, whose expressions are evaluated by functions that evaluate
            // expressions.
            "fairlead.armtemplate", 16,
            "fairlead.armtemplate.evaluation", 6,
            "fairlead.armtemplate.function", 9);

    @Test
    void noPackageHoldsALargeCycleOfTypes() {
        Map<String, Set<String>> references = Classes.references();
        assertThat(references).hasSizeGreaterThan(500);
        Map<String, Integer> largest = new TreeMap<>();
        for (Set<String> cycle : Cycles.of(references)) {
            if (cycle.size() > LARGEST_CYCLE) {
                largest.merge(Classes.packageOf(cycle.iterator().next()), cycle.size(), Math::max);
            }
        }
        assertThat(largest).containsExactlyInAnyOrderEntriesOf(LARGER_CYCLES);
    }

    @Test
    void noPackageHasTooManyFiles() {
        Map<String, Integer> larger = files(_ -> true);
        larger.values().removeIf(count -> count <= MOST_FILES);
        assertThat(larger).isEmpty();
    }

    @Test
    void theServerHasFewPackagesAtItsTop() {
        Path server = Classes.root().resolve("server/src/main/java/fairlead/server");
        assertThat(Classes.children(server))
                .filteredOn(Files::isDirectory)
                .hasSizeBetween(1, MOST_PACKAGES_OF_THE_SERVER);
    }

    /// Above all packages of a module stands the project's name, which holds no classes.
    @Test
    void noPackageHoldsNothingButPackages() {
        Set<String> packages =
                files(file -> !file.endsWith("package-info.java")).keySet();
        Set<String> empty = new TreeSet<>();
        for (String name : packages) {
            for (String parent = Classes.packageOf(name); parent.contains("."); parent = Classes.packageOf(parent)) {
                if (!packages.contains(parent)) {
                    empty.add(parent);
                }
            }
        }
        assertThat(empty).isEmpty();
    }

    /// How many files each package has, from the sources of all modules.
    ///
    /// @param counted which files count
    private static Map<String, Integer> files(Predicate<Path> counted) {
        Map<String, Integer> counts = new TreeMap<>();
        for (Path sources : sourceFolders()) {
            for (Path file : Classes.files(sources, ".java")) {
                if (counted.test(file)) {
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
