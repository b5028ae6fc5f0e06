package fairlead.schema;

import static fairlead.schema.Schemas.REPORT;
import static fairlead.schema.Schemas.model;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class SecretsTest {

    private static final ObjectNode WHOLE = model("""
        {'Title':'x','Key':'k','Owner':{'Name':'Milton','Password':'p'},
         'Rules':[{'Name':'a','Token':'ta'},{'Name':'b','Token':'tb'},{'Name':'c'}],
         'Copies':['c1','c2']}\
        """);

    @Test
    void areTakenOutAtAnyDepth() {
        assertThat(REPORT.withoutWriteOnly(WHOLE)).isEqualTo(model("""
            {'Title':'x','Owner':{'Name':'Milton'},'Rules':[{'Name':'a'},{'Name':'b'},{'Name':'c'}],'Copies':[]}\
            """));
    }

    @Test
    void leaveTheGivenModelAlone() {
        ObjectNode before = WHOLE.deepCopy();
        REPORT.overlay(REPORT.withoutWriteOnly(WHOLE), REPORT.onlyWriteOnly(WHOLE));
        assertThat(WHOLE).isEqualTo(before);
    }

    @Test
    void areKeptWithoutTheRest() {
        assertThat(REPORT.onlyWriteOnly(WHOLE).propertyNames())
                .containsExactlyInAnyOrder("Key", "Owner", "Rules", "Copies");
        assertThat(REPORT.onlyWriteOnly(WHOLE).path("Owner")).isEqualTo(model("{'Password':'p'}"));
        assertThat(REPORT.onlyWriteOnly(model("{'Title':'x','Owner':{'Name':'y'}}")))
                .isEqualTo(model("{}"));
    }

    @Test
    void readOnlyPropertiesAreTakenOutTheSameWay() {
        assertThat(REPORT.withoutReadOnly(model("{'State':'done','Rules':[{'Name':'a','Id':'1'}]}")))
                .isEqualTo(model("{'Rules':[{'Name':'a'}]}"));
    }

    @Nested
    class PutBack {

        private final ObjectNode secret = REPORT.onlyWriteOnly(WHOLE);

        @Test
        void makeTheModelWholeAgain() {
            assertThat(REPORT.overlay(REPORT.withoutWriteOnly(WHOLE), secret)).isEqualTo(WHOLE);
        }

        @Test
        void followTheirItemsToAnotherPlace() {
            ObjectNode moved = model("{'Rules':[{'Name':'c'},{'Name':'b','Id':'1'},{'Name':'a'}]}");
            assertThat(REPORT.overlay(moved, secret).path("Rules"))
                    .isEqualTo(model(
                                    "{'Rules':[{'Name':'c'},{'Name':'b','Id':'1','Token':'tb'},{'Name':'a','Token':'ta'}]}")
                            .path("Rules"));
        }

        @Test
        void areNotGivenToAnotherItem() {
            ObjectNode other = model("{'Rules':[{'Name':'z'}]}");
            assertThat(REPORT.overlay(other, secret).path("Rules")).isEqualTo(other.path("Rules"));
        }

        @Test
        void giveWayToNewOnes() {
            ObjectNode renewed = model("{'Key':'k2','Rules':[{'Name':'b','Token':'t2'},{'Name':'a'}],'Copies':['n']}");
            assertThat(REPORT.overlay(renewed, secret))
                    .isEqualTo(model("{'Key':'k2',"
                            + "'Rules':[{'Name':'b','Token':'t2'},{'Name':'a','Token':'ta'}],'Copies':['n']}"));
        }

        @Test
        void doNotBringBackWhatHeldThem() {
            assertThat(REPORT.overlay(model("{'Title':'y'}"), secret)).isEqualTo(model("{'Title':'y','Key':'k'}"));
        }
    }
}
