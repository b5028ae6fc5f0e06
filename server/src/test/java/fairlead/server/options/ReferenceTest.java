package fairlead.server.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The reference pages have the options as the programs tell them. With `-Dformat=fix` the pages are brought up to
/// date.
class ReferenceTest {

    private static final Path PAGES = Path.of("../docs/reference");
    private static final Pattern HELP = Pattern.compile("(?<=```text output\n)Usage: .*?(?=```)", Pattern.DOTALL);
    private static final Pattern FLAG = Pattern.compile("--[a-z][a-z-]*");

    @Test
    void thePageOfTheServerHasItsOptions() throws IOException {
        check(PAGES.resolve("serve.md"), Options.help());
    }

    @Test
    void thePageOfTheFrontHasItsOptions() throws IOException {
        check(PAGES.resolve("front.md"), FrontOptions.help());
    }

    @Test
    void thePageOfTheServerExplainsNoOptionThatDoesNotExist() throws IOException {
        assertThat(flags(Files.readString(PAGES.resolve("serve.md")))).isEqualTo(flags(Options.help()));
    }

    private static void check(Path page, String help) throws IOException {
        String text = Files.readString(page);
        String current = HELP.matcher(text).replaceFirst(_ -> Matcher.quoteReplacement(help));
        if ("fix".equals(System.getProperty("format"))) {
            Files.writeString(page, current);
        } else {
            assertThat(text).isEqualTo(current);
        }
    }

    private static Set<String> flags(String text) {
        return FLAG.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }
}
