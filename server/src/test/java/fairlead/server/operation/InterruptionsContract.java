package fairlead.server.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.handler.ErrorCode;
import fairlead.server.problem.FailureCode;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.telemetry.Telemetry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of operations in whose steps processes end, on every database, and how an operator keeps them from it.
abstract class InterruptionsContract extends OperationsSetting {

    private int endings;

    private static final class End extends Error {
        private static final long serialVersionUID = 1L;

        End() {
            super("the process ended", null, false, false);
        }
    }

    /// Starts a node, whose process ends in each step of these operations and passes that of any other.
    ///
    /// @return whether it ended
    private boolean ends(OperationId... poisonous) {
        clock.advance(Duration.ofSeconds(11));
        Task task = new Task() {
            @Override
            public Step run(Operation operation) {
                script.seen.add(operation);
                if (List.of(poisonous).contains(operation.id())) {
                    throw new End();
                }
                return succeed();
            }

            @Override
            public Change ended(Operation operation, OperationState state) {
                return script.ended(operation, state);
            }
        };
        try {
            node("mortal-" + ++endings, task).runDue();
            return false;
        } catch (End expected) {
            return true;
        }
    }

    @Nested
    class AStepInWhichItsHandlersProcessEnds {

        private Step ended(String words) {
            Failure failure = new Failure(ErrorCode.SERVICE_INTERNAL_ERROR, words).byEndOfProcess();
            return new Step.Retry(failure, NOTHING, _ -> script.ends.add("given up"));
        }

        private void run(Step step) {
            script.steps.add(step);
            clock.advance(Duration.ofSeconds(31));
            operations.runDue();
        }

        @Test
        void isNotTakenAgainOnceFiveHaveEnded() {
            OperationId id = accept();
            abandonClaims();
            for (int i = 1; i <= 4; i++) {
                run(ended("exit code 4"));
                assertThat(stateOf(id)).isInstanceOf(OperationState.Running.class);
            }

            run(ended("exit code 4. It printed last: the last words"));

            OperationState.Failed failed = (OperationState.Failed) stateOf(id);
            assertThat(failed.failure().code()).isEqualTo(FailureCode.QUARANTINED);
            assertThat(failed.failure().message())
                    .contains("ended 5 times in the same step", "the handler of Test::Case::Thing", "the last words");
            assertThat(script.ends).hasSize(1);
        }

        @Test
        void countsFromTheBeginningWhenTheHandlerHasAnswered() {
            OperationId id = accept();
            abandonClaims();
            for (int i = 1; i <= 4; i++) {
                run(ended("exit code 4"));
            }
            run(retry());
            run(ended("exit code 4"));

            assertThat(stateOf(id)).isInstanceOf(OperationState.Running.class);
            assertThat(script.seen.getLast().interruptions()).isZero();
        }
    }

    @Nested
    class AStepInWhichProcessesEnd {

        private OperationState.Failed failed(OperationId id) {
            return (OperationState.Failed) stateOf(id);
        }

        @Test
        void isNotTakenAgainOnceFiveHaveEnded() {
            OperationId id = accept();
            abandonClaims();
            for (int i = 1; i <= 5; i++) {
                assertThat(ends(id)).as("start " + i).isTrue();
            }

            assertThat(ends(id)).isFalse();

            assertThat(script.seen).hasSize(5);
            assertThat(failed(id).failure().code()).isEqualTo(FailureCode.QUARANTINED);
            assertThat(failed(id).failure().message())
                    .contains(
                            "ended 5 times in the same step",
                            "the handler of Test::Case::Thing",
                            "send the request again");
            assertThat(script.ends).containsExactly("Failed");
        }

        @Test
        void isCountedForItselfOnly() {
            OperationId id = accept();
            abandonClaims();
            for (int i = 0; i < 4; i++) {
                ends(id);
            }
            clock.advance(Duration.ofSeconds(11));
            script.steps.add(again(Duration.ofSeconds(30)));
            node("node-2").runDue();
            clock.advance(Duration.ofSeconds(30));
            for (int i = 0; i < 4; i++) {
                ends(id);
            }
            clock.advance(Duration.ofSeconds(11));
            script.steps.add(succeed());
            node("node-3").runDue();

            assertThat(stateOf(id)).isEqualTo(new OperationState.Succeeded(clock.instant()));
        }

