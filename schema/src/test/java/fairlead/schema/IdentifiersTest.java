package fairlead.schema;

import static fairlead.schema.Schemas.REPORT;
import static fairlead.schema.Schemas.model;
import static fairlead.schema.Schemas.thing;
import static fairlead.schema.Schemas.valid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentifiersTest {

    @Nested
    class OfSeveralProperties {

        @Test
        void areJoinedInTheOrderOfTheSchema() {
            assertThat(REPORT.identifier(model("{'Number':7,'Department':'sales'}")))
                    .contains("sales|7");
        }

        @Test
        void keepTheTypesOfTheSchema() {
            assertThat(REPORT.parseIdentifier("sales|7")).isEqualTo(model("{'Department':'sales','Number':7}"));
        }

        @Test
        void escapeWhatSeparates() {
            String text = REPORT.identifier(model("{'Number':7,'Department':'a|b\\\\c'}"))
                    .orElseThrow();
            assertThat(text).isEqualTo("a\\|b\\\\c|7");
            assertThat(REPORT.parseIdentifier(text)).isEqualTo(model("{'Department':'a|b\\\\c','Number':7}"));
        }

        @Test
        void areNoneWithoutAllValues() {
            assertThat(REPORT.identifier(model("{'Number':7}"))).isEmpty();
            assertThat(REPORT.identifier(model("{'Number':7,'Department':null}")))
                    .isEmpty();
            assertThat(REPORT.identifier(model("{'Number':7,'Department':''}"))).isEmpty();
            assertThat(REPORT.identifier(model("{'Number':[7],'Department':'sales'}")))
                    .isEmpty();
        }

        @Test
        void writeANumberInOneWay() {
            assertThat(REPORT.identifier(model("{'Number':7.0,'Department':'sales'}")))
                    .contains("sales|7");
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "sales", "sales|", "|7", "sales|7|", "a|b|7", "sales|07", "sales|+7", "sales|7.5"})
        @ValueSource(strings = {"sales|seven", "sales|-0", "sa\\les|7", "sales|7\\", "sales|1e3"})
        void refuseWhatIsNone(String text) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> REPORT.parseIdentifier(text))
                    .withMessageContaining("{Department}|{Number}");
        }

        @Test
        void selectTheirPropertiesAlone() {
            assertThat(REPORT.identifierModel(model("{'Number':7,'Department':'sales','Title':'x'}")))
                    .isEqualTo(model("{'Department':'sales','Number':7}"));
            assertThat(REPORT.identifierModel(model("{'Title':'x'}"))).isEqualTo(model("{}"));
        }
    }

    @Nested
    class OfOneProperty {

        private final ResourceSchema thing = valid(thing("'Id':{'type':'string'}"));

        @Test
        void standAsTheyAre() {
            assertThat(thing.identifier(model("{'Id':'a|b\\\\c'}"))).contains("a|b\\c");
            assertThat(thing.parseIdentifier("a|b\\c")).isEqualTo(model("{'Id':'a|b\\\\c'}"));
        }

        @Test
        void mayBeNestedAndBehindAReference() {
            ResourceSchema nested = valid(thing(
                    "'A':{'$ref':'#/definitions/A'}",
                    "'definitions':{'A':{'type':'object','properties':{'B':{'type':'boolean'}}}}",
                    "'primaryIdentifier':['/properties/A/B']"));
            assertThat(nested.parseIdentifier("true")).isEqualTo(model("{'A':{'B':true}}"));
            assertThat(nested.identifier(model("{'A':{'B':true}}"))).contains("true");
            assertThatIllegalArgumentException().isThrownBy(() -> nested.parseIdentifier("yes"));
        }

        @Test
        void stayStringsWhereStringsAreAdmitted() {
            ResourceSchema either = valid(thing("'Id':{'type':['integer','string']}"));
            assertThat(either.parseIdentifier("7")).isEqualTo(model("{'Id':'7'}"));
        }

        @Test
        void keepNumbersThatFitNoLong() {
            ResourceSchema number = valid(thing("'Id':{'type':'number'}"));
            assertThat(number.parseIdentifier("123456789012345678901234567890")
                            .path("Id")
                            .bigIntegerValue())
                    .isEqualTo("123456789012345678901234567890");
            assertThat(number.identifier(model("{'Id':0.250}"))).contains("0.25");
            assertThatIllegalArgumentException().isThrownBy(() -> number.parseIdentifier("0.250"));
        }
    }
}
