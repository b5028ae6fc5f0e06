package fairlead.providers.lab;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.ErrorCode;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.ResourceType;
import fairlead.handler.testing.ManualWorker;
import fairlead.handler.testing.SettableClock;
import fairlead.providers.Conforming;
import fairlead.schema.ResourceSchema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class ThingHandlerTest {

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.atNoon();
    private FileLedger ledger;
    private ThingHandler handler;
    private ManualWorker worker;

    @BeforeEach
    void open() {
        ledger = new FileLedger(folder);
        handler = new ThingHandler(ledger);
        worker = new ManualWorker("Fairlead::Lab::Thing", handler, clock);
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    @Nested
    class AThing {

        @Test
        void hasAnIdentifierThatFollowsFromTheToken() {
            assertThat(done(worker.create(json("{}"), "one"))).isEqualTo(json("""
                {"Id": "thing-7692c3ad3540bb80", "CreatedAt": "2026-11-01T12:00:00Z", "Generation": 0}
                """));
        }

        @Test
        void comesBackAsItWasAskedForButForItsSecret() {
            ObjectNode made = make("""
                {"Text": "ä", "Number": 1.5, "Labels": ["b", "a"], "Settings": {"Limits": {"Lowest": 1}},
                 "Secret": "open sesame", "Flavor": "Sour", "Size": 3}
                """);

            assertThat(done(worker.read(id(made)))).hasToString(made.toString());
            assertThat(made.remove(List.of("Id", "CreatedAt", "Generation")))
                    .hasToString(json("""
                        {"Text": "ä", "Number": 1.5, "Labels": ["a", "b"], "Settings": {"Limits": {"Lowest": 1}},
                         "Flavor": "Sour", "Size": 3, "Ballast": "xxx"}
                        """).toString());
        }

        @Test
        void keepsNothingOfItsSecretButTheHash() {
            make("{\"Secret\": \"open sesame\"}");

            assertThat(folder.resolve("ledger.jsonl"))
                    .content()
                    .contains("41ef4bb0b23661e66301aac36066912dac037827b4ae63a7b1165a5aa93ed4eb")
                    .doesNotContain("open sesame");
        }

        @Test
        void losesWhatAnUpdateLeavesOut() {
            ObjectNode made = make("{\"Text\": \"a\", \"Number\": 1}");

            ObjectNode changed = done(worker.update(id(made), json("{\"Number\": 2}"), made));

            assertThat(changed.remove(List.of("Id", "CreatedAt")))
                    .isEqualTo(json("{\"Number\": 2, \"Generation\": 1}"));
        }

        @Test
        void keepsItsFlavor() {
            ObjectNode made = make("{\"Flavor\": \"Sweet\"}");

            assertThat(failed(worker.update(id(made), json("{\"Flavor\": \"Sour\"}"), made)))
                    .isEqualTo(ErrorCode.NOT_UPDATABLE);
        }

        @Test
        void isNotFoundOnceDeleted() {
            ObjectNode made = make("{}");

            assertThat(worker.delete(id(made))).isEqualTo(Progress.gone());
            assertThat(failed(worker.read(id(made)))).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(failed(worker.delete(id(made)))).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(failed(worker.update(id(made), made, made))).isEqualTo(ErrorCode.NOT_FOUND);
        }
    }

    @Nested
    class Lists {

        @Test
        void goThroughAllPages() {
            List<ObjectNode> made = List.of(id(make("{}")), id(make("{}")), id(make("{}")), id(make("{}")));

            assertThat(worker.list()).containsExactlyInAnyOrderElementsOf(made);
        }

        @Test
        void holdWhatTheFilterAsksFor() {
            make("{\"Text\": \"other\"}");
            List<ObjectNode> wanted =
                    List.of(id(make("{\"Text\": \"a\"}")), id(make("{\"Text\": \"a\", \"Number\": 1}")));

            Page first = handler.list(new Query(json("{\"Text\": \"a\"}"), 1, Optional.empty()), context());
            Page second = handler.list(new Query(json("{\"Text\": \"a\"}"), 1, first.next()), context());

            assertThat(List.of(
                            first.identifiers().getFirst(), second.identifiers().getFirst()))
                    .containsExactlyInAnyOrderElementsOf(wanted);
            assertThat(second.next()).isEmpty();
        }
    }

    @Nested
    class Steps {

        @Test
        void areTakenOneByOneWithTheirDelay() {
            ObjectNode made =
                    make("{\"CreateSteps\": 3, \"UpdateSteps\": 2, \"DeleteSteps\": 1, \"StepDelaySeconds\": 0.5}");
            assertThat(worker.calls()).isEqualTo(4);
            assertThat(clock.instant()).isEqualTo("2026-11-01T12:00:01.500Z");

            ObjectNode changed = done(worker.update(id(made), properties(made).put("Text", "a"), made));
            assertThat(changed.get("Generation").intValue()).isEqualTo(1);
            assertThat(worker.calls()).isEqualTo(4 + 3);

            worker.delete(id(made));
            assertThat(worker.calls()).isEqualTo(4 + 3 + 2);
        }

        @Test
        void giveTheIdentifierFromTheFirstOn() {
            Progress first = handler.create(Create.of(json("{\"CreateSteps\": 1}")), context());

            assertThat(first).isInstanceOfSatisfying(Progress.Again.class, again -> {
                assertThat(again.properties().get("Id").stringValue()).isEqualTo(Model.idOf("token"));
                assertThat(again.message()).isEqualTo("create: step 1 of 1");
            });
        }
    }

    @Test
    void everyCallMayBeRepeated() {
        worker.repeatingEveryCall();
        ObjectNode made = make("{\"CreateSteps\": 2, \"UpdateSteps\": 2, \"DeleteSteps\": 2, \"StepDelaySeconds\": 1}");
        ObjectNode changed = done(worker.update(id(made), properties(made).put("Text", "a"), made));

        assertThat(changed.get("Generation").intValue()).isEqualTo(1);
        assertThat(worker.list()).containsExactly(id(made));
        assertThat(worker.delete(id(made))).isEqualTo(Progress.gone());
    }

    @Nested
    class AFailureAskedFor {

        @Test
        void keepsTheThingFromBeingMade() {
            assertThat(failed(worker.create(json(fail("create", "ServiceLimitExceeded", "")))))
                    .isEqualTo(ErrorCode.SERVICE_LIMIT_EXCEEDED);
            assertThat(worker.list()).isEmpty();
        }

        @Test
        void atALaterStepLeavesTheThingThere() {
            String desired = """
                {"CreateSteps": 2, "Fail": {"On": "create", "Code": "NotStabilized", "AtStep": 2}}\
                """;

            assertThat(failed(worker.create(json(desired)))).isEqualTo(ErrorCode.NOT_STABILIZED);
            assertThat(worker.calls()).isEqualTo(3);
            assertThat(worker.list()).hasSize(1);
        }

        @ParameterizedTest
        @ValueSource(strings = {"create", "read", "update", "delete"})
        void happensAsOftenAsAsked(String verb) {
            ObjectNode desired = json(fail(verb, "Throttling", ", \"Times\": 2"));
            for (int i = 0; verb.equals("create") && i < 2; i++) {
                assertThat(failed(worker.create(desired, "one"))).isEqualTo(ErrorCode.THROTTLING);
            }
            ObjectNode made = done(worker.create(desired, "one"));
            for (int i = 0; !verb.equals("create") && i < 2; i++) {
                assertThat(failed(call(verb, made))).isEqualTo(ErrorCode.THROTTLING);
            }

            assertThat(call(verb, made)).isNotInstanceOf(Progress.Failed.class);
        }

        private Progress call(String verb, ObjectNode made) {
            return switch (verb) {
                case "update" -> worker.update(id(made), properties(made), made);
                case "delete" -> worker.delete(id(made));
                default -> worker.read(id(made));
            };
        }

        private static String fail(String verb, String code, String more) {
            return "{\"Fail\": {\"On\": \"%s\", \"Code\": \"%s\"%s}}".formatted(verb, code, more);
        }
    }

    @Nested
    class EventualConsistency {

        @Test
        void hidesANewThingFromTheFirstReads() {
            ObjectNode made = make("{\"VisibleAfterReads\": 2}");

            assertThat(failed(worker.read(id(made)))).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(failed(worker.read(id(made)))).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(done(worker.read(id(made)))).isEqualTo(made);
            assertThat(done(worker.read(id(made)))).isEqualTo(made);
        }

        @Test
        void showsTheOldStateAfterAnUpdate() {
            ObjectNode made = make("{\"Text\": \"old\"}");
            ObjectNode changed = done(worker.update(id(made), json("{\"VisibleAfterReads\": 1}"), made));

            assertThat(done(worker.read(id(made)))).isEqualTo(made);
            assertThat(done(worker.read(id(made)))).isEqualTo(changed);
        }
    }

    @Nested
    class ABreachAskedFor {

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
            MissingIdentifier | {"Text": "a", "Generation": 0}
            NullProperty      | {"Id": "?", "Text": null, "Generation": 0}
            WriteOnlyReturned | {"Id": "?", "Text": "a", "Secret": "returned", "Generation": 0}
            WrongType         | {"Id": "?", "Text": "a", "Number": "seven", "Generation": 0}
            UnknownProperty   | {"Id": "?", "Text": "a", "Surprise": true, "Generation": 0}
            DroppedProperty   | {"Id": "?", "Generation": 0}
            """)
        void spoilsTheModelOfTheReadItIsLimitedTo(String breach, String expected) {
            ObjectNode made = make("{\"Text\": \"a\", \"Breach\": \"%s\", \"BreachOn\": \"read\"}".formatted(breach));
            assertThat(made.get("Text").stringValue()).isEqualTo("a");

            ObjectNode read = done(worker.read(id(made))).remove(List.of("Breach", "BreachOn", "CreatedAt"));

            assertThat(read.has("Id") ? read.put("Id", "?") : read).isEqualTo(json(expected));
        }

        @Test
        void answersAReadWithInProgress() {
            ObjectNode made = make("{\"Breach\": \"InProgressOnRead\"}");

            assertThat(worker.read(id(made))).isInstanceOf(Progress.Again.class);
        }

        @Test
        void changesTheIdentifierOfAnUpdate() {
            ObjectNode made = make("{}");

            assertThat(done(worker.update(id(made), json("{\"Breach\": \"ChangedIdentifier\"}"), made))
                            .get("Id")
                            .stringValue())
                    .isEqualTo(made.get("Id").stringValue() + "-changed");
        }

        @Test
        void answersADeleteWithAModelOrLeavesTheThing() {
            ObjectNode withModel = make("{\"Breach\": \"ModelOnDelete\"}");
            ObjectNode staying = make("{\"Breach\": \"StaysAfterDelete\"}");

            assertThat(done(worker.delete(id(withModel)))).isEqualTo(withModel);
            assertThat(worker.delete(id(staying))).isEqualTo(Progress.gone());
            assertThat(worker.list()).containsExactly(id(staying));
        }

        @Test
        void throwsAnything() {
            assertThat(failed(worker.create(json("{\"Breach\": \"Throws\"}")))).isEqualTo(ErrorCode.INTERNAL_FAILURE);
        }

        @Test
        void hangsUntilInterrupted() {
            Thread.currentThread().interrupt();

            assertThat(failed(worker.create(json("{\"Breach\": \"Hangs\"}")))).isEqualTo(ErrorCode.SERVICE_TIMEOUT);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Nested
    class TheSchema {

        private final ObjectNode schema = only().schema();

        @Test
        void isObeyedByTheModels() {
            ObjectNode desired = json("""
                {"Text": "ä", "Number": 1.5, "Labels": ["b", "a"], "Settings": {"Limits": {"Lowest": 1}},
                 "Secret": "open sesame", "Flavor": "Sour", "Size": 3, "CreateSteps": 1, "StepDelaySeconds": 0.25,
                 "Fail": {"On": "delete", "Code": "Throttling", "Times": 1, "AtStep": 0}}
                """);
            ResourceSchema loaded = Conforming.schema(only());

            ObjectNode model = done(worker.create(desired));

            assertThat(loaded.validateInput(desired)).isEmpty();
            assertThat(loaded.validateModel(model)).isEmpty();
            assertThat(loaded.unmet(loaded.withoutWriteOnly(desired), model)).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(strings = {"NullProperty", "WrongType", "UnknownProperty"})
        void isBreachedWhereThatIsAskedFor(String breach) {
            ResourceSchema loaded = Conforming.schema(only());

            assertThat(loaded.validateModel(make("{\"Breach\": \"%s\"}".formatted(breach))))
                    .isNotEmpty();
        }

        @Test
        void knowsEveryErrorCode() {
            assertThat(enumAt("/definitions/Fail/properties/Code/enum"))
                    .containsExactly(Arrays.stream(ErrorCode.values())
                            .map(ErrorCode::wireName)
                            .toArray(String[]::new));
        }

        @Test
        void knowsEveryBreachAndExplainsIt() {
            String description = schema.at("/properties/Breach/description").stringValue();

            assertThat(enumAt("/properties/Breach/enum"))
                    .containsExactly(Arrays.stream(Breach.values())
                            .filter(breach -> breach != Breach.NONE)
                            .map(Breach::wireName)
                            .toArray(String[]::new))
                    .allSatisfy(breach -> assertThat(description).contains(breach + " ("));
        }

        @Test
        void knowsEveryVerb() {
            assertThat(enumAt("/definitions/Verb/enum"))
                    .containsExactly(
                            Arrays.stream(Verb.values()).map(Verb::wireName).toArray(String[]::new));
        }

        private List<String> enumAt(String pointer) {
            return schema.at(pointer).valueStream().map(JsonNode::stringValue).toList();
        }

        private ResourceType only() {
            return LabTypes.all(ledger).getFirst();
        }
    }

    private ObjectNode make(String desired) {
        return done(worker.create(json(desired)));
    }

    private Context context() {
        return Context.builder("Fairlead::Lab::Thing", "token", clock.instant().plus(Duration.ofMinutes(1)), clock)
                .in("test", "local")
                .name("thing")
                .build();
    }

    private static ObjectNode done(Progress progress) {
        assertThat(progress).isInstanceOf(Progress.Done.class);
        return ((Progress.Done) progress).properties();
    }

    private static ErrorCode failed(Progress progress) {
        assertThat(progress).isInstanceOf(Progress.Failed.class);
        return ((Progress.Failed) progress).code();
    }

    private static ObjectNode id(ObjectNode made) {
        return JsonNodeFactory.instance.objectNode().set("Id", made.get("Id"));
    }

    private static ObjectNode properties(ObjectNode model) {
        return model.deepCopy().remove(List.of("Id", "CreatedAt", "Generation", "Ballast"));
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text);
    }
}
