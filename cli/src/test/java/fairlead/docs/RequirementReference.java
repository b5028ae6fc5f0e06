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
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// What a public document asks for, requirement by requirement, each with the tests that prove it. The list stands
/// beside the tests; a test that it names has to exist.
final class RequirementReference {

    /// Of the Azure Resource Manager protocol, by the server.
    static final RequirementReference PROTOCOL =
            new RequirementReference("server/src/test/resources/arm/requirements.txt", "| | Requirement | Proved by |");

    /// Of the "CloudFormation resource schema", by the schema module.
    static final RequirementReference SCHEMA =
            new RequirementReference("schema/src/test/resources/requirements.txt", "| About | Sentence | Held by |");

    private static final Pattern TEST = Pattern.compile("(\\w+)(?:#(\\w+))?");
    private static final String MUTATION = "mutation ";
    private static final List<String> REASONS = List.of("elsewhere: ", "not served: ", "told: ");

    private final String list;
    private final String head;

    private RequirementReference(String list, String head) {
        this.list = list;
        this.head = head;
    }

    /// One line of the list.
    ///
    /// @param number as `17` or `D17`, or what it is about
    /// @param proof tests, or why there is none
    record Requirement(String section, String number, String statement, String proof) {

        /// It is not ours to do, it is not done, or there is nothing to do.
        boolean isWithoutTests() {
            return REASONS.stream().anyMatch(proof::startsWith);
        }

        List<String> tests() {
            return isWithoutTests() ? List.of() : Arrays.asList(proof.split(", "));
        }
    }

    /// What exists, read when it is first asked for.
    private static final class Existing {

        /// The text of each test by its class.
        static final Map<String, String> SOURCES = sources();

        static final Set<String> MUTATIONS = JsonMapper.shared()
                .readTree(Repository.read("schema/src/test/resources/cases/mutations/mutations.json"))
                .valueStream()
                .map(mutation -> mutation.path("name").stringValue())
                .collect(Collectors.toSet());

        private static Map<String, String> sources() {
            return Stream.of(
                            "server",
                            "cli",
                            "contract",
                            "contract-junit",
                            "schema",
                            "handler",
                            "generator",
                            "simulation")
                    .map(module -> Repository.file(module + "/src/test/java"))
                    .filter(Files::exists)
                    .flatMap(Existing::files)
                    .collect(Collectors.toMap(
                            file -> file.getFileName().toString().replace(".java", ""),
                            file -> Repository.read(file.toString()),
                            (first, _) -> first));
        }

        private static Stream<Path> files(Path folder) {
            try (Stream<Path> files = Files.walk(folder)) {
                return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    List<Requirement> all() {
        List<Requirement> all = new ArrayList<>();
        String section = "";
        for (String line : Repository.read(list).lines().toList()) {
            if (line.startsWith("# ")) {
                section = line.substring(2);
            } else if (!section.isEmpty() && !line.isBlank()) {
                String[] cells = line.split(" \\| ", 3);
                all.add(new Requirement(section, cells[0], cells[1], cells[2]));
            }
        }
        return all;
    }

    /// Why the tests that the list names are none.
    List<String> missing() {
        return all().stream()
                .flatMap(requirement -> requirement.tests().stream()
                        .map(RequirementReference::missing)
                        .flatMap(Optional::stream)
                        .map(reason -> requirement.number() + ": " + reason))
                .toList();
    }

    /// Why the test that the list names is none; empty if it is one.
    private static Optional<String> missing(String test) {
        if (test.startsWith(MUTATION)) {
            return unless(Existing.MUTATIONS.contains(test.substring(MUTATION.length())), "no " + test);
        }
        if (test.endsWith(".http")) {
            return unless(
                    Files.exists(Repository.file("server/src/test/resources/arm/" + test)), "no conversation " + test);
        }
        if (test.endsWith(".json")) {
            return unless(Files.exists(Repository.file("schema/src/test/resources/" + test)), "no case " + test);
        }
        var parts = TEST.matcher(test);
        if (!parts.matches() || !Existing.SOURCES.containsKey(parts.group(1))) {
            return Optional.of("there is no class " + test);
        }
        return unless(
                parts.group(2) == null
                        || Pattern.compile(" " + parts.group(2) + "\\(")
                                .matcher(Existing.SOURCES.get(parts.group(1)))
                                .find(),
                "no test " + test);
    }

    private static Optional<String> unless(boolean there, String missing) {
        return there ? Optional.empty() : Optional.of("there is " + missing);
    }

    /// A table for each section.
    String tables() {
        StringBuilder text = new StringBuilder();
        String section = "";
        for (Requirement requirement : all()) {
            if (!requirement.section().equals(section)) {
                section = requirement.section();
                text.append(text.isEmpty() ? "" : "\n")
                        .append("## ")
                        .append(section)
                        .append("\n\n");
                text.append(head).append("\n|---|---|---|\n");
            }
            String proof = requirement.isWithoutTests()
                    ? requirement.proof()
                    : requirement.tests().stream()
                            .map(RequirementReference::shown)
                            .collect(Collectors.joining(", "));
            text.append("| %s | %s | %s |\n".formatted(requirement.number(), requirement.statement(), proof));
        }
        return text.toString();
    }

    private static String shown(String test) {
        return test.startsWith(MUTATION) ? "mutation *" + test.substring(MUTATION.length()) + "*" : "`" + test + "`";
    }
}
