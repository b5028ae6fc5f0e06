package fairlead.server.registry.stack;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.contract.call.Settings;
import fairlead.contract.call.Subject;
import fairlead.contract.report.TextReport;
import fairlead.contract.result.Report;
import fairlead.contract.suite.Suite;
import fairlead.schema.TypeName;
import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.type.TypeVersion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Types whose handler is a template of other types.
class CompositesTest {

    private static final String PAIR = "Test::Made::Pair";
    private static final String PAIRS = Plane.GROUP + "/providers/Test.Made/pairs";
    private static final String SHELVES = Plane.GROUP + "/providers/Test.Stack/shelfs" + Plane.VERSION;

    @TempDir
    private static Path folder;

    private static StackPlane stacks;
    private static Plane plane;
    private static String version;

    @BeforeAll
    static void start() {
        stacks = new StackPlane(folder);
        plane = stacks.plane;
        Answer registered = register(CompositeTypes.archive(PAIR, CompositeTypes.PAIR));
        assertThat(registered.status()).as(registered.response().body()).isEqualTo(201);
        version = "?api-version="
                + plane.get("/fairlead/types/" + PAIR)
                        .json()
                        .at("/versions/0/apiVersion")
                        .asString();
    }

    @AfterAll
    static void stop() {
        stacks.close();
    }

    private static Answer register(byte[] archive) {
        return plane.post("/fairlead/types", "application/zip", archive);
    }

    private static Answer put(String name, String properties) {
        Answer answer = plane.put(
                PAIRS + "/" + name + version, "{\"location\": \"eu-west-1\", \"properties\": {" + properties + "}}");
        if (answer.status() >= 400) {
            return answer;
        }
        return plane.readUntil(
                PAIRS + "/" + name + version,
                now -> now.status() != 200
                        || List.of("Succeeded", "Failed", "Canceled").contains(state(now)));
    }

    private static String state(Answer answer) {
        return answer.json().at("/properties/provisioningState").asString("");
    }

    private static List<String> shelves(String name) {
        return plane.get(SHELVES)
                .json()
                .path("value")
                .valueStream()
                .map(shelf -> shelf.path("name").asString())
                .filter(shelf -> shelf.startsWith(name + "-"))
                .toList();
    }

    private static JsonNode shelf(String name, String key) {
        return plane.get(SHELVES)
                .json()
                .path("value")
                .valueStream()
                .filter(shelf -> shelf.path("name").asString().startsWith(name + "-"))
                .filter(shelf -> shelf.path("name").asString().contains("-" + key + "-"))
                .findFirst()
                .orElseThrow();
    }

    private static void delete(String name) {
        plane.send("DELETE", PAIRS + "/" + name + version, "");
        plane.readUntil(PAIRS + "/" + name + version, answer -> answer.status() == 404);
    }

    @Nested
    class AResource {

        @Test
        void isMadeOfWhatTheTemplateSaysAndTellsItsOutputs() {
            Answer made = put("web", "\"Size\": 7, \"Word\": \"secret\"");

            JsonNode properties = made.json().path("properties");
            assertThat(properties.path("provisioningState").asString()).isEqualTo("Succeeded");
            assertThat(properties.path("Size").asInt()).isEqualTo(7);
            assertThat(properties.path("Zone").asString()).isEqualTo("north");
            assertThat(properties.has("Word")).isFalse();
            assertThat(shelves("web"))
                    .hasSize(2)
                    .contains(properties.path("First").asString());
            assertThat(properties.path("Arn").asString()).startsWith("arn:test:eu-west-1:shelf/web-");
            assertThat(shelf("web", "One").at("/properties/Size").asInt()).isEqualTo(7);
        }

        @Test
        void isChangedByThePlanOfItsTemplate() {
            put("changed", "\"Size\": 2");
            String first = shelf("changed", "One").path("name").asString();

            Answer changed = put("changed", "\"Size\": 9");

            assertThat(state(changed)).isEqualTo("Succeeded");
            assertThat(shelf("changed", "One").path("name").asString()).isEqualTo(first);
            assertThat(shelf("changed", "One").at("/properties/Size").asInt()).isEqualTo(9);
        }