        @Test
        void isNotCountedWhenANodeStopsCleanly() {
            OperationId id = accept();
            for (int i = 0; i < 8; i++) {
                operations.end(Duration.ZERO);
                operations = node("stopped-" + i, new Task() {
                    @Override
                    public Step run(Operation operation) {
                        throw new End();
                    }

                    @Override
                    public Change ended(Operation operation, OperationState state) {
                        return Change.none();
                    }
                });
                assertThatThrownBy(operations::runDue).isInstanceOf(End.class);
            }
            operations.end(Duration.ZERO);
            script.steps.add(succeed());
            node("node-2").runDue();

            assertThat(stateOf(id)).isEqualTo(new OperationState.Succeeded(clock.instant()));
        }

        /// Whichever of them is claimed first: those that are only under way meanwhile pass their step.
        @ParameterizedTest
        @ValueSource(ints = {0, 1, 10, 19})
        void takesNoOtherOperationAlong(int place) {
            List<OperationId> all = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                all.add(accept());
                clock.advance(Duration.ofMillis(1));
            }
            OperationId poisonous = all.remove(place);
            int ended = 0;
            while (ends(poisonous)) {
                ended++;
            }

            assertThat(ended).isLessThanOrEqualTo(5);
            assertThat(failed(poisonous).failure().code()).isEqualTo(FailureCode.QUARANTINED);
            assertThat(all).allSatisfy(id -> assertThat(stateOf(id)).isInstanceOf(OperationState.Succeeded.class));
        }

        @Test
        void keepsNoOtherFromItsQuarantine() {
            List<OperationId> poisonous = List.of(accept(), accept(), accept());
            OperationId harmless = accept();
            int ended = 0;
            while (ends(poisonous.toArray(OperationId[]::new))) {
                ended++;
            }

            assertThat(ended).isLessThanOrEqualTo(15);
            assertThat(poisonous)
                    .allSatisfy(id -> assertThat(failed(id).failure().code()).isEqualTo(FailureCode.QUARANTINED));
            assertThat(stateOf(harmless)).isInstanceOf(OperationState.Succeeded.class);
        }

        @Test
        void isNotTakenIfTheOperationIsToBeCancelled() {
            OperationId id = accept();
            abandonClaims();
            for (int i = 0; i < 3; i++) {
                ends(id);
            }
            operations.cancel(id);

            assertThat(ends(id)).isFalse();

            assertThat(stateOf(id)).isInstanceOf(OperationState.Canceled.class);
            assertThat(script.seen).hasSize(3);
        }
    }

    @Nested
    class APausedNode {

        private Operations paused() {
            return new Operations(
                            database,
                            Settings.manual().paused(true),
                            time.clocks(),
                            new Random(5),
                            "paused",
                            Telemetry.none())
                    .carryOut(script);
        }

        @Test
        void carriesNothingOnAndTakesNothingFromOthers() {
            OperationId id = accept();
            abandonClaims();

            assertThat(paused().runDue()).isZero();

            assertThat(stateOf(id)).isEqualTo(new OperationState.Accepted());
            script.steps.add(succeed());
            assertThat(node("node-2").runDue()).isEqualTo(1);
        }

        @Test
        void endsWhatIsCancelledWithoutAStep() {
            OperationId id = accept();
            abandonClaims();
            Operations paused = paused();
            paused.cancel(id);

            assertThat(paused.runDue()).isEqualTo(1);

            assertThat(stateOf(id)).isEqualTo(new OperationState.Canceled(clock.instant()));
            assertThat(script.seen).isEmpty();
            assertThat(script.ends).containsExactly("Canceled");
        }

        @Test
        void acceptsNoOperation() {
            operations = paused();
            assertThatThrownBy(InterruptionsContract.this::accept)
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            refused -> assertThat(refused.problem().code()).isEqualTo(ProblemCode.OPERATIONS_PAUSED));
            assertThat(operations.list(SUBSCRIPTION, Optional.empty(), 10)).isEmpty();
        }
    }
}
