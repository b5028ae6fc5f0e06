package fairlead.server.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.contract.Rule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageLanguagesTest {

    private static final Languages SHIPPED = Languages.shipped();

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        de                        | de
        de-AT                     | de
        DE-at                     | de
        zh-Hant-TW                | zh
        ja-x-mine                 | ja
        it, fr;q=0.5              | fr
        fr;q=0.5, de;q=0.8        | de
        fr;q=0.5, de              | de
        de;q=0, fr;q=0.1          | fr
        de-AT, de;q=0             | en
        *                         | en
        it, *                     | en
        *;q=0.5, es               | es
        en                        | en
        en-GB, de                 | en
        en;q=0.5, de              | de
        en;q=0.5, de;q=0.4        | en
        it                        | en
        """)
    void aCallersPreferenceIsLookedUp(String preference, String tag) {
        assertThat(SHIPPED.preferred(preference).tag()).isEqualTo(tag);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ",", "de;q=2", "de;q=many", "de_AT", "d\u00e9", "de;level=1", ";q=1"})
    void whatIsMalformedIsIgnored(String preference) {
        assertThat(SHIPPED.preferred(preference)).isEqualTo(Language.ENGLISH);
    }

    @Test
    void aPreferenceWithoutEndIsIgnored() {
        assertThat(SHIPPED.preferred("it,".repeat(500) + "de")).isEqualTo(Language.ENGLISH);
    }

    @Test
    void theEnglishWordsAreNotLost() {
        Language german = SHIPPED.preferred("de");
        assertThat(german.tell("TypeNotFound", "There is no type 'X'."))
                .isEqualTo("Einen solchen Typ gibt es nicht. Prüfen Sie seinen Namen. (There is no type 'X'.)");
        assertThat(german.tell("model.required", "expected Name, found none"))
                .isEqualTo("Die Eigenschaften entsprechen hier nicht dem Schema des Ressourcentyps."
                        + " (expected Name, found none)");
        assertThat(german.tagOf("model.required")).isEqualTo("de");
    }

    @Test
    void whatHasNoSentenceIsToldInEnglish() {
        Language german = SHIPPED.preferred("de");
        assertThat(german.tell("Unheard", "What is this?")).isEqualTo("What is this?");
        assertThat(german.tagOf("Unheard")).isEqualTo("en");
        assertThat(Language.ENGLISH.tell("NotFound", "Nothing is there.")).isEqualTo("Nothing is there.");
    }

    /// The reference has all codes; of those of one protocol, of HTTP or one of AWS, it says of which.
    @Nested
    class EachThatShips {

        private static final Pattern OF_ONE_PROTOCOL =
                Pattern.compile("(HTTP|S3|STS|CloudFormation|Cloud Control|Tagging|Endpoints|Export)(, [\\w ]+)*: .*");

        /// Those of the page, and the rules of the handler contract, to whose reference the page refers.
        private static Set<String> codes() throws IOException {
            Stream<String> ofThePage = Files.readAllLines(Path.of("..", "docs", "reference", "errors.md")).stream()
                    .filter(line -> line.startsWith("| `"))
                    .map(row -> row.split("\\s*\\|\\s*"))
                    .filter(cells ->
                            !OF_ONE_PROTOCOL.matcher(cells[cells.length - 1]).matches())
                    .map(cells -> cells[1].replace("`", ""));
            Stream<String> ofTheContract = Stream.of(Rule.values()).map(Rule::id);
            return Stream.concat(ofThePage, ofTheContract)
                    .map(Language::family)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        @ParameterizedTest
        @ValueSource(strings = {"de", "es", "fr", "ja", "zh"})
        void hasASentenceForEachCodeAndForNothingElse(String tag) throws IOException {
            Language language = SHIPPED.preferred(tag);
            assertThat(language.tag()).isEqualTo(tag);
            assertThat(new TreeSet<>(language.sentences().keySet())).isEqualTo(codes());
            assertThat(language.sentences().values()).allMatch(sentence -> sentence.matches(".{4,}[.。]"));
        }
    }

    @Nested
    class ThoseOfAnOperator {

        @TempDir
        private Path folder;

        private Languages with(String file, String text, Charset charset) {
            try {
                Files.writeString(folder.resolve(file), text, charset);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
            return Languages.with(folder);
        }

        private Languages with(String file, String text) {
            return with(file, text, StandardCharsets.UTF_8);
        }

        @Test
        void areThereBesideTheOthers() {
            Languages more =
                    with("pt-BR.properties", "NotFound=O que você procura não existe.\nmodel.type=Tipo errado.\n");
            Language portuguese = more.preferred("pt-BR, de;q=0.9");
            assertThat(portuguese.tell("NotFound", "Nothing.")).isEqualTo("O que você procura não existe. (Nothing.)");
            assertThat(portuguese.tell("model.type", "expected text")).isEqualTo("Tipo errado. (expected text)");
            assertThat(portuguese.tagOf("ServerBusy")).isEqualTo("en");
            assertThat(more.preferred("pt, de").tag()).isEqualTo("de");
        }

        @Test
        void mayWriteSentencesAnew() {
            Language german = with("de.properties", "NotFound=Nix da.").preferred("de");
            assertThat(german.tell("NotFound", "Nothing.")).isEqualTo("Nix da. (Nothing.)");
            assertThat(german.tagOf("ServerBusy")).isEqualTo("de");
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            it.properties    | NotFuond=Niente. | there is no code 'NotFuond'
            it.properties    | NotFound=        | 'NotFound' has no sentence
            it.properties    | NotFound=\\u00x  | Malformed
            it.txt           | NotFound=Niente. | expected the tag of a language
            i_t.properties   | NotFound=Niente. | expected the tag of a language
            en-GB.properties | NotFound=None.   | expected the tag of a language other than English
            """)
        void areRefusedWithFileAndCode(String file, String text, String reason) {
            assertThatThrownBy(() -> with(file, text))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("the language file " + folder.resolve(file) + ": ")
                    .hasMessageContaining(reason);
        }

        @Test
        void areRefusedIfTheyAreNotUtf8() {
            assertThatThrownBy(() -> with("pt.properties", "NotFound=Não existe.", StandardCharsets.ISO_8859_1))
                    .hasMessageEndingWith("it is not UTF-8");
        }

        @Test
        void haveToBeThere() {
            assertThatThrownBy(() -> Languages.with(folder.resolve("none")))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("can't read the languages in");
        }
    }
}
