package fairlead.server.cloudcontrol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import fairlead.server.problem.ProblemException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class MembersTest {

    private static final List<String> COLOURS = List.of("RED", "GREEN");

    private static Members members(String json) {
        return new Members((ObjectNode) JsonMapper.shared().readTree(json));
    }

    @Test
    void wordsOfAListAreThoseThatAreKnown() {
        assertThat(members("{\"Filter\": {\"Colours\": [\"RED\"]}}").words("Filter", "Colours", COLOURS))
                .containsExactly("RED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"Filter\": null}", "{\"Filter\": {}}", "{\"Filter\": {\"Colours\": []}}"})
    void withoutAListAllOfThemAreMeant(String json) {
        assertThat(members(json).words("Filter", "Colours", COLOURS)).isEqualTo(COLOURS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"Filter\": \"RED\"}",
                "{\"Filter\": [\"RED\"]}",
                "{\"Filter\": {\"Colours\": \"RED\"}}",
                "{\"Filter\": {\"Colours\": [1]}}"
            })
    void whatIsNoListIsRefusedAndNotTakenForNone(String json) {
        ProblemException refused =
                catchThrowableOfType(ProblemException.class, () -> members(json).words("Filter", "Colours", COLOURS));
        assertThat(refused.problem().code().text()).isEqualTo("SerializationException");
    }
}
