package fairlead.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What the server does of the Azure Resource Manager protocol, requirement by requirement, each with the tests that
/// prove it. The list stands beside the tests; a test that it names has to exist.
final class RequirementReference {

    private static final String LIST = "server/src/test/resources/arm/requirements.txt";

    private static final Pattern TEST = Pattern.compile("(\\w+)(?:#(\\w+))?");

    /// One line of the list.
    ///
    /// @param number as `17` or `D17`
    /// @param proof tests, or why there is none
    record Requirement(String section, String number, String statement, String proof) {

        /// It is not this server's to do, or this server does not do it.
        boolean isWithoutTests() {
            return proof.startsWith("elsewhere: ") || proof.startsWith("not served: ");
        }

        List<String> tests() {
            return isWithoutTests() ? List.of() : Arrays.asList(proof.split(", "));
        }
    }

    /// The tests that exist: the text of each file by its class.
    private final Map<String, String> sources;

    RequirementReference() {
        sources = Stream.of("server", "cli", "contract", "contract-junit", "schema", "handler", "generator")
                .map(module -> Repository.file(module + "/src/test/java"))
                .filter(Files::exists)
                .flatMap(RequirementReference::files)
                .collect(Collectors.toMap(
                        file -> file.getFileName().toString().replace(".java", ""),
                        Function.identity(),
                        (first, _) -> first))
                .entrySet()
                .stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        file -> Repository.read(file.getValue().toString())));
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static List<Requirement> all() {
        List<Requirement> all = new ArrayList<>();
        String section = "";
        for (String line : Repository.read(LIST).lines().toList()) {
            if (line.startsWith("# ")) {
                section = line.substring(2);
            } else if (!section.isEmpty() && !line.isBlank()) {
                String[] cells = line.split(" \\| ", 3);
                all.add(new Requirement(section, cells[0], cells[1], cells[2]));
            }
        }
        return all;
    }

    /// Why the test that the list names is none; empty if it is one.
    Optional<String> missing(String test) {
        if (test.endsWith(".http")) {
            return Files.exists(Repository.file("server/src/test/resources/arm/" + test))
                    ? Optional.empty()
                    : Optional.of("there is no conversation " + test);
        }
        var parts = TEST.matcher(test);
        if (!parts.matches() || !sources.containsKey(parts.group(1))) {
            return Optional.of("there is no class " + test);
        }
        boolean there = parts.group(2) == null
                || Pattern.compile(" " + parts.group(2) + "\\(")
                        .matcher(sources.get(parts.group(1)))
                        .find();
        return there ? Optional.empty() : Optional.of("there is no test " + test);
    }

    /// A table for each section.
    static String tables() {
        StringBuilder text = new StringBuilder();
        String section = "";
        for (Requirement requirement : all()) {
            if (!requirement.section().equals(section)) {
                section = requirement.section();
                text.append(text.isEmpty() ? "" : "\n")
                        .append("## ")
                        .append(section)
                        .append("\n\n");
                text.append("| | Requirement | Proved by |\n|---|---|---|\n");
            }
            String proof = requirement.isWithoutTests()
                    ? requirement.proof()
                    : requirement.tests().stream().map(test -> "`" + test + "`").collect(Collectors.joining(", "));
            text.append("| %s | %s | %s |\n".formatted(requirement.number(), requirement.statement(), proof));
        }
        return text.toString();
    }
}
