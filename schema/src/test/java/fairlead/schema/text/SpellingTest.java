package fairlead.schema.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class SpellingTest {

    @Test
    void findsTheWordThatIsClose() {
        assertThat(Spelling.nearest("Pasword", List.of("Passport", "Password"))).contains("Password");
        assertThat(Spelling.nearest("PASSWORD", List.of("Password"))).contains("Password");
        assertThat(Spelling.nearest("Passwrods", List.of("Password"))).contains("Password");
    }

    @Test
    void findsNoneWhereNoneIs() {
        assertThat(Spelling.nearest("Id", List.of("It", "Ed"))).isEmpty();
        assertThat(Spelling.nearest("Weight", List.of("Height of all"))).isEmpty();
        assertThat(Spelling.hint("Weight", List.of())).isEmpty();
    }

    @Test
    void doesNotLookAtWordsOfAStrangerWithoutEnd() {
        String endless = "a".repeat(1_000_000);

        assertThat(Spelling.nearest(endless, List.of(endless + "b"))).isEmpty();
        assertThat(Spelling.nearest("Password", List.of(endless))).isEmpty();
    }

    @Test
    void ofAPointerExchangesEachNameThatIsNotThere() {
        var document = JsonMapper.shared().readTree("{\"definitions\": {\"Rule/s\": {\"type\": \"string\"}}}");

        assertThat(NearestPointer.of(document, "/definition/Ruls")).isEqualTo(Optional.empty());
        assertThat(NearestPointer.of(document, "/definition/Rule~1")).contains("/definitions/Rule~1s");
        assertThat(NearestPointer.of(document, "/definitions/Rule~1s")).isEmpty();
    }
}
