package fairlead.schema.diff;

import static fairlead.schema.diff.Reports.REPORT;
import static fairlead.schema.diff.Reports.model;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.schema.ResourceSchema;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class DiffTest {

    private static Diff diff(String before, String after) {
        return Diff.between(REPORT, model(before), model(after));
    }

    @Nested
    class Lists {

        @ParameterizedTest(name = "insertionOrder {0}, uniqueItems {1}: {2} to {3}")
        @CsvSource(delimiter = ';', textBlock = """
            true;  false; [1,2,3];   [1,3];     remove /L/1
            true;  false; [1,2,3];   [0,1,2,3]; add /L/0 0
            true;  false; [1,2,3];   [1,9,3];   replace /L/1 9
            true;  false; [1,2];     [2,1];     remove /L/0, add /L/1 1
            true;  false; [1,1];     [1];       remove /L/1
            true;  false; [1.0];     [1];       ''
            true;  true;  [1,2,1];   [1,2];     ''
            true;  true;  [1,2,1];   [2,1];     remove /L/2, remove /L/0, add /L/1 1
            false; false; [1,2,2];   [2,1,2];   ''
            false; false; [1,2,2];   [2,1];     remove /L/2
            false; false; [1,2];     [2,2,1,3]; add /L/- 2, add /L/- 3
            false; true;  [1,2,2];   [2,1,1];   ''
            false; true;  [3,1,1,2]; [2,4];     remove /L/2, remove /L/1, remove /L/0, add /L/- 4
            """)
        void areEditedAsTheSchemaSays(boolean order, boolean unique, String before, String after, String patch) {
            ResourceSchema schema = Reports.valid("{'typeName':'Initech::TPS::Thing','description':'A thing.',"
                    + "'additionalProperties':false,'primaryIdentifier':['/properties/Id'],'properties':{"
                    + "'Id':{'type':'string'},'L':{'type':'array','items':{'type':'number'},"
                    + "'insertionOrder':" + order + ",'uniqueItems':" + unique + "}}}");
            Diff diff = Diff.between(schema, model("{'L':" + before + "}"), model("{'L':" + after + "}"));
            assertThat(Reports.words(diff.patch())).isEqualTo(patch);
        }

        @Test
        void findTheItemThatIsAnotherVersionOfOne() {
            Diff diff = diff(
                    "{'Tags':[{'Key':'a','Value':'1'},{'Key':'b','Value':'2'}]}",
                    "{'Tags':[{'Key':'b','Value':'3'},{'Key':'a','Value':'1'}]}");
            assertThat(Reports.words(diff.patch())).isEqualTo("replace /Tags/1/Value \"3\"");
        }

        @Test
        @Timeout(20)
        void ofManyItemsTakeNoLongerThanTheyShould() {
            ObjectNode before = JsonNodeFactory.instance.objectNode();
            ObjectNode after = before.deepCopy();
            ArrayNode tagsBefore = before.putArray("Tags");
            ArrayNode tagsAfter = after.putArray("Tags");
            ArrayNode pagesBefore = before.putArray("Pages");
            ArrayNode pagesAfter = after.putArray("Pages");
            for (int i = 0; i < 10_000; i++) {
                tagsBefore.addObject().put("Key", "k" + i).put("Value", "old");
                tagsAfter.addObject().put("Key", "k" + (9_999 - i)).put("Value", "new");
                pagesBefore.add("p" + i % 7);
                pagesAfter.add("p" + i % 5);
            }
            Diff diff = Diff.between(REPORT, before, after);
            assertThat(REPORT.equal(diff.patch().applyTo(before), after)).isTrue();
            assertThat(diff.changes().stream()
                            .filter(change -> change.place().toString().endsWith("/Value")))
                    .hasSize(10_000);
        }
    }

    @Nested
    class Effects {

        @ParameterizedTest(name = "{0} to {1}: {2}")
        @CsvSource(delimiter = ';', textBlock = """
            {'Title':'a'};                   {'Title':'b'};                      NO_INTERRUPTION
            {'Department':'a'};              {'Department':'b'};                 REPLACEMENT
            {'Department':'a'};              {};                                 REPLACEMENT
            {'Cover':'plain'};               {'Cover':'new'};                    MAY_REPLACE
            {'State':'a'};                   {'State':'b'};                      FORBIDDEN
            {'Rules':[{'Name':'a'}]};        {'Rules':[]};                       NO_INTERRUPTION
            {'Rules':[{'Ports':[1]}]};       {'Rules':[]};                       REPLACEMENT
            {'Rules':[]};                    {'Rules':[{'Ports':[1]}]};          REPLACEMENT
            {'Rules':[{'Name':'a','Ports':[1]}]}; {'Rules':[{'Name':'a','Ports':[2]}]}; REPLACEMENT
            {'Rules':[{'Name':'a','Ports':[1]}]}; {'Rules':[{'Name':'b','Ports':[1]}]}; NO_INTERRUPTION
            {'Rules':[{'Name':'a'}]};        {'Rules':[{'Name':'a','Id':'1'}]};  FORBIDDEN
            {};                              {};                                 NO_INTERRUPTION
            """)
        void followTheSchema(String before, String after, Effect effect) {
            assertThat(diff(before, after).effect()).isEqualTo(effect);
        }
    }

    @Nested
    class Text {

        @Test
        void isATreeWithEffects() {
            Diff diff = diff(
                    "{'Department':'sales','Owner':{'Name':'Peter'},'Pages':['a','b','c'],'Labels':{'x':'1'}}",
                    "{'Department':'legal','Owner':{'Name':'Milton'},'Pages':['b','c','d'],'Title':'Q3'}");
            assertThat(diff.text()).isEqualTo("""
                ~ Department: "sales" -> "legal"  (replaces the resource)
                ~ Owner
                  ~ Name: "Peter" -> "Milton"  (updates in place)
                ~ Pages
                  - [0]: "a"  (updates in place)
                  + [2]: "d"  (updates in place)
                - Labels: {"x": "1"}  (updates in place)
                + Title: "Q3"  (updates in place)
                """);
        }

        @Test
        void showsNoSecret() {
            Diff diff = diff(
                    "{'Key':'geheim1','Owner':{'Password':'geheim2'},'Copies':['geheim3']}",
                    "{'Key':'geheim4','Rules':[{'Name':'a','Token':'geheim5'}],'Copies':['geheim6'],'Owner':'geheim7'}");
            assertThat(diff.text()).contains("Key: (not shown)").doesNotContain("geheim");
            assertThat(diff.toJson().toString())
                    .contains("\"hidden\":[\"/Key\"]", "\"/Rules/0/Token\"")
                    .doesNotContain("geheim");
            assertThatThrownBy(() -> Patch.read(diff.toJson())).isInstanceOf(PatchException.class);
            assertThat(diff.patch().toJson().toString()).contains("geheim4");
        }
    }
}
