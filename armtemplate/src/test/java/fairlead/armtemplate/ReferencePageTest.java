package fairlead.armtemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import fairlead.armtemplate.expression.Parser;
import fairlead.armtemplate.function.Library;
import fairlead.armtemplate.limit.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The reference of the language says what it has.
class ReferencePageTest {

    private static final Pattern NAME = Pattern.compile("`([a-zA-Z0-9]+)`");

    private static String page() throws IOException {
        return Files.readString(Path.of("../docs/reference/arm-templates.md"));
    }

    /// The functions that are listed.
    private static List<String> listed() throws IOException {
        String page = page();
        int begin = page.indexOf("\n- ", page.indexOf("## Functions"));
        String list = page.substring(begin, page.indexOf("\n\n", begin));
        return NAME.matcher(list).results().map(name -> name.group(1)).toList();
    }

    @Test
    void namesEachFunctionOnce() throws IOException {
        assertThat(listed().stream().filter(name -> Library.find(name).isPresent()))
                .containsExactlyInAnyOrderElementsOf(Library.names());
        assertThat(listed().stream().filter(name -> Library.find(name).isPresent()))
                .doesNotHaveDuplicates();
    }

    @Test
    void namesNoFunctionThatTheLanguageDoesNotHave() throws IOException {
        for (String name : listed()) {
            Throwable refused = catchThrowable(() -> Templates.value("[" + name + "()]"));
            String said = refused == null ? "" : String.valueOf(refused.getMessage());
            assertThat(said).as(name).doesNotContain("The template function '" + name + "' is not valid.");
        }
        assertThat(catchThrowable(() -> Templates.value("[nothing()]")))
                .hasMessageContaining("The template function 'nothing' is not valid.");
    }

    @Test
    void saysWhatTheLimitsAre() throws IOException {
        Limits limits = Limits.DEFAULT;
        assertThat(page())
                .contains(Stream.of(
                                row("characters of a template", limits.characters()),
                                row("characters of a resource", limits.resourceSize()),
                                row("characters of an expression", Parser.LONGEST),
                                row("parameters", limits.parameters()),
                                row("variables", limits.variables()),
                                row("outputs", limits.outputs()),
                                row("resources, with the turns of loops", limits.resources()),
                                row("levels of deployments in deployments", limits.nesting()))
                        .toList());
    }

    private static String row(String what, int most) {
        return "| " + what + " | " + String.format(java.util.Locale.ROOT, "%,d", most) + " |\n";
    }
}
