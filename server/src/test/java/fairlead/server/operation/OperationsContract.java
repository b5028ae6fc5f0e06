package fairlead.server.operation;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.server.telemetry.Activity;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.time.Clocks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What operations promise on every database: durable, scheduled by the clock, retried, cancelled, taken over.
abstract class OperationsContract extends OperationsSetting {

    @Nested
    class WhenTheClockIsSet {

        /// It has begun, and waits for 30 seconds.
        private OperationId begun() {
            OperationId id = accept(Duration.ofMinutes(10));
            script.steps.add(again(Duration.ofSeconds(30)));
            abandonClaims();
            operations.runDue();
            return id;
        }

        @ParameterizedTest
        @ValueSource(strings = {"PT-1H", "PT-30S", "PT1H"})
        void anOperationGoesOnAfterItsPause(Duration step) {
            OperationId id = begun();
            time.step(step);
            clock.advance(Duration.ofSeconds(30));
            script.steps.add(succeed());
            operations.runDue();
            assertThat(stateOf(id)).isInstanceOf(OperationState.Succeeded.class);
        }

        @ParameterizedTest
        @ValueSource(strings = {"PT-1H", "PT-30S", "PT1H"})
        void anOperationHasItsWholeTimeLimitAndNoMore(Duration step) {
            OperationId id = begun();
            time.step(step);
            for (int i = 0; i < 19; i++) {
                clock.advance(Duration.ofSeconds(30));
                script.steps.add(again(Duration.ofSeconds(30)));
                operations.runDue();
                assertThat(stateOf(id)).as("after %d pauses", i + 1).isInstanceOf(OperationState.Running.class);
                script.steps.clear();
            }
            clock.advance(Duration.ofSeconds(30));
            operations.runDue();
            assertThat(stateOf(id)).isInstanceOf(OperationState.Failed.class);
        }

        @Test
        void aNodeDoesNotTakeItsOwnClaimForThatOfADeadOne() {
            accept();
            operations.runDue();
            time.step(Duration.ofHours(1));
            assertThat(claimedBy("node-1")).isEmpty();
            assertThat(claimedBy("node-2")).hasSize(1);
        }

        private List<Operation> claimedBy(String name) {
            OperationStore store = new OperationStore();
            Instant now = clock.instant();
            OperationStore.Claimant claimant =
                    new OperationStore.Claimant(name, now, new Leases.Alive(now, now.plusSeconds(20)));
            return database.write(transaction -> store.claimNext(transaction, claimant, 2, 10));
        }

        @ParameterizedTest
        @ValueSource(strings = {"PT-1H", "PT-30S", "PT0S", "PT1H"})
        void anOperationHasItsWholeTimeLimitAndNoMoreAcrossARestart(Duration step) {
            OperationId id = begun();
            for (int i = 0; i < 9; i++) {
                clock.advance(Duration.ofSeconds(30));
                script.steps.add(again(Duration.ofSeconds(30)));
                operations.runDue();
            }
            operations.end(Duration.ZERO);
            time.step(step);
            operations = node("restarted");
            int more = 0;
            for (; !stateOf(id).terminal(); more++) {
                script.steps.add(again(Duration.ofSeconds(30)));
                operations.runDue();
                script.steps.clear();
                clock.advance(Duration.ofSeconds(30));
            }
            assertThat(stateOf(id)).isInstanceOf(OperationState.Failed.class);
            assertThat(more).as("pauses after the restart").isBetween(10, 12);
        }

        @Test
        void anOperationOfAnEarlierVersionHasWhatIsLeftByTheClock() {
            OperationId id = begun();
            operations.end(Duration.ZERO);
            database.write(transaction -> transaction.update("UPDATE operation SET used = NULL, pause = NULL"));
            clock.advance(Duration.ofMinutes(5));
            operations = node("newer");
            script.steps.add(again(Duration.ofMinutes(4)));
            operations.runDue();
            assertThat(stateOf(id)).isInstanceOf(OperationState.Running.class);
            operations.end(Duration.ZERO);
            time.step(Duration.ofHours(-1));
            clock.advance(Duration.ofMinutes(4));
            operations = node("restarted");
            operations.runDue();
            clock.advance(Duration.ofMinutes(4));
            script.steps.add(again(Duration.ofMinutes(4)));
            operations.runDue();
            assertThat(stateOf(id)).isInstanceOf(OperationState.Running.class);
            clock.advance(Duration.ofMinutes(1));
            operations.runDue();
            assertThat(stateOf(id)).isInstanceOf(OperationState.Failed.class);
        }
    }

