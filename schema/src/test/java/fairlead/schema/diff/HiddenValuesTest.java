package fairlead.schema.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.schema.PropertyPath;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A patch of a document whose secrets its author does not see.
class HiddenValuesTest {

    private static final List<PropertyPath> HIDDEN = List.of(
            PropertyPath.parse("/properties/Pin"),
            PropertyPath.parse("/properties/Login/Password"),
            PropertyPath.parse("/properties/Users/*/Key"));

    private static final String BEFORE = """
        {'Pin': '1', 'Login': {'Name': 'ann', 'Password': 'p'}, 'Users': [{'Id': 'a', 'Key': 'x'}, {'Id': 'b', 'Key': 'y'}]}
        """;

    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    private static Patch patch(String operations) {
        return Patch.read(JsonMapper.shared().readTree(operations.replace('\'', '"')));
    }

    private static Patch.Patched patched(String before, String operations) {
        return patch(operations).applyTo(json(before), HIDDEN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '!',
            value = {
                "/Pin; {'Pin': 'new'}",
                "/Login/Password; {'Login': {'Password': 'new'}}",
            })
    void aSecretIsReplacedWhetherItIsThereOrNot(String path, String after) {
        String replace = "[{'op': 'replace', 'path': '" + path + "', 'value': 'new'}]";

        assertThat(patched("{}", replace).document()).isEqualTo(json(after));
        assertThat(patched(BEFORE, replace).document().at(path).asString()).isEqualTo("new");
    }

    @ParameterizedTest
    @CsvSource({"/Pin", "/Login/Password", "/Users/0/Key"})
    void aSecretIsRemovedWhetherItIsThereOrNot(String path) {
        String remove = "[{'op': 'remove', 'path': '" + path + "'}]";

        Patch.Patched once = patched(BEFORE, remove);

        assertThat(once.document().at(path).isMissingNode()).isTrue();
        assertThat(once.removed()).hasSize(1);
        assertThat(patched("{}", remove).document()).isEqualTo(json("{}"));
    }

    @Test
    void aSecretOfAnItemIsThatOfTheItemAsItStandsThen() {
        Patch.Patched after = patched(
                BEFORE,
                "[{'op': 'remove', 'path': '/Users/0'}, {'op': 'replace', 'path': '/Users/0/Key', 'value': 'z'}]");

        assertThat(after.document().path("Users"))
                .isEqualTo(json("{'Users': [{'Id': 'b', 'Key': 'z'}]}").path("Users"));
    }

    @Test
    void anItemThatMovesKeepsItsSecret() {
        Patch.Patched after = patched(BEFORE, "[{'op': 'move', 'from': '/Users/0', 'path': '/Users/1'}]");

        assertThat(after.document().at("/Users/1/Key").asString()).isEqualTo("x");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '!',
            value = {
                "{'op': 'test', 'path': '/Pin', 'value': '1'}",
                "{'op': 'copy', 'from': '/Pin', 'path': '/Open'}",
                "{'op': 'move', 'from': '/Login/Password', 'path': '/Open'}",
                "{'op': 'test', 'path': '/Login', 'value': {'Name': 'ann', 'Password': 'p'}}",
            })
    void noSecretIsRead(String operation) {
        assertThatThrownBy(() -> patched(BEFORE, "[" + operation + "]")).isInstanceOf(PatchException.class);
    }

    @ParameterizedTest
    @CsvSource({"copy,/Login,/Open", "move,/Login,/Open", "copy,/Users/0,/Open", "copy,,/Open", "move,/Users,/Open"})
    void noSecretGoesToWhereItCouldBeRead(String op, String from, String path) {
        String text = from == null ? "" : from;

        Patch.Patched after = patched(BEFORE, "[{'op': '" + op + "', 'from': '" + text + "', 'path': '" + path + "'}]");

        assertThat(after.document().at(path).toString()).doesNotContain("\"p\"", "\"x\"", "\"1\"");
    }

    @Test
    void otherValuesArePatchedAsUsual() {
        assertThatThrownBy(() -> patched(BEFORE, "[{'op': 'replace', 'path': '/None', 'value': 1}]"))
                .hasMessageContaining("found none");
        assertThat(patched(BEFORE, "[{'op': 'replace', 'path': '/Login/Name', 'value': 'bob'}]")
                        .document()
                        .path("Login"))
                .isEqualTo(json("{'Name': 'bob', 'Password': 'p'}"));
    }
}
