package fairlead.contract.suite;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.contract.Rule;
import fairlead.contract.call.FaultInjection;
import fairlead.contract.call.Settings;
import fairlead.contract.call.Subject;
import fairlead.contract.input.InputSet;
import fairlead.contract.input.Inputs;
import fairlead.contract.report.JsonReport;
import fairlead.contract.report.TextReport;
import fairlead.contract.result.Failure;
import fairlead.contract.result.Replay;
import fairlead.contract.result.ReplayOutcome;
import fairlead.contract.result.ReplayedCall;
import fairlead.contract.result.Report;
import fairlead.contract.result.Result;
import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Progress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// How the suite behaves, apart from what it finds.
class SuiteTest {

    private static final Clock NOON = Clock.fixed(Instant.parse("2026-11-01T12:00:00Z"), ZoneOffset.UTC);

    private static Report run(Reference handler, Settings settings) {
        return new Suite(Subject.of(handler.design.schema(), handler), settings).run();
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    @Test
    void saysTheSameEachTime() {
        Settings settings = Settings.DEFAULT.seeded(42).at(NOON);
        ObjectNode first = JsonReport.render(run(new Reference(Design.BUCKET, 1), settings));
        ObjectNode second = JsonReport.render(run(new Reference(Design.BUCKET, 1), settings));
        assertThat(first.without("milliseconds")).isEqualTo(second.without("milliseconds"));
    }

    @Test
    void tellsWhatItHadNoTimeFor() {
        Settings patient = Settings.DEFAULT.budget(Duration.ofMinutes(1));
        Report report = run(new Reference(Design.REPORT, 0), patient.budget(Duration.ZERO));
        assertThat(leftOut(report, Rule.UPDATE_DESIRED_STATE))
                .singleElement()
                .asString()
                .matches("(\\d+) of \\1 slight changes, after 0.0 s");
        assertThat(leftOut(report, Rule.LIST_PAGINATES))
                .containsExactly("102 of 105 resources in one list, after 0.0 s");
        assertThat(new TextReport(false).render(report)).contains("; left out: 102 of 105 resources");
        assertThat(leftOut(run(new Reference(Design.REPORT, 0), patient), Rule.LIST_PAGINATES))
                .isEmpty();
    }

    private static List<String> leftOut(Report report, Rule rule) {
        return report.passed().stream()
                .filter(result -> result.rule() == rule)
                .flatMap(result -> result.leftOut().stream())
                .toList();
    }

    @Test
    void leavesOpenWhatAServiceThatKeepsNamesForAWhileWouldDoLater() {
        Reference handler = new Reference(Design.BUCKET, 0) {
            private final Set<String> kept = new HashSet<>();

            @Override
            void remove(Resource resource) {
                super.remove(resource);
                kept.add(resource.id);
            }

            @Override
            void refuseNamesake(ObjectNode desired) {
                super.refuseNamesake(desired);
                if (kept.contains(desired.path("Name").asString())) {
                    throw new HandlerException(ErrorCode.RESOURCE_CONFLICT, "It was deleted a minute ago.");
                }
            }
        };
        Report report = run(handler, Settings.DEFAULT);
        assertThat(report.failed()).isEmpty();
        assertThat(report.notes()).anyMatch(note -> note.endsWith("is not known: It was deleted a minute ago."));
    }

    @Test
    void isInconclusiveIfNothingCanBeCreated() {
        Report report = SampleReports.refused();
        assertThat(report.verdict()).isEqualTo(Report.Verdict.INCONCLUSIVE);
        assertThat(report.notes()).anyMatch(note -> note.contains("InvalidRequest: Not <you>."));
        assertThat(report.passed()).extracting(Result::rule).doesNotContain(Rule.CREATE_DESIRED_STATE);
    }

    @Test
    void leavesNothingBehind() {
        Reference handler = new Reference(Design.BUCKET, 2);
        run(handler, Settings.DEFAULT);
        assertThat(handler.resources).isEmpty();
    }

    @Test
    void shrinksTheInputThatFails() {
        Reference handler = new Reference(Design.REPORT, 0) {
            @Override
            ObjectNode created(Resource resource) {
                ObjectNode model = super.created(resource);
                return model.has("Chapters") ? model.put("Title", "other") : model;
            }
        };
        Settings patient = Settings.DEFAULT.budget(Duration.ofMinutes(1));
        Failure failure = run(handler, patient).failed().getFirst().failures().getFirst();
        assertThat(failure.rule()).isEqualTo(Rule.CREATE_RETURNS_REQUEST);
        assertThat(failure.input().orElseThrow().propertyNames()).containsExactlyInAnyOrder("Title", "Chapters");
        assertThat(failure.input().orElseThrow().path("Chapters")).isEmpty();
    }

    @Test
    void replaysAFailure() {
        Report report = SampleReports.broken();
        Failure failure = report.failed().getFirst().failures().getFirst();
        Replay replay = Replay.parse(Replay.toJson(report, failure, true));
        Reference handler = CreateMutants.REPETITIONS.getFirst().handler().get();
        ReplayOutcome again = new Suite(Subject.of(handler.design.schema(), handler), Settings.DEFAULT).replay(replay);
        assertThat(again.report().broken()).contains(replay.rule());
        assertThat(again.calls()).hasSameSizeAs(failure.calls()).allMatch(ReplayedCall::isSame);
        assertThat(replay.digest()).hasSize(64);
    }

    @Test
    void tellsWhatIsOtherwiseWhenTheHandlerIsMended() {
        Report report = SampleReports.broken();
        Failure failure = report.failed().getFirst().failures().getFirst();
        Replay replay = Replay.parse(Replay.toJson(report, failure, true));
        Reference mended = new Reference(Design.REPORT, 0);
        ReplayOutcome again = new Suite(Subject.of(mended.design.schema(), mended), Settings.DEFAULT).replay(replay);
        assertThat(again.report().broken()).isEmpty();
        assertThat(again.calls()).hasSameSizeAs(failure.calls());
        assertThat(mended.resources).isEmpty();
    }

    @Test
    void keepsTheInputsOfAProjectOutOfAReplay() {
        Report report = SampleReports.broken();
        Failure failure = report.failed().getFirst().failures().getFirst();
        assertThat(Replay.toJson(report, failure, false).toString()).doesNotContain("Title");
    }

    @ParameterizedTest
    @EnumSource(FaultInjection.class)
    void passesAGoodHandlerInAnyChaos(FaultInjection chaos) {
        for (Design design : Design.values()) {
            Report report = run(new Reference(design, 1), Settings.DEFAULT.with(chaos));
            assertThat(report.failed()).isEmpty();
        }
    }

    @Test
    void forgivesWhatShowsLateWhenAskedTo() {
        Reference late = CreateMutants.late(2);
        assertThat(run(late, Settings.DEFAULT.with(FaultInjection.EVENTUAL)).broken())
                .isEmpty();
    }

    @Nested
    class WithInputsOfAProject {

        private Report run(InputSet... sets) {
            Reference handler = new Reference(Design.BUCKET, 0) {
                @Override
                public synchronized Progress create(Create request, Context context) {
                    if (request.desired().path("Quota").asInt() == 13) {
                        throw new HandlerException(ErrorCode.INTERNAL_FAILURE, "Unlucky.");
                    }
                    return super.create(request, context);
                }
            };
            Subject subject = Subject.of(handler.design.schema(), handler)
                    .with(Inputs.given(handler.design.schema(), List.of(sets)));
            return new Suite(subject, Settings.DEFAULT).run();
        }

        private static final ObjectNode FIRST =
                json("{'Name': 'one', 'Alias': 'AAAAAA', 'Hosts': ['a', 'b'], 'Quota': 5}");
        private static final ObjectNode SECOND = json("{'Name': 'one', 'Alias': 'AAAAAA', 'Hosts': ['c']}");
        private static final ObjectNode OTHER = json("{'Name': 'two', 'Alias': 'BBBBBB'}");

        @Test
        void exercisesWhatTheyLetItExercise() {
            Report report = run(
                    new InputSet("inputs_1", FIRST, Optional.of(SECOND), Optional.empty()),
                    new InputSet("inputs_2", OTHER, Optional.empty(), Optional.empty()));
            assertThat(report.failed()).isEmpty();
            assertThat(report.passed())
                    .extracting(Result::rule)
                    .contains(Rule.UPDATE_REPLACES, Rule.LIST_PAGINATES, Rule.CREATE_ALREADY_EXISTS);
        }

        @Test
        void findsThatAnInvalidInputIsRefusedWithAnUnfitCode() {
            Report report = run(new InputSet(
                    "inputs_1",
                    FIRST,
                    Optional.empty(),
                    Optional.of(json("{'Name': 'bad', 'Alias': 'CCCCCC', 'Quota': 13}"))));
            assertThat(report.broken()).containsExactly(Rule.FAILURE_CODE);
        }

        private Reference forgetting() {
            return new Reference(Design.BUCKET, 0) {
                @Override
                ObjectNode shown(Resource resource) {
                    ObjectNode model = super.shown(resource);
                    return model.path("Hosts").isEmpty() ? model.without("Hosts") : model;
                }
            };
        }

        private List<Rule> broken(Settings settings, Reference handler, InputSet set) {
            Subject subject = Subject.of(handler.design.schema(), handler)
                    .with(Inputs.given(handler.design.schema(), List.of(set)));
            return new Suite(subject, settings).run().broken();
        }

        @Test
        void triesValuesThatAreEasilyLostInTheirPlace() {
            InputSet set = new InputSet("inputs_1", FIRST, Optional.empty(), Optional.empty());
            assertThat(broken(Settings.DEFAULT, forgetting(), set)).contains(Rule.CREATE_RETURNS_REQUEST);
            assertThat(broken(Settings.DEFAULT.unusual(false), forgetting(), set))
                    .isEmpty();
        }

        @Test
        void findsThatTheirUpdateIsRefused() {
            Reference refusing = new Reference(Design.BUCKET, 0) {
                @Override
                void apply(Resource resource, fairlead.handler.Update request) {
                    throw new HandlerException(ErrorCode.INVALID_REQUEST, "Not this one.");
                }
            };
            InputSet set = new InputSet("inputs_1", FIRST, Optional.of(SECOND), Optional.empty());
            assertThat(broken(Settings.DEFAULT, refusing, set)).containsExactly(Rule.UPDATE_SUCCESS);
        }

        @Test
        void findsThatAnInvalidInputIsAccepted() {
            Report report = run(new InputSet("inputs_1", FIRST, Optional.empty(), Optional.of(OTHER)));
            assertThat(report.broken()).containsExactly(Rule.FAILURE_CODE);
        }

        @Test
        void leavesToTheHostWhatTheSchemaRefuses() {
            Report report = run(new InputSet("inputs_1", FIRST, Optional.empty(), Optional.of(json("{'Name': 'X'}"))));
            assertThat(report.failed()).isEmpty();
            assertThat(report.passed()).extracting(Result::rule).contains(Rule.CREATE_INPUT_VALID);
        }
    }
}
