package fairlead.contract.suite;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.contract.call.AnswerJson;
import fairlead.contract.call.ModelDifference;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What a report shows of what is long.
class ShownTest {

    private static final String GRAPES = "🍇";

    private static ObjectNode text(String text) {
        return JsonNodeFactory.instance.objectNode().put("Text", text);
    }

    @Test
    void aLongTextIsCutBetweenItsCharacters() {
        ObjectNode shown = AnswerJson.copy(text("a" + GRAPES.repeat(20_000)));
        assertThat(shown.path("Text").asString()).isEqualTo("a" + GRAPES.repeat(49) + "… (40001 characters)");
    }

    @Test
    void aDifferenceIsShownInWholeCharacters() {
        String same = "a".repeat(200);
        String told = ModelDifference.at(List.of("/Text"), text(same + GRAPES), text(same + "🍎"));
        assertThat(told).endsWith(" /Text is otherwise from character 201 on: '🍎' instead of '🍇'.");
    }
}
