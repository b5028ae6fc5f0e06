package fairlead.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// The parts of the reference that follow from code stand between `generated` and `end of generated`, and are what the
/// code makes them; so is the whole page of each type. `-Ddocs=rewrite` writes them anew.
class ReferenceTest {

    /// What makes each part; it is given the part as it is.
    private static final Map<String, Function<String, String>> PARTS = Map.ofEntries(
            Map.entry("handler error codes", _ -> ErrorReference.handlerCodes()),
            Map.entry("contract rules", _ -> ContractReference.rules()),
            Map.entry("contract clauses", _ -> ContractReference.clauses()),
            Map.entry("codes", ErrorReference::codes),
            Map.entry("operation codes", ErrorReference::operationCodes),
            Map.entry("findings", ErrorReference::findings),
            Map.entry("requirements", _ -> RequirementReference.PROTOCOL.tables()),
            Map.entry("requirements of the schema", _ -> RequirementReference.SCHEMA.tables()),
            Map.entry("evolution rules", _ -> EvolutionReference.rules()),
            Map.entry("types", _ -> TypeReference.table()),
            Map.entry("roles", _ -> RoleReference.table()),
            Map.entry("policy fields", _ -> PolicyReference.fields()),
            Map.entry("policy conditions", _ -> PolicyReference.conditions()),
            Map.entry("policy functions", _ -> PolicyReference.functions()),
            Map.entry("policy effects", _ -> PolicyReference.effects()),
            Map.entry("policy definitions", _ -> PolicyReference.definitions()));

    static final Iterable<String> PAGES = Repository.pages().stream()
            .filter(path -> Repository.read(path).contains("<!-- generated: "))
            .toList();

    private static final Pattern PART =
            Pattern.compile("(<!-- generated: ([a-z ]+) -->\n\n)(.*?)(\n<!-- end of generated -->)", Pattern.DOTALL);

    @ParameterizedTest
    @FieldSource("PAGES")
    void isWhatTheCodeMakesIt(String path) throws IOException {
        String present = Repository.read(path);
        assertThat(PART.matcher(present).results().count())
                .as("%s has the beginning and the end of each part on lines of their own", path)
                .isEqualTo(present.lines()
                        .filter(line -> line.startsWith("<!-- generated: "))
                        .count());
        String made = PART.matcher(present).replaceAll(part -> Matcher.quoteReplacement(made(part)));
        if (rewriting()) {
            Files.writeString(Repository.file(path), made);
        }
        assertThat(present).as("-Ddocs=rewrite writes %s anew", path).isEqualTo(made);
        assertThat(made).as("%s says what each code means", path).doesNotContain("|  |");
    }

    @Test
    void hasAPageOfEachTypeAndNoOther() throws IOException {
        Map<String, String> made = TypeReference.pages();
        if (rewriting()) {
            for (Map.Entry<String, String> page : made.entrySet()) {
                Files.writeString(Repository.file(page.getKey()), page.getValue());
            }
        }
        Map<String, String> present = Repository.pages().stream()
                .filter(path -> path.startsWith(TypeReference.PAGES + "/"))
                .collect(Collectors.toMap(path -> path, Repository::read));
        assertThat(present).isEqualTo(made);
    }

    private static boolean rewriting() {
        return "rewrite".equals(System.getProperty("docs"));
    }

    private static String made(MatchResult part) {
        Function<String, String> maker =
                Objects.requireNonNull(PARTS.get(part.group(2)), () -> "nothing makes '" + part.group(2) + "'");
        return part.group(1) + maker.apply(part.group(3)) + part.group(4);
    }
}
