package fairlead.schema.arn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArnTemplateTest {

    private static final Place NORTH = new Place("aws", "eu-north-1", "123456789012");
    private static final ArnTemplate CELLAR = ArnTemplate.parse(
            "arn:{aws::partition}:wine:{AWS::Region}:{AWS::AccountId}:cellar/{Cellar}/bottle/{Bottle}");

    @Test
    void hasLabelsOfThePlaceInAnyCase() {
        assertThat(CELLAR.expand(NORTH, Map.of("Cellar", "deep", "Bottle", "7")))
                .isEqualTo("arn:aws:wine:eu-north-1:123456789012:cellar/deep/bottle/7");
        assertThat(CELLAR.labels()).containsExactly("Cellar", "Bottle");
        assertThat(CELLAR.service()).contains("wine");
    }

    @Test
    void saysWhereAndWhich() {
        assertThat(CELLAR.read("arn:aws:wine:eu-north-1:123456789012:cellar/deep/bottle/7"))
                .contains(new ArnTemplate.Read(NORTH, Map.of("Cellar", "deep", "Bottle", "7")));
    }

    @Test
    void saysNoPlaceThatItDoesNotHave() {
        assertThat(ArnTemplate.of("wine", "cellar/{Cellar}", false, false).read("arn:aws:wine:::cellar/deep"))
                .contains(new ArnTemplate.Read(new Place("aws", "", ""), Map.of("Cellar", "deep")));
    }

    @Test
    void hasTheNamesThatItIsGiven() {
        assertThat(CELLAR.renamed(label -> label + "Name"))
                .hasToString(
                        "arn:{AWS::Partition}:wine:{AWS::Region}:{AWS::AccountId}:cellar/{CellarName}/bottle/{BottleName}");
    }

    @Test
    void canBeTheIdentifierItself() {
        ArnTemplate itself = ArnTemplate.parse("{Arn}");

        assertThat(itself.identifiers("arn:aws:s3:::wine/deep")).contains(Map.of("Arn", "arn:aws:s3:::wine/deep"));
        assertThat(itself.service()).isEmpty();
        assertThat(itself.identifiers("no arn")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "cellar/{Cellar}", "arn:aws:wine", "arn:aws:wine:::{", "arn:aws:wine:::{}", "{A}{B}"})
    void isNotAnyText(String text) {
        assertThatThrownBy(() -> ArnTemplate.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found '" + text + "'");
    }
}