        @Test
        void tellsTheOutputsOfWhatTookThePlaceOfOther() {
            Answer before = put("replaced", "\"Zone\": \"north\"");

            Answer after = put("replaced", "\"Zone\": \"south\"");

            assertThat(state(after)).isEqualTo("Succeeded");
            assertThat(after.json().at("/properties/First").asString())
                    .isNotEqualTo(before.json().at("/properties/First").asString());
            assertThat(shelves("replaced")).hasSize(2);
        }

        @Test
        void leavesNothingWhenItIsDeleted() {
            put("gone", "\"Size\": 2");
            assertThat(shelves("gone")).hasSize(2);

            delete("gone");

            assertThat(shelves("gone")).isEmpty();
            assertThat(stacks.call("DescribeStacks").values("StackName")).noneMatch(name -> name.startsWith("gone-"));
        }

        @Test
        void isThereOnceHoweverOftenItIsAskedFor() {
            put("again", "\"Size\": 2");

            Answer again = put("again", "\"Size\": 2");

            assertThat(state(again)).isEqualTo("Succeeded");
            assertThat(shelves("again")).hasSize(2);
        }

        @Test
        void showsDriftOfWhatItIsMadeOf() {
            put("drifted", "\"Size\": 2");
            String one = shelf("drifted", "One").path("id").asString();
            plane.put(
                    one + Plane.VERSION,
                    "{\"location\": \"eu-west-1\", \"properties\": {\"Size\": 50, \"Zone\": \"north\"}}");

            Answer looked = plane.send("POST", PAIRS + "/drifted/detectDrift" + version, "");

            assertThat(looked.status()).as(looked.response().body()).isEqualTo(200);
            assertThat(looked.response().body()).contains("/Size is 50 and should be 2");
        }

        @Test
        void bringsBackWhatIsNoMoreAsItWasAskedFor() {
            put("reverted", "\"Size\": 2");
            String one = shelf("reverted", "One").path("id").asString();
            plane.put(
                    one + Plane.VERSION,
                    "{\"location\": \"eu-west-1\", \"properties\": {\"Size\": 50, \"Zone\": \"north\"}}");
            plane.send("PATCH", PAIRS + "/reverted/drift" + version, "{\"properties\": {\"policy\": \"repair\"}}");

            plane.send("POST", PAIRS + "/reverted/detectDrift" + version, "");

            plane.readUntil(
                    one + Plane.VERSION,
                    now -> now.json().at("/properties/Size").asInt() == 2);
        }

        @Test
        void isMadeWholeAgainWhenAPartOfItIsGone() {
            put("whole", "\"Size\": 2");
            String two = shelf("whole", "Two").path("id").asString();
            plane.send("DELETE", two + Plane.VERSION, "");
            plane.readUntil(two + Plane.VERSION, now -> now.status() == 404);

            Answer changed = put("whole", "\"Size\": 6");

            assertThat(state(changed)).isEqualTo("Succeeded");
            assertThat(shelves("whole")).hasSize(2);
        }
    }

    @Nested
    class AFailure {

        @Test
        void ofACreateLeavesNothing() {
            Answer failed = put("failing", "\"FailWith\": \"ServiceLimitExceeded\"");

            assertThat(failed.code()).isEqualTo("ServiceLimitExceeded");
            assertThat(failed.json().at("/error/message").asString()).startsWith("Two: ");
            assertThat(shelves("failing")).isEmpty();
            assertThat(stacks.call("DescribeStacks").values("StackName"))
                    .noneMatch(name -> name.startsWith("failing-"));
        }

        @Test
        void ofAnUpdateBringsBackWhatWasThere() {
            put("kept", "\"Size\": 2");

            Answer failed = put("kept", "\"Size\": 8, \"FailWith\": \"ServiceLimitExceeded\"");

            assertThat(failed.code()).isEqualTo("ServiceLimitExceeded");
            assertThat(shelf("kept", "One").at("/properties/Size").asInt()).isEqualTo(2);
            assertThat(state(put("kept", "\"Size\": 4"))).isEqualTo("Succeeded");
        }
    }

