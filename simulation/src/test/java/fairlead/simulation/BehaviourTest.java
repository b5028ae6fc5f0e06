package fairlead.simulation;

import static fairlead.simulation.World.failure;
import static fairlead.simulation.World.json;
import static fairlead.simulation.World.properties;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.Create;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.schema.Finding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class BehaviourTest {

    @Nested
    class Delays {

        private final World gadgets =
                new World("gadget", "{'create': {'delaySeconds': {'property': '/DelaySeconds'}, 'steps': 2}}");

        @Test
        void areSpreadOverTheSteps() {
            Create request = Create.of(json("{'Label': 'x', 'DelaySeconds': 10}"));
            Progress.Again first = (Progress.Again) gadgets.handler.create(request, gadgets.context("t"));
            gadgets.later(first.after());
            Progress.Again second =
                    (Progress.Again) gadgets.handler.create(after(request, first), gadgets.context("t"));
            gadgets.later(second.after());
            Progress last = gadgets.handler.create(after(request, second), gadgets.context("t"));

            assertThat(first.after()).isEqualTo(Duration.ofSeconds(5));
            assertThat(second.percent())
                    .hasValueSatisfying(percent -> assertThat(percent).isBetween(1.0, 99.0));
            assertThat(first.properties().has("GadgetId")).isTrue();
            assertThat(properties(last)).isEqualTo(first.properties());
        }

        @Test
        void areWaitedForByWhoCallsTooEarly() {
            Create request = Create.of(json("{'Label': 'x', 'DelaySeconds': 10}"));
            Progress answer = gadgets.handler.create(request, gadgets.context("t"));
            for (int i = 0; i < 5; i++) {
                answer = gadgets.handler.create(after(request, (Progress.Again) answer), gadgets.context("t"));
            }

            assertThat(answer).isInstanceOf(Progress.Again.class);
        }

        @Test
        void areNoneWithoutAValue() {
            assertThat(gadgets.create("{'Label': 'x'}")).isInstanceOf(Progress.Again.class);
            assertThat(new World("gadget", "{'create': {'delaySeconds': {'property': '/DelaySeconds'}}}")
                            .create("{'Label': 'x'}"))
                    .isInstanceOf(Progress.Done.class);
        }

        private Create after(Create request, Progress.Again answer) {
            return new Create(request.desired(), Optional.of(answer.memo()), Optional.of(answer.properties()));
        }
    }

    @Nested
    class Failures {

        @Test
        void haveTheCodeThatAPropertyNames() {
            World gadgets = new World("gadget", "{'create': {'fail': {'code': {'property': '/FailWith'}}}}");

            assertThat(failure(() -> gadgets.create("{'Label': 'x', 'FailWith': 'NotStabilized'}")))
                    .isEqualTo(ErrorCode.NOT_STABILIZED);
            assertThat(gadgets.create("{'Label': 'x'}")).isInstanceOf(Progress.Done.class);
            assertThat(gadgets.list("{}", 10, Optional.empty()).identifiers()).hasSize(1);
        }

        @Test
        void endAfterSoManyTimes() {
            World gadgets = new World("gadget", "{'create': {'fail': {'code': 'Throttling', 'times': 2}}}");

            assertThat(failure(() -> gadgets.attempt(2).create("{'Label': 'x'}")))
                    .isEqualTo(ErrorCode.THROTTLING);
            assertThat(gadgets.attempt(3).create("{'Label': 'x'}")).isInstanceOf(Progress.Done.class);
        }
    }

    @Nested
    class Visibility {

        @Test
        void comesAfterSoManyReads() {
            World widgets = new World("widget", "{'visible': {'afterReads': 1}}");
            ObjectNode made = widgets.made("{'Name': 'a'}");

            assertThat(failure(() -> widgets.seen(made))).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(widgets.seen(made)).isEqualTo(made);
            ObjectNode changed = properties(widgets.update(made, "{'Name': 'a', 'Size': 2}"));
            assertThat(widgets.seen(made)).isEqualTo(made);
            assertThat(widgets.seen(made)).isEqualTo(changed);
        }

        @Test
        void comesAfterATime() {
            World widgets = new World("widget", "{'visible': {'afterSeconds': 5}}");
            ObjectNode made = widgets.made("{'Name': 'a'}");

            assertThat(failure(() -> widgets.seen(made))).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(widgets.list("{}", 5, Optional.empty()).identifiers()).isEmpty();
            widgets.later(Duration.ofSeconds(5));
            assertThat(widgets.seen(made)).isEqualTo(made);
        }
    }

    @Nested
    class Values {

        private final World widgets = new World("widget", """
            {'values': {
              '/Revision': {'count': 'updates', 'from': 1},
              '/Arn': {'text': 'arn:aws:tps:${region}:${account}:${/Name}'},
              '/Serial': {'value': 'W01ABC'}}}
            """);

        @Test
        void areCountedWrittenAndGiven() {
            ObjectNode made = widgets.made("{'Name': 'a'}");

            assertThat(made.path("Revision").intValue()).isEqualTo(1);
            assertThat(made.path("Arn").stringValue()).isEqualTo("arn:aws:tps:eu-west-1:111122223333:a");
            assertThat(made.path("Serial").stringValue()).isEqualTo("W01ABC");
            assertThat(properties(widgets.update(made, "{'Name': 'a', 'Size': 2}"))
                            .path("Revision")
                            .intValue())
                    .isEqualTo(2);
        }
    }

    @Nested
    class Identifiers {

        private final World gadgets = new World("gadget", "{'values': {'/GadgetId': {'text': 'gadget-${random:8}'}}}");

        @Test
        void haveSoManyRandomDigitsAndKeepThem() {
            ObjectNode made = gadgets.made("{'Label': 'a'}");
            ObjectNode other = gadgets.made("{'Label': 'a'}");

            assertThat(made.path("GadgetId").stringValue()).matches("gadget-[0-9a-f]{8}");
            assertThat(other.path("GadgetId")).isNotEqualTo(made.path("GadgetId"));
            assertThat(properties(gadgets.update(made, "{'Label': 'b'}")).path("GadgetId"))
                    .isEqualTo(made.path("GadgetId"));
        }
    }

    @Nested
    class AFileThatIsWrong {

        @Test
        void isToldAllOfIt() {
            List<Finding> findings = wrong("widget", """
                {'create': {'delaySeconds': -1, 'fail': {'code': 'Oops'}, 'speed': 3},
                 'read': {'steps': 2},
                 'delete': {'latencySeconds': {'property': '/Secret'}},
                 'update': {'delaySeconds': {'property': '/Nothing'}},
                 'values': {'/Name': {'value': 'x'}, '/Revision': {'value': 'x'}, '/Arn': {'text': '${/Secret}'}}}
                """);

            assertThat(findings)
                    .extracting(finding -> finding.pointer() + " " + finding.id())
                    .containsExactlyInAnyOrder(
                            "/create/delaySeconds behaviour.type",
                            "/create/fail/code behaviour.code",
                            "/create/speed behaviour.unknown-key",
                            "/read/steps behaviour.unknown-key",
                            "/delete/latencySeconds/property behaviour.property",
                            "/delete/latencySeconds/property behaviour.property",
                            "/update/delaySeconds/property behaviour.property",
                            "/values/~1Name behaviour.value",
                            "/values/~1Revision behaviour.value",
                            "/values/~1Arn/text behaviour.value");
        }

        @Test
        void isToldWhichHandlerThereIsNot() {
            assertThat(wrong("part", "{'update': {'steps': 1}}"))
                    .extracting(Finding::id)
                    .containsExactly("behaviour.handler");
        }

        private List<Finding> wrong(String schema, String document) {
            return switch (Behaviour.parse(json(document), World.schema(schema))) {
                case Behaviour.Parsed.Invalid(var findings) -> findings;
                case Behaviour.Parsed.Valid _ -> List.of();
            };
        }
    }
}
