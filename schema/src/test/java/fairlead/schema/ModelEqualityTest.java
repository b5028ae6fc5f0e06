package fairlead.schema;

import static fairlead.schema.Schemas.REPORT;
import static fairlead.schema.Schemas.model;
import static fairlead.schema.Schemas.thing;
import static fairlead.schema.Schemas.valid;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelEqualityTest {

    @Nested
    class OfLists {

        @ParameterizedTest(name = "insertionOrder {0}, uniqueItems {1}: {2} and {3} are the same: {4}")
        @CsvSource(delimiter = ';', textBlock = """
            true;  false; [1,2];   [1,2];   true
            true;  false; [1,2];   [2,1];   false
            true;  false; [1,1,2]; [1,2];   false
            false; false; [1,2];   [2,1];   true
            false; false; [1,1,2]; [2,1,1]; true
            false; false; [1,1,2]; [1,2,2]; false
            true;  true;  [1,2];   [2,1];   false
            true;  true;  [1,2,1]; [1,2];   true
            false; true;  [1,2];   [2,1];   true
            false; true;  [1,1,2]; [2,1];   true
            false; true;  [1,2];   [1,3];   false
            """)
        void followsTheSchema(boolean order, boolean unique, String a, String b, boolean same) {
            ResourceSchema schema = valid(thing("'Id':{'type':'string'},'L':{'type':'array','items':{'type':'integer'},"
                    + "'insertionOrder':" + order + ",'uniqueItems':" + unique + "}"));
            assertThat(schema.equal(model("{'L':" + a + "}"), model("{'L':" + b + "}")))
                    .isEqualTo(same);
        }

        @Test
        void goesThroughReferencesAndNesting() {
            assertThat(REPORT.equal(
                            model("{'Rules':[{'Name':'a','Ports':[1,2]},{'Name':'b'}]}"),
                            model("{'Rules':[{'Name':'b'},{'Ports':[2,1.0],'Name':'a'}]}")))
                    .isTrue();
        }

        @Test
        void keepsOrderWhereTheSchemaSaysNothing() {
            assertThat(REPORT.equal(model("{'Pages':['a','b']}"), model("{'Pages':['b','a']}")))
                    .isFalse();
            assertThat(REPORT.equal(model("{'Unknown':[1,2]}"), model("{'Unknown':[2,1]}")))
                    .isFalse();
        }

        @Test
        void findsOrderBehindAlternatives() {
            ResourceSchema schema = valid(thing("'Id':{'type':'string'},'L':{'anyOf':[{'type':'string'},"
                    + "{'type':'array','insertionOrder':false,'items':{'type':'string'}}]}"));
            assertThat(schema.equal(model("{'L':['a','b']}"), model("{'L':['b','a']}")))
                    .isTrue();
        }
    }

    @Nested
    class OfValues {

        @ParameterizedTest
        @CsvSource(delimiter = ';', textBlock = """
            {'a':1};             {'a':1.0};           true
            {'a':100};           {'a':1e2};           true
            {'a':0.1};           {'a':0.10};          true
            {'a':1};             {'a':true};          false
            {'a':1};             {'a':'1'};           false
            {'a':null};          {};                  false
            {'a':1,'b':2};       {'b':2,'a':1};       true
            {'a':9007199254740993}; {'a':9007199254740992}; false
            {'a':[]};            {'a':{}};            false
            """)
        void isByValue(String a, String b, boolean same) {
            assertThat(REPORT.equal(model(a), model(b))).isEqualTo(same);
        }
    }

    @Nested
    class UnmetProperties {

        @Test
        void areMissingOrDiffer() {
            assertThat(REPORT.unmet(
                            model("{'Title':'x','Cover':'new','Owner':{'Name':'Milton'}}"),
                            model("{'Title':'y','Owner':{}}")))
                    .containsExactly("/Title", "/Cover", "/Owner/Name");
        }

        @Test
        void areNotThoseThatOnlyTheActualModelHas() {
            assertThat(REPORT.unmet(
                            model("{'Owner':{},'Rules':[{'Name':'a'}]}"),
                            model("{'Owner':{'Name':'x'},'Title':'y','Rules':[{'Name':'a','Id':'1'}]}")))
                    .isEmpty();
        }

        @Test
        void areNotWriteOnly() {
            assertThat(REPORT.unmet(
                            model("{'Key':'k','Owner':{'Password':'p'},'Rules':[{'Name':'a','Token':'t'}]}"),
                            model("{'Owner':{},'Rules':[{'Name':'a'}]}")))
                    .isEmpty();
        }

        @Test
        void areNotNullsWhereThereIsNoValue() {
            assertThat(REPORT.unmet(model("{'Note':null}"), model("{}"))).isEmpty();
            assertThat(REPORT.unmet(model("{'Note':null}"), model("{'Note':'x'}")))
                    .containsExactly("/Note");
        }

        @Test
        void areWholeLists() {
            assertThat(REPORT.unmet(
                            model("{'Pages':['a','b'],'Readers':['x','y'],'Rules':[{'Name':'a'},{'Name':'b'}]}"),
                            model("{'Pages':['b','a'],'Readers':['y','x'],'Rules':[{'Name':'a'}]}")))
                    .containsExactly("/Pages", "/Rules");
        }

        @Test
        void giveEachItemAnItemOfItsOwn() {
            var desired = model("{'Rules':[{'Name':'a'},{'Name':'a','Id':'1'}]}");
            assertThat(REPORT.unmet(desired, model("{'Rules':[{'Name':'a','Id':'1'},{'Name':'a','Id':'2'}]}")))
                    .isEmpty();
            assertThat(REPORT.unmet(desired, model("{'Rules':[{'Name':'a','Id':'3'},{'Name':'a','Id':'2'}]}")))
                    .containsExactly("/Rules");
        }
    }

    @Nested
    class ChangedPaths {

        @Test
        void areThoseThatDiffer() {
            assertThat(REPORT.changed(
                            model("{'Department':'sales','Number':7}"),
                            model("{'Department':'legal','Number':7.0}"),
                            REPORT.createOnly()))
                    .extracting(PropertyPath::toString)
                    .containsExactly("/properties/Department");
        }

        @Test
        void areThoseThatComeOrGo() {
            assertThat(REPORT.changed(model("{'Number':7}"), model("{'Department':'x'}"), REPORT.createOnly()))
                    .hasSize(2);
            assertThat(REPORT.changed(model("{}"), model("{'Rules':[{}]}"), REPORT.createOnly()))
                    .isEmpty();
        }

        @Test
        void lookIntoListsByTheSchema() {
            var before = model("{'Rules':[{'Name':'a','Ports':[1,2]},{'Name':'b','Ports':[3]}]}");
            assertThat(REPORT.changed(
                            before,
                            model("{'Rules':[{'Name':'c','Ports':[3]},{'Name':'a','Ports':[2,1]},{'Name':'z'}]}"),
                            REPORT.createOnly()))
                    .isEmpty();
            assertThat(REPORT.changed(before, model("{'Rules':[{'Ports':[1]},{'Ports':[3]}]}"), REPORT.createOnly()))
                    .extracting(PropertyPath::toString)
                    .containsExactly("/properties/Rules/*/Ports");
        }
    }
}