    @Nested
    class TheStack {

        @Test
        void isChangedByChangingItsResource() {
            put("guarded", "\"Size\": 2");
            String stack = stacks.call("DescribeStacks").values("StackName").stream()
                    .filter(name -> name.startsWith("guarded-"))
                    .findFirst()
                    .orElseThrow();

            for (String action : List.of("DeleteStack", "UpdateStack")) {
                var refused = stacks.call(action, "StackName", stack, "TemplateBody", CompositeTypes.PAIR);
                assertThat(refused.value("Message"))
                        .isEqualTo("Stack [" + stack + "] is what the resource " + PAIRS
                                + "/guarded is made of: change or" + " delete that instead.");
            }
        }
    }

    @Nested
    class AType {

        @Test
        void saysWhatItIsMadeOf() {
            assertThat(plane.get("/fairlead/types/" + PAIR)
                            .json()
                            .path("madeOf")
                            .toString())
                    .isEqualTo("[\"Test::Stack::Shelf\"]");
        }

        @Test
        void keepsTheTypesThatItIsMadeOf() {
            Answer refused = plane.send("DELETE", "/fairlead/types/Test::Stack::Shelf", "");

            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.json().at("/error/message").asString())
                    .matches("Test::Stack::Shelf can't be removed: version [0-9]{8} of Test::[A-Za-z:]+ is made of"
                            + " it[.]");
        }

        @Test
        void mayBeMadeOfSuchTypesFiveDeep() {
            String inner = PAIR;
            for (int depth = 2; depth <= 5; depth++) {
                String type = "Test::Deep::Level" + depth;
                assertThat(register(CompositeTypes.archive(type, wrapping(inner)))
                                .status())
                        .as(type)
                        .isEqualTo(201);
                inner = type;
            }
            Answer refused = register(CompositeTypes.archive("Test::Deep::Level6", wrapping(inner)));
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.response().body()).contains("types can be made of types 5 deep, and this is deeper");

