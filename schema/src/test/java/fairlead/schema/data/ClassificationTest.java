package fairlead.schema.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.schema.PropertyPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ClassificationTest {

    private static final Classification CLASSES = Classification.read(json("""
        {"/properties/Note": "content",
         "/properties/Owner": "account",
         "/properties/Owner/Unit": "usage",
         "/properties/Rules/*": "permissions",
         "/properties/Lines/*/Text": "content",
         "/properties/Tags": "tagging"}
        """));

    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text);
    }

    @ParameterizedTest
    @CsvSource({
        "/properties/Note, CONTENT",
        "/properties/Owner/Mail, ACCOUNT",
        "/properties/Owner/Mail/Domain, ACCOUNT",
        "/properties/Owner/Unit, USAGE",
        "/properties/Rules/any, PERMISSIONS",
        "/properties/Lines/*/Text, CONTENT"
    })
    void isThatOfTheNearestPathAbove(String path, DataClass expected) {
        assertThat(CLASSES.at(PropertyPath.parse(path))).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({"/properties/Free", "/properties/Rules", "/properties/Lines/*/Number"})
    void isNoneWhereNothingIsSaid(String path) {
        assertThat(CLASSES.at(PropertyPath.parse(path))).isEmpty();
    }

    @Test
    void hidesWhatIsSensitive() {
        ObjectNode model = json("""
            {"Note": "n", "Free": 1, "Owner": {"Mail": "m", "Unit": "u"}, "Rules": {"a": {"b": 1}},
             "Lines": [{"Number": 1, "Text": "t"}, {"Number": 2}], "Tags": [{"Key": "k"}]}
            """);

        assertThat(CLASSES.redacted(model)).isEqualTo(json("""
            {"Note": "(redacted)", "Free": 1, "Owner": {"Mail": "(redacted)", "Unit": "u"}, "Rules": {"a": "(redacted)"},
             "Lines": [{"Number": 1, "Text": "(redacted)"}, {"Number": 2}], "Tags": [{"Key": "k"}]}
            """));
    }

    @Test
    void hidesTheWholeOfWhatIsNotAsThePathsSay() {
        assertThat(CLASSES.redacted(json("{\"Owner\": \"just a text\", \"Note\": {\"deep\": [1]}}")))
                .isEqualTo(json("{\"Owner\": \"(redacted)\", \"Note\": \"(redacted)\"}"));
    }

    @Test
    void leavesAModelAsItIsIfNothingIsSensitive() {
        ObjectNode model = json("{\"Tags\": [1]}");

        assertThat(Classification.read(json("{\"/properties/Tags\": \"tagging\"}"))
                        .redacted(model))
                .isSameAs(model);
    }

    @Test
    void isOfWordsAndPathsAlone() {
        assertThatThrownBy(() -> Classification.read(json("{\"/properties/A\": \"private\"}")))
                .hasMessageContaining("'private'");
        assertThatThrownBy(() -> Classification.read(json("{\"A\": \"content\"}")))
                .hasMessageContaining("found 'A'");
    }
}
