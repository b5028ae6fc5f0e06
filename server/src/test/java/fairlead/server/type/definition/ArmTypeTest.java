package fairlead.server.type.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.schema.TypeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;

/// How types are called in the protocol, and how their resources may be.
class ArmTypeTest {

    @ParameterizedTest
    @ValueSource(strings = {"Contoso.Té/things", "Contoso_Test/things", "Contoso..Test/things", "/things"})
    void aNamespaceIsLettersDigitsAndDots(String wrong) {
        assertThat(ArmType.parse("Contoso.Test2/things").namespace()).isEqualTo("Contoso.Test2");
        assertThatThrownBy(() -> ArmType.parse(wrong)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Contoso.Test/Things", "Contoso.Test/big-things", "Contoso.Test/2things", "Contoso.Test/"})
    void aTypeIsLowerCamelCase(String wrong) {
        assertThat(ArmType.of(TypeName.parse("Contoso::Test::BigThing"))).hasToString("Contoso.Test/bigThings");
        assertThatThrownBy(() -> ArmType.parse(wrong)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "deployments", "location", "region", "availability", "provider", "application", "resource", "graph",
                "policy", "migrate", "templates", "catalog", "gallery", "portal", "skus", "moveResources",
                "operationResults", "checkNameAvailability", "locations", "operations"
            })
    void wordsWithAMeaningOfTheirOwnAreReserved(String word) {
        assertThatThrownBy(() -> ArmType.parse("Contoso.Test/" + word)).hasMessageContaining("is reserved");
    }

    @Test
    void aRegistrationSaysWhatNamesLookLike() {
        Registration registration =
                Registration.parse(JsonNodeFactory.instance.objectNode().put("namePattern", "[a-z]{3}"));
        assertThat(registration.allowsName("abc")).isTrue();
        assertThat(registration.allowsName("abcd")).isFalse();
    }
}
