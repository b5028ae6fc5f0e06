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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// The parts of the reference that follow from code stand between `generated` and `end of generated`, and are what the
/// code
/// makes them. `-Ddocs=rewrite` writes them anew.
class ReferenceTest {

    /// What makes each part; it is given the part as it is.
    private static final Map<String, Function<String, String>> PARTS = Map.of(
            "handler error codes", _ -> ErrorReference.handlerCodes(),
            "contract rules", _ -> ErrorReference.contractRules(),
            "contract clauses", _ -> ContractReference.clauses(),
            "codes", ErrorReference::codes,
            "findings", ErrorReference::findings,
            "requirements", _ -> RequirementReference.tables(),
            "evolution rules", _ -> EvolutionReference.rules(),
            "types", _ -> TypeReference.types());

    static final Iterable<String> PAGES = Repository.pages().stream()
            .filter(path -> Repository.read(path).contains("<!-- generated: "))
            .toList();

    private static final Pattern PART =
            Pattern.compile("(<!-- generated: ([a-z ]+) -->\n\n)(.*?)(\n<!-- end of generated -->)", Pattern.DOTALL);

    @ParameterizedTest
    @FieldSource("PAGES")
    void isWhatTheCodeMakesIt(String path) throws IOException {
        String present = Repository.read(path);
        String made = PART.matcher(present).replaceAll(part -> Matcher.quoteReplacement(made(part)));
        if ("rewrite".equals(System.getProperty("docs"))) {
            Files.writeString(Repository.file(path), made);
        }
        assertThat(present).as("-Ddocs=rewrite writes %s anew", path).isEqualTo(made);
        assertThat(made).as("%s says what each code means", path).doesNotContain("|  |");
    }

    private static String made(MatchResult part) {
        Function<String, String> maker =
                Objects.requireNonNull(PARTS.get(part.group(2)), () -> "nothing makes '" + part.group(2) + "'");
        return part.group(1) + maker.apply(part.group(3)) + part.group(4);
    }
}