    /// The clocks of their machines are minutes away from each other; the one that they share is `clock`.
    @Nested
    class NodesWhoseClocksDiffer {

        private Operations ahead;
        private Operations behind;

        @BeforeEach
        void start() {
            ahead = node("ahead", Duration.ofMinutes(5));
            behind = node("behind", Duration.ofMinutes(-5));
        }

        private Operations node(String name, Duration offset) {
            return new Operations(database, Settings.manual(), clocks(offset), new Random(5), name, Telemetry.none())
                    .carryOut(script);
        }

        private Clocks clocks(Duration offset) {
            return new Clocks(Clock.offset(clock, offset), time, clock);
        }

        private OperationId acceptedBy(Operations node) {
            operations = node;
            OperationId id = accept(Duration.ofMinutes(10));
            node.runDue();
            return id;
        }

        @Test
        void leaveTheClaimsOfEachOtherAloneForAsLongAsTheyLive() {
            Operations fast = busyNode("fast", clocks(Duration.ofMinutes(5)));
            Operations slow = busyNode("slow", clocks(Duration.ofMinutes(-5)));
            OperationId first = begunBy(fast);
            fast.runDue();
            OperationId second = begunBy(slow);
            slow.runDue();
            for (int i = 0; i < 20; i++) {
                clock.advance(Duration.ofSeconds(9));
                assertThat(fast.runDue()).isZero();
                assertThat(slow.runDue()).isZero();
            }
            assertThat(stateOf(first)).isEqualTo(new OperationState.Accepted());
            assertThat(stateOf(second)).isEqualTo(new OperationState.Accepted());
        }

        @ParameterizedTest
        @ValueSource(booleans = {true, false})
        void takeOverFromADeadOneAfterItsLease(boolean aheadDies) {
            OperationId id = acceptedBy(aheadDies ? ahead : behind);
            Operations heir = aheadDies ? behind : ahead;
            heir.runDue();
            clock.advance(Duration.ofSeconds(9));
            assertThat(heir.runDue()).isZero();
            clock.advance(Duration.ofSeconds(2));
            script.steps.add(succeed());
            assertThat(heir.runDue()).isEqualTo(1);
            assertThat(stateOf(id)).isInstanceOf(OperationState.Succeeded.class);
        }

        @ParameterizedTest
        @ValueSource(booleans = {true, false})
        void keepThePausesAndTheTimeLimitOfWhatTheyTakeOver(boolean aheadDies) {
            Operations first = aheadDies ? ahead : behind;
            Operations heir = aheadDies ? behind : ahead;
            OperationId id = acceptedBy(first);
            first.end(Duration.ZERO);
            script.steps.add(again(Duration.ofMinutes(6)));
            first.runDue();
            clock.advance(Duration.ofSeconds(359));
            assertThat(heir.runDue()).isZero();
            clock.advance(Duration.ofSeconds(1));
            script.steps.add(again(Duration.ofMinutes(3)));
            assertThat(heir.runDue()).isEqualTo(1);
            clock.advance(Duration.ofMinutes(3));
            script.steps.add(again(Duration.ofMinutes(3)));
            assertThat(heir.runDue()).isEqualTo(1);
            assertThat(stateOf(id)).isInstanceOf(OperationState.Running.class);
            clock.advance(Duration.ofMinutes(1));
            heir.runDue();
            assertThat(stateOf(id)).isInstanceOf(OperationState.Failed.class);
        }
    }

    /// No time goes by while it is set.
    @Nested
    class WhenTheClockThatNodesShareIsSet {

