package fairlead.schema;

import static fairlead.schema.Schemas.json;
import static fairlead.schema.Schemas.model;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class PropertyPathTest {

    private static final PropertyPath NAME = PropertyPath.parse("/properties/Owner/Name");
    private static final PropertyPath IDS = PropertyPath.parse("/properties/Rules/*/Id");

    @Test
    void isWrittenAsItWasRead() {
        assertThat(NAME).hasToString("/properties/Owner/Name");
        assertThat(NAME.modelPointer()).isEqualTo("/Owner/Name");
        assertThat(IDS.modelPointer()).isEqualTo("/Rules/*/Id");
        assertThat(PropertyPath.parse("/properties/a~1b/c~0d").steps()).containsExactly("a/b", "c~d");
        assertThat(PropertyPath.parse("/properties/a~1b/c~0d")).hasToString("/properties/a~1b/c~0d");
    }

    @Test
    void isEqualToItsLike() {
        assertThat(NAME).isEqualTo(PropertyPath.parse("/properties/Owner/Name")).isNotEqualTo(IDS);
        assertThat(NAME).hasSameHashCodeAs(PropertyPath.parse("/properties/Owner/Name"));
    }

    @Test
    void saysWhatIsWrongWithAText() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PropertyPath.parse("/Owner/Name"))
                .withMessage("expected a path such as /properties/Name, found '/Owner/Name'");
    }

    @Nested
    class WithoutWildcard {

        @Test
        void leadsToOneValue() {
            assertThat(NAME.value(model("{'Owner':{'Name':'Milton'}}"))).contains(json("'Milton'"));
            assertThat(NAME.value(model("{'Owner':{}}"))).isEmpty();
            assertThat(NAME.value(model("{'Owner':'Milton'}"))).isEmpty();
        }

        @Test
        void leadsToANullThatIsThere() {
            assertThat(NAME.value(model("{'Owner':{'Name':null}}"))).contains(json("null"));
        }

        @Test
        void makesTheParentsOfWhatIsSet() {
            ObjectNode model = model("{'Owner':7,'Id':1}");
            NAME.set(model, json("'Milton'"));
            assertThat(model).isEqualTo(model("{'Owner':{'Name':'Milton'},'Id':1}"));
        }

        @Test
        void leavesWhatBecomesEmpty() {
            ObjectNode model = model("{'Owner':{'Name':'Milton'}}");
            NAME.remove(model);
            NAME.remove(model);
            assertThat(model).isEqualTo(model("{'Owner':{}}"));
        }
    }

    @Nested
    class WithWildcard {

        @Test
        void findsEachWithItsPointer() {
            assertThat(IDS.find(model("{'Rules':[{'Id':'a'},{},{'Id':'c'}]}")))
                    .containsExactly(
                            new PropertyPath.Located("/Rules/0/Id", json("'a'")),
                            new PropertyPath.Located("/Rules/2/Id", json("'c'")));
        }

        @Test
        void goesThroughTheValuesOfAMap() {
            PropertyPath path = PropertyPath.parse("/properties/Map/*/Id");
            assertThat(path.find(model("{'Map':{'a/b':{'Id':1},'c':2}}")))
                    .containsExactly(new PropertyPath.Located("/Map/a~1b/Id", json("1")));
        }

        @Test
        void removesFromEachItem() {
            ObjectNode model = model("{'Rules':[{'Id':'a','Name':'x'},{'Id':'b'},3]}");
            IDS.remove(model);
            assertThat(model).isEqualTo(model("{'Rules':[{'Name':'x'},{},3]}"));
        }

        @Test
        void removesAllItemsWhereItEnds() {
            ObjectNode model = model("{'Copies':['a','b'],'Map':{'c':1}}");
            PropertyPath.parse("/properties/Copies/*").remove(model);
            PropertyPath.parse("/properties/Map/*").remove(model);
            assertThat(model).isEqualTo(model("{'Copies':[],'Map':{}}"));
        }

        @Test
        void hasNoSingleValue() {
            assertThatIllegalStateException().isThrownBy(() -> IDS.value(model("{}")));
            assertThatIllegalStateException().isThrownBy(() -> IDS.set(model("{}"), json("1")));
        }
    }
}
