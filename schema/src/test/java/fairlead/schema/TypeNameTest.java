package fairlead.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TypeNameTest {

    @Test
    void hasThreeParts() {
        TypeName name = TypeName.parse("Initech::TPS::Report");
        assertThat(name).isEqualTo(new TypeName("Initech", "TPS", "Report"));
        assertThat(name).hasToString("Initech::TPS::Report");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Initech",
                "Initech::TPS",
                "Initech::TPS::Report::More",
                "Initech:TPS:Report",
                "A::TPS::Report"
            })
    @ValueSource(
            strings = {
                "Initech::TPS::Re-port",
                " Initech::TPS::Report",
                "Initech::TPS::Report\n",
                "Ïnitech::TPS::Report"
            })
    void isNothingElse(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TypeName.parse(text))
                .withMessageContaining("Initech::TPS::Report");
    }

    @Test
    void hasNoPartLongerThan64() {
        assertThat(TypeName.parse("a".repeat(64) + "::bb::cc").organization()).hasSize(64);
        assertThatIllegalArgumentException().isThrownBy(() -> TypeName.parse("a".repeat(65) + "::bb::cc"));
        assertThatIllegalArgumentException().isThrownBy(() -> new TypeName("ok", "no good", "ok"));
    }
}