        @ParameterizedTest
        @ValueSource(strings = {"PT-1H", "PT-30S", "PT30S", "PT1H"})
        void theClaimsOfLivingNodesAreLeftAlone(Duration step) {
            OperationId id = begunBy(busyNode("busy", time.clocks()));
            Operations other = node("node-2");
            for (int i = 0; i < 8; i++) {
                operations.runDue();
                other.runDue();
                if (i == 3) {
                    time.step(step);
                }
                assertThat(other.runDue()).as("look " + i).isZero();
                clock.advance(Duration.ofSeconds(9));
            }
            assertThat(stateOf(id)).isEqualTo(new OperationState.Accepted());
        }

        @ParameterizedTest
        @ValueSource(strings = {"PT-1H", "PT-30S", "PT30S", "PT1H"})
        void noLivingNodeIsForgotten(Duration step) {
            Operations busy = busyNode("busy", time.clocks());
            OperationId id = begunBy(busy);
            Operations other = node("other");
            Leases leasesOfTheOther =
                    new Leases(time.clocks(), Settings.manual().lease(), "other");
            busy.runDue();
            other.runDue();

            time.step(step);
            database.write(transaction -> {
                leasesOfTheOther.renew(transaction);
                leasesOfTheOther.forgetTheDead(transaction);
                return "other";
            });

            assertThat(other.runDue()).isZero();
            assertThat(stateOf(id)).isEqualTo(new OperationState.Accepted());
        }

        @ParameterizedTest
        @ValueSource(strings = {"PT-1H", "PT-30S", "PT30S", "PT1H"})
        void aDeadNodesClaimsAreTakenAfterTwoLeases(Duration step) {
            OperationId id = accept();
            operations.runDue();
            clock.advance(Duration.ofMinutes(1));
            operations.runDue();
            Operations other = node("node-2");
            other.runDue();
            time.step(step);
            assertThat(other.runDue()).isZero();
            clock.advance(Duration.ofSeconds(20));
            script.steps.add(succeed());
            assertThat(other.runDue()).isEqualTo(1);
            assertThat(stateOf(id)).isInstanceOf(OperationState.Succeeded.class);
        }
    }

    @Nested
    class AnAcceptedOperation {

        @Test
        void isThereBeforeAnythingIsDone() {
            OperationId id = accept();
            assertThat(stateOf(id)).isEqualTo(new OperationState.Accepted());
            assertThat(script.seen).isEmpty();
        }

        @Test
        void isWaitedForNoLongerWhenItsNodeIsAboutToStop() throws Exception {
            OperationId id = accept();
            try (ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor()) {
                Future<Optional<Operation>> waiting =
                        requests.submit(() -> operations.await(id, Duration.ofDays(1), () -> false));
                operations.endWaiting();
                assertThat(waiting.get().orElseThrow().state()).isEqualTo(new OperationState.Accepted());
            }
        }

        @Test
        void isNotTouchedByOthersWhileItsNodeIsAlive() {
            accept();
            operations.runDue();
            script.steps.add(succeed());
            assertThat(node("node-2").runDue()).isZero();
        }

        @Test
        void isTakenOverWhenItsNodeHasBeenSilentForTheLease() {
            OperationId id = accept();
            operations.runDue();
            clock.advance(Duration.ofSeconds(11));
            script.steps.add(succeed());
            Operations other = node("node-2");
            assertThat(other.runDue()).isEqualTo(1);
            assertThat(stateOf(id)).isEqualTo(new OperationState.Succeeded(clock.instant()));
        }

        @Test
        void isTakenUpByAnyNodeAfterACleanStop() {
            OperationId id = accept();
            abandonClaims();
            script.steps.add(succeed());
            assertThat(node("node-2").runDue()).isEqualTo(1);
            assertThat(stateOf(id).terminal()).isTrue();
        }
    }

    @Nested
    class AStepThatGoesOn {

        @Test
        void waitsForItsTimeAndRemembers() {
            OperationId id = accept();
            abandonClaims();
            script.steps.add(again(Duration.ofSeconds(30)));
            operations.runDue();
            assertThat(stateOf(id)).isEqualTo(new OperationState.Running());
            clock.advance(Duration.ofSeconds(29));
            assertThat(operations.runDue()).isZero();
            clock.advance(Duration.ofSeconds(1));
            script.steps.add(succeed());
            operations.runDue();
            assertThat(script.seen.getLast().progress()).containsExactly(9);
            assertThat(script.seen.getLast().percent()).contains(50.0);
            assertThat(script.seen.getLast().input()).containsExactly(1, 2, 3);
            assertThat(stateOf(id).terminal()).isTrue();
        }