            Answer made = plane.put(
                    Plane.GROUP + "/providers/Test.Deep/level5s/deep?api-version="
                            + plane.get("/fairlead/types/" + inner)
                                    .json()
                                    .at("/versions/0/apiVersion")
                                    .asString(),
                    "{\"location\": \"eu-west-1\", \"properties\": {\"Size\": 4}}");
            assertThat(made.status()).as(made.response().body()).isBetween(200, 201);
            String path = made.json().path("id").asString();
            String at = path + "?api-version="
                    + plane.get("/fairlead/types/" + inner)
                            .json()
                            .at("/versions/0/apiVersion")
                            .asString();
            plane.readUntil(
                    at, now -> !state(now).equals("Accepted") && !state(now).equals("Creating"));
            assertThat(state(plane.get(at))).isEqualTo("Succeeded");
            plane.send("DELETE", at, "");
            plane.readUntil(at, answer -> answer.status() == 404);
        }

        private static String wrapping(String inner) {
            return """
                Parameters:
                  Size: {Type: Number}
                Resources:
                  Inner: {Type: %s, Properties: {Size: !Ref Size}}
                Outputs:
                  Made: {Value: !Ref Inner}
                """.formatted(inner);
        }

        @Test
        void isNotMadeOfItself() {
            String loop = "Test::Loop::Outer";
            assertThat(register(CompositeTypes.archive(loop, wrapping(PAIR))).status())
                    .isEqualTo(201);
            assertThat(register(CompositeTypes.archive("Test::Loop::Inner", wrapping(loop)))
                            .status())
                    .isEqualTo(201);

            Answer refused = register(CompositeTypes.archive(loop, wrapping("Test::Loop::Inner")));

            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.response().body())
                    .contains("a type can't be made of itself: Test::Loop::Outer of Test::Loop::Inner of"
                            + " Test::Loop::Outer");
        }

        @Test
        void isRefusedWithAllThatIsWrongWithItsTemplate() {
            String template = """
                Parameters:
                  Size: {Type: Number}
                Resources:
                  One: {Type: Test::Stack::Shelf, Properties: {Size: !Ref Size}}
                Outputs:
                  Nothing: {Value: !GetAtt One.Nothing}
                  Other: {Value: !GetAtt One.Other}
                """;

            Answer refused = register(CompositeTypes.archive("Test::Made::Wrong", template));

            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.response().body())
                    .contains("Nothing")
                    .contains("Other")
                    .contains("line 6");
        }

        @Test
        void isRefusedIfItsTemplateLeavesOutWhatATypeNeeds() {
            String template = """
                Parameters:
                  Zone: {Type: String}
                Resources:
                  One: {Type: Test::Stack::Shelf, Properties: {Zone: !Ref Zone, Colour: red}}
                """;

            Answer refused = register(CompositeTypes.archive("Test::Made::Lacking", template));

            assertThat(refused.response().body())
                    .contains("One: Test::Stack::Shelf needs a property 'Size'")
                    .contains("One: Test::Stack::Shelf has no property 'Colour'")
                    .contains("template.yaml#/Resources/One/Properties/Colour");
        }

        @Test
        void isRefusedIfItsSchemaSaysOtherThanItsTemplate() {
            String template = """
                Parameters:
                  Size: {Type: Number}
                Resources:
                  One: {Type: Test::Stack::Shelf, Properties: {Size: !Ref Size}}
                """;
            var schema = CompositeTypes.schema("Test::Made::Misfit", template);
            ((tools.jackson.databind.node.ObjectNode) schema.path("properties"))
                    .putObject("Extra")
                    .put("type", "string");

            Answer refused = register(CompositeTypes.archive(
                    schema.toString(), template, "{\"template\": {\"uses\": [\"Test::Stack::Shelf\"]}}", true));

            assertThat(refused.response().body())
                    .contains("the template has neither a parameter nor an output 'Extra'")
                    .contains("schema.json#/properties/Extra");
        }

        @Test
        void saysWhichOutputsAreSecret() {
            String template = """
                Parameters:
                  Word: {Type: String, NoEcho: true}
                Resources:
                  One: {Type: Test::Stack::Shelf, Properties: {Size: 1}}
                Outputs:
                  Told: {Value: !Join ["", [!Ref Word, "!"]]}
                """;

            Answer refused = register(CompositeTypes.archive("Test::Made::Leak", template));

            assertThat(refused.response().body()).contains("the output 'Told' shows a secret");
        }

        @Test
        void needsItsTemplateAndTheTypesThatItUses() {
            Answer without = register(CompositeTypes.archive(
                    CompositeTypes.schema("Test::Made::None", CompositeTypes.PAIR)
                            .toString(),
                    "",
                    "{\"template\": {}}",
                    false));
            assertThat(without.response().body()).contains("archive.template-missing");

            Answer other = register(
                    CompositeTypes.archive("Test::Made::Other", CompositeTypes.PAIR, "{\"template\": {\"uses\": []}}"));
            assertThat(other.response().body())
                    .contains("expected the types that the template uses, [Test::Stack::Shelf]");
        }
    }

    @Test
    void keepsTheHandlerContract() {
        String template = CompositeTypes.PAIR
                .replace("  FailWith: {Type: String, Default: \"\"}\n", "")
                .replace("Conditions:\n  Fails: !Not [!Equals [!Ref FailWith, \"\"]]\n", "")
                .replace("      FailWith: !If [Fails, !Ref FailWith, !Ref AWS::NoValue]\n", "")
                .replace("MinValue: 1", "MinValue: 1, MaxValue: 100, AllowedValues: [1, 2, 3, 100]");
        String type = "Test::Made::Kept";
        Answer registered = register(CompositeTypes.archive(type, template));
        assertThat(registered.status()).as(registered.response().body()).isEqualTo(201);
        TypeVersion kept =
                plane.types().find(TypeName.parse(type)).orElseThrow().current();

        Report report = new Suite(
                        Subject.of(kept.schema(), new OnBehalf(kept.handler(), plane.types())), Settings.DEFAULT)
                .run();

        assertThat(report.verdict()).as(new TextReport(false).render(report)).isEqualTo(Report.Verdict.PASSED);
    }
}
