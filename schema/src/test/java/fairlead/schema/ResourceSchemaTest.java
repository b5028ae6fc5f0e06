package fairlead.schema;

import static fairlead.schema.Schemas.REPORT;
import static fairlead.schema.Schemas.json;
import static fairlead.schema.Schemas.model;
import static fairlead.schema.Schemas.thing;
import static fairlead.schema.Schemas.valid;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class ResourceSchemaTest {

    @Test
    void tellsWhatItsDocumentSays() {
        assertThat(REPORT.typeName()).hasToString("Initech::TPS::Report");
        assertThat(REPORT.description()).isEqualTo("A report that is due on Sunday.");
        assertThat(REPORT.additionalIdentifiers()).hasSize(1);
        assertThat(REPORT.conditionalCreateOnly()).hasToString("[/properties/Cover]");
        assertThat(REPORT.deprecated()).hasToString("[/properties/Weight]");
        assertThat(REPORT.handlers()).containsExactly(HandlerKind.values());
        assertThat(REPORT.replacementStrategy()).isEqualTo(ReplacementStrategy.DELETE_THEN_CREATE);
        assertThat(REPORT.declaresConfiguration()).isTrue();
    }

    @Test
    void replacesByTheStrategyOfTheSchema() {
        String unsaid = Schemas.thing("'Id':{'type':'string'}", "'createOnlyProperties':['/properties/Id']");

        assertThat(Schemas.valid(unsaid).replacementStrategy()).isEqualTo(ReplacementStrategy.CREATE_THEN_DELETE);
        assertThat(REPORT.replacementStrategy()).isEqualTo(ReplacementStrategy.DELETE_THEN_CREATE);
    }

    @Test
    void givesACopyOfItsDocument() {
        REPORT.document().removeAll();
        assertThat(REPORT.document().path("typeName").stringValue()).isEqualTo("Initech::TPS::Report");
    }

    @Test
    void doesNotChangeWithTheDocumentItWasLoadedFrom() {
        ObjectNode document = REPORT.document();
        Loaded loaded = ResourceSchema.load(document);
        document.removeAll();
        assertThat(loaded)
                .isInstanceOfSatisfying(
                        Loaded.Valid.class,
                        valid -> assertThat(valid.schema().description()).isNotEmpty());
    }

    @Test
    void listsItsProperties() {
        assertThat(REPORT.properties())
                .contains(
                        new Property("Department", "string", true, false, false, true, "Who asks for it."),
                        new Property("Note", "null or string", false, false, false, false, ""),
                        new Property("Rules", "array of object", false, false, false, false, ""),
                        new Property("Outline", "object", false, false, false, false, "Its chapters."),
                        new Property("Key", "string", false, false, true, false, ""),
                        new Property("State", "string", true, true, false, false, ""));
    }

    @Nested
    class Timeouts {

        @Test
        void areTheSchemasForWhatTakesLong() {
            assertThat(REPORT.timeout(HandlerKind.CREATE)).isEqualTo(Duration.ofMinutes(5));
            assertThat(REPORT.timeout(HandlerKind.DELETE)).isEqualTo(Duration.ofHours(2));
        }

        @Test
        void areHalfAMinuteForWhatAnswersAtOnce() {
            assertThat(REPORT.timeout(HandlerKind.READ)).isEqualTo(Duration.ofSeconds(30));
            assertThat(REPORT.timeout(HandlerKind.LIST)).isEqualTo(Duration.ofSeconds(30));
        }
    }

    @Nested
    class Tags {

        @Test
        void areWhereTheSchemaSays() {
            assertThat(REPORT.tagProperty()).contains("/properties/Tags");
            assertThat(REPORT.tagging().updatable()).isTrue();
        }

        @Test
        void needAProperty() {
            assertThat(valid(thing("'Id':{'type':'string'}")).taggable()).isFalse();
            assertThat(valid(thing("'Id':{'type':'string'},'Tags':{'type':'array'}"))
                            .taggable())
                    .isTrue();
        }

        @Test
        void canBeDeclined() {
            String tags = "'Id':{'type':'string'},'Tags':{'type':'array'}";
            assertThat(valid(thing(tags, "'taggable':false")).taggable()).isFalse();
            assertThat(valid(thing(tags, "'tagging':{'taggable':false}")).tagProperty())
                    .isEmpty();
        }

        @Test
        void areNotUpdatableWithoutAnUpdateHandler() {
            ResourceSchema schema = valid(thing("'Id':{'type':'string'},'Tags':{'type':'array'}"));
            assertThat(schema.tagging().updatable()).isFalse();
        }
    }

    @Nested
    class Configurations {

        @Test
        void areRefusedWhereNoneIsDeclared() {
            ResourceSchema schema = valid(thing("'Id':{'type':'string'}"));
            assertThat(schema.validateConfiguration(model("{}"))).isEmpty();
            assertThat(schema.validateConfiguration(model("{'ApiKey':'x'}")))
                    .extracting(Finding::id)
                    .containsExactly("configuration.undeclared");
        }
    }

    @Nested
    class Models {

        @Test
        void thatAreDeepAreReadWithoutOverflow() {
            ObjectNode tree = JsonNodeFactory.instance.objectNode();
            for (int i = 0; i < 100; i++) {
                ObjectNode next = JsonNodeFactory.instance.objectNode();
                next.putArray("Branches").add(tree);
                tree = next;
            }
            ObjectNode model = JsonNodeFactory.instance.objectNode().set("Outline", tree);
            assertThat(REPORT.validateModel(model)).extracting(Finding::id).containsExactly("model.depth");
        }

        @Test
        void ofASchemaThatContainsItselfTwiceAreCompared() {
            ResourceSchema schema = valid(thing(
                    "'Id':{'type':'string'},'T':{'$ref':'#/definitions/T'}",
                    "'definitions':{'T':{'type':'object','anyOf':[{'properties':{'N':{'$ref':'#/definitions/T'}}},"
                            + "{'properties':{'N':{'$ref':'#/definitions/T'}}}]}}"));
            ObjectNode tree = model("{}");
            for (int i = 0; i < 60; i++) {
                tree = JsonNodeFactory.instance.objectNode().set("N", tree);
            }
            ObjectNode model = JsonNodeFactory.instance.objectNode().set("T", tree);
            assertThat(schema.equal(model, model.deepCopy())).isTrue();
        }

        @Test
        void withABooleanOrANumberAreNoObjects() {
            assertThat(REPORT.validateModel(json("true")))
                    .extracting(Finding::id)
                    .containsExactly("model.type");
        }

        @Test
        void withACatastrophicPatternAreAnsweredSoon() {
            ResourceSchema schema = valid(thing("'Id':{'type':'string','pattern':'^((a+)+)\\\\2?c$'}"));
            ObjectNode model = JsonNodeFactory.instance.objectNode().put("Id", "a".repeat(100) + "b");
            assertThat(schema.validateInput(model)).extracting(Finding::id).containsExactly("model.pattern-too-slow");
        }
    }
}