        @Test
        void endsInFailureAtTheDeadlineOfTheOperation() {
            OperationId id = accept();
            abandonClaims();
            script.steps.add(again(Duration.ofHours(5)));
            operations.runDue();
            clock.advance(Duration.ofHours(2));
            operations.runDue();
            assertThat(stateOf(id)).isInstanceOfSatisfying(OperationState.Failed.class, failed -> {
                assertThat(failed.failure().code().text()).isEqualTo("NotStabilized");
                assertThat(failed.failure().message()).contains("120 minutes");
            });
            assertThat(script.ends).containsExactly("Failed");
        }
    }

    @Nested
    class AStepThatFailsForAReasonThatMayPass {

        @Test
        void isRepeatedLaterAndLater() {
            accept();
            abandonClaims();
            List<Long> pauses = new ArrayList<>();
            script.steps.add(retry());
            operations.runDue();
            for (int attempt = 2; attempt <= 7; attempt++) {
                script.steps.add(retry());
                Instant before = clock.instant();
                while (operations.runDue() == 0) {
                    clock.advance(Duration.ofMillis(50));
                }
                pauses.add(Duration.between(before, clock.instant()).toMillis());
                assertThat(script.seen.getLast().attempt()).isEqualTo(attempt);
            }
            assertThat(pauses.get(0)).isBetween(250L, 550L);
            assertThat(pauses.get(3)).isBetween(2_000L, 4_050L);
            assertThat(pauses.get(5)).isBetween(8_000L, 16_050L);
        }

        @Test
        void failsTheOperationAfterTheLastAttempt() {
            OperationId id = accept();
            abandonClaims();
            for (int i = 0; i < 8; i++) {
                script.steps.add(retry());
                operations.runDue();
                clock.advance(Duration.ofSeconds(31));
            }
            assertThat(stateOf(id))
                    .isInstanceOfSatisfying(
                            OperationState.Failed.class,
                            failed -> assertThat(failed.failure())
                                    .isEqualTo(new Failure(ErrorCode.THROTTLING, "slow down")));
            assertThat(script.steps).isEmpty();
        }
    }

    @Nested
    class ACancellation {

        @Test
        void endsAnOperationThatWaits() {
            OperationId id = accept();
            abandonClaims();
            script.steps.add(again(Duration.ofMinutes(10)));
            operations.runDue();
            assertThat(operations.cancel(id)).isTrue();
            assertThat(stateOf(id)).isEqualTo(new OperationState.Canceling());
            operations.runDue();
            assertThat(stateOf(id)).isEqualTo(new OperationState.Canceled(clock.instant()));
            assertThat(script.ends).containsExactly("Canceled");
        }

        @Test
        void isRefusedOnceTheOperationHasEnded() {
            OperationId id = accept();
            abandonClaims();
            script.steps.add(succeed());
            operations.runDue();
            assertThat(operations.cancel(id)).isFalse();
            assertThat(stateOf(id)).isInstanceOf(OperationState.Succeeded.class);
        }

        @Test
        void comesTooLateForAStepThatSucceeds() {
            OperationId id = accept();
            abandonClaims();
            Task cancelsItself = new Task() {
                @Override
                public Step run(Operation operation) {
                    operations.cancel(operation.id());
                    return succeed();
                }

                @Override
                public Change ended(Operation operation, OperationState state) {
                    return Change.none();
                }
            };
            node("node-2", cancelsItself).runDue();
            assertThat(stateOf(id)).isInstanceOf(OperationState.Succeeded.class);
        }
    }

    @Nested
    class AnAnswerOfANodeThatLostItsClaim {

        @Test
        void isDropped() {
            OperationId id = accept();
            abandonClaims();
            Operations other = node("node-2");
            Task slow = new Task() {
                @Override
                public Step run(Operation operation) {
                    clock.advance(Duration.ofSeconds(11));
                    script.steps.add(
                            new Step.Fail(new Failure(ErrorCode.NOT_FOUND, "as the other sees it"), Change.none()));
                    other.runDue();
                    return succeed();
                }

                @Override
                public Change ended(Operation operation, OperationState state) {
                    return Change.none();
                }
            };
            node("node-3", slow).runDue();
            assertThat(stateOf(id)).isInstanceOf(OperationState.Failed.class);
        }
    }

    @Nested
    class AnotherNode {

        @Test
        void worksUnderTheIdsOfTheRequestThatBeganTheOperation() {
            OperationId id = accept();
            abandonClaims();
            List<Activity> activities = new ArrayList<>();
            Task looking = new Task() {
                @Override
                public Step run(Operation operation) {
                    activities.add(Activity.current().orElseThrow());
                    return succeed();
                }

                @Override
                public Change ended(Operation operation, OperationState state) {
                    return Change.none();
                }
            };
            node("node-2", looking).runDue();
            assertThat(activities).hasSize(1);
            assertThat(activities.getFirst().origin()).isEqualTo(ORIGIN);
            assertThat(activities.getFirst().operationId()).contains(id.toString());
        }
    }

    @Nested
    class TheLog {

        @Test
        void hasTheLinesOfAllStepsInTheirOrder() {
            OperationId id = accept();
            abandonClaims();
            script.steps.addAll(List.of(again(Duration.ZERO), succeed()));
            script.prints.addAll(List.of("one", "two"));
            operations.runDue();
            assertThat(operations.log(id)).isEqualTo(new OperationLog("one\ntwo\none\ntwo\n", 0));
        }

        @Test
        void hasWhatComesWhenTheOperationIsOver() {
            OperationId id = accept();
            abandonClaims();
            List<Consumer<String>> kept = new ArrayList<>();
            Task task = new Task() {
                @Override
                public Step run(Operation operation, Consumer<String> log) {
                    kept.add(log);
                    return run(operation);
                }

                @Override
                public Step run(Operation operation) {
                    return succeed();
                }

                @Override
                public Change ended(Operation operation, OperationState state) {
                    return Change.none();
                }
            };
            Operations other = node("node-2", task);
            other.runDue();
            kept.getFirst().accept("late");
            assertThat(operations.log(id)).isEqualTo(OperationLog.EMPTY);
            assertThat(other.log(id).text()).isEqualTo("late\n");
            assertThat(operations.log(id).text()).isEqualTo("late\n");
        }

        @Test
        void keepsTheLastLinesAndCountsTheRest() {
            OperationId id = accept();
            abandonClaims();
            script.steps.addAll(List.of(again(Duration.ZERO), succeed()));
            for (int i = 0; i < 10_000; i++) {
                script.prints.add("line %05d".formatted(i));
            }
            operations.runDue();
            OperationLog log = operations.log(id);
            assertThat(log.text()).startsWith("line ").endsWith("line 09999\n").hasSizeBetween(65_520, 65_536);
            assertThat(log.text().length() + log.omitted()).isEqualTo(2 * 10_000 * 11);
        }

        @Test
        void isForgottenWithItsOperation() {
            OperationId id = accept();
            abandonClaims();
            script.steps.add(succeed());
            script.prints.add("one");
            operations.runDue();
            new OperationLogs(database).purge();
            assertThat(operations.log(id)).isNotEqualTo(OperationLog.EMPTY);
            database.write(transaction -> transaction.update("DELETE FROM operation"));
            new OperationLogs(database).purge();
            assertThat(operations.log(id)).isEqualTo(OperationLog.EMPTY);
        }
    }

    @Nested
    class TheList {

        @Test
        void hasTheNewestFirstAndGoesOnWhereItEnded() {
            List<OperationId> ids = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                ids.add(accept());
                clock.advance(Duration.ofSeconds(1));
            }
            List<Operation> first = operations.list(SUBSCRIPTION, Optional.empty(), 3);
            List<Operation> second = operations.list(SUBSCRIPTION, Optional.of(first.getLast()), 3);
            List<OperationId> found = new ArrayList<>();
            first.forEach(operation -> found.add(operation.id()));
            second.forEach(operation -> found.add(operation.id()));
            assertThat(found).isEqualTo(ids.reversed());
        }
    }
}
