package fairlead.bench.robust.history;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.bench.robust.history.Call.Act;
import fairlead.bench.robust.history.Call.Changed;
import fairlead.bench.robust.history.Call.Perhaps;
import fairlead.bench.robust.history.Call.Saw;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinearizabilityTest {

    private static Call saw(long begin, long end, String value) {
        return new Call(begin, end, new Saw(value));
    }

    private static Call changed(long begin, long end, String from, String to) {
        return new Call(begin, end, new Changed(from, to));
    }

    private static Call perhaps(long begin, String from, String to) {
        return new Call(begin, Call.NEVER, new Perhaps(from, to));
    }

    private static void legal(Call... calls) {
        assertThat(Linearizability.check(List.of(calls))).isEmpty();
    }

    private static void illegal(Call... calls) {
        assertThat(Linearizability.check(List.of(calls))).isPresent();
    }

    @Nested
    class LegalHistories {

        @Test
        void nothingWasCalled() {
            legal();
        }

        @Test
        void oneAfterTheOther() {
            legal(saw(0, 1, ""), changed(2, 3, "", "a"), saw(4, 5, "a"), changed(6, 7, "a", "b"), saw(8, 9, "b"));
        }

        @Test
        void aReadDuringAChangeSeesEither() {
            legal(changed(0, 1, "", "a"), changed(2, 9, "a", "b"), saw(3, 4, "a"), saw(5, 6, "b"));
        }

        @Test
        void whatPerhapsWasDoneWasDone() {
            legal(changed(0, 1, "", "a"), perhaps(2, "a", "b"), saw(50, 51, "b"));
        }

        @Test
        void whatPerhapsWasDoneWasNot() {
            legal(changed(0, 1, "", "a"), perhaps(2, "a", "b"), saw(50, 51, "a"), changed(52, 53, "a", "c"));
        }

        @Test
        void whatPerhapsWasDoneIsDoneLate() {
            legal(changed(0, 1, "", "a"), perhaps(2, "a", "b"), saw(50, 51, "a"), saw(60, 61, "b"));
        }

        @Test
        void oneUnknownChangeFollowsAnother() {
            legal(perhaps(0, "", "a"), perhaps(1, "a", "b"), saw(50, 51, "b"));
        }

        @Test
        void itIsDeletedAndMadeAgain() {
            legal(changed(0, 1, "", "a"), changed(2, 3, "a", ""), saw(4, 5, ""), changed(6, 7, "", "b"));
        }

        @Test
        void aChangeOfWhatNobodyKnows() {
            legal(perhaps(0, "", "a"), changed(5, 6, Call.ANYTHING, "b"), saw(7, 8, "b"));
        }

        @Test
        void callsThatOverlapStandInTheOrderThatFits() {
            legal(changed(0, 10, "a", "b"), changed(0, 10, "", "a"), changed(0, 10, "b", "c"), saw(11, 12, "c"));
        }
    }

    @Nested
    class IllegalHistories {

        @Test
        void aStaleRead() {
            illegal(changed(0, 1, "", "a"), changed(2, 3, "a", "b"), saw(4, 5, "a"));
        }

        @Test
        void aReadThatGoesBack() {
            illegal(changed(0, 1, "", "a"), changed(2, 9, "a", "b"), saw(3, 4, "b"), saw(5, 6, "a"));
        }

        @Test
        void aLostUpdate() {
            illegal(changed(0, 1, "", "a"), changed(2, 3, "a", "b"), changed(4, 5, "a", "c"), saw(6, 7, "c"));
        }

        @Test
        void anAcknowledgedWriteThatIsGone() {
            illegal(changed(0, 1, "", "a"), changed(2, 3, "a", "b"), saw(9, 10, ""));
        }

        @Test
        void twoWinnersOfOneTag() {
            illegal(changed(0, 1, "", "a"), changed(2, 8, "a", "b"), changed(2, 8, "a", "c"));
        }

        @Test
        void twoThatMadeIt() {
            illegal(changed(0, 8, "", "a"), changed(0, 8, "", "b"));
        }

        @Test
        void aReadOfWhatWasNeverWritten() {
            illegal(changed(0, 1, "", "a"), saw(2, 3, "z"));
        }

        @Test
        void aReadOfWhatWasRefused() {
            illegal(changed(0, 1, "", "a"), saw(2, 3, "refused"), changed(4, 5, "a", "b"));
        }

        @Test
        void aReadOfTheFuture() {
            illegal(saw(0, 1, "a"), changed(2, 3, "", "a"));
        }

        @Test
        void aWriteThatIsDoneTwice() {
            illegal(
                    changed(0, 1, "", "a"),
                    changed(2, 3, "a", "b"),
                    changed(4, 5, "b", "c"),
                    saw(6, 7, "b"),
                    saw(8, 9, "c"));
        }

        @Test
        void anUnknownChangeThatIsDoneTwice() {
            illegal(
                    changed(0, 1, "", "a"),
                    perhaps(2, "a", "b"),
                    saw(3, 4, "b"),
                    changed(5, 6, "b", "c"),
                    saw(7, 8, "b"));
        }

        @Test
        void anUnknownChangeBeforeItWasAskedFor() {
            illegal(changed(0, 1, "", "a"), saw(2, 3, "b"), perhaps(4, "a", "b"));
        }

        @Test
        void aDeleteThatIsUndone() {
            illegal(changed(0, 1, "", "a"), changed(2, 3, "a", ""), saw(4, 5, ""), saw(6, 7, "a"));
        }
    }

    @Nested
    class HistoriesOfARealRegister {

        /// Calls that take effect between their begin and their end, of clients that overlap.
        private static List<Call> history(Random chance) {
            List<Call> calls = new ArrayList<>();
            String value = "";
            for (int i = 0; i < 100; i++) {
                long moment = 10L * i;
                long begin = moment - chance.nextInt(40);
                long end = moment + 1 + chance.nextInt(40);
                String next = chance.nextInt(10) == 0 ? "" : "v" + i;
                switch (chance.nextInt(4)) {
                    case 0 -> {
                        calls.add(changed(begin, end, value, next));
                        value = next;
                    }
                    case 1 -> {
                        calls.add(perhaps(begin, value, "u" + i));
                        value = chance.nextBoolean() ? "u" + i : value;
                    }
                    default -> calls.add(saw(begin, end, value));
                }
            }
            Collections.shuffle(calls, chance);
            return calls;
        }

        @ParameterizedTest
        @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
        void areLegal(long seed) {
            assertThat(Linearizability.check(history(new Random(seed)))).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
        void areIllegalWithOneOldValueReadOnceMore(long seed) {
            List<Call> calls = history(new Random(seed));
            String old = calls.stream()
                    .map(Call::act)
                    .filter(Changed.class::isInstance)
                    .map(act -> ((Changed) act).from())
                    .filter(value -> !value.isEmpty())
                    .findFirst()
                    .orElseThrow();
            calls.add(saw(5000, 5001, old));

            assertThat(Linearizability.check(calls)).isPresent();
        }

        @ParameterizedTest
        @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
        void areIllegalWithoutAWriteThatSomebodyHasSeen(long seed) {
            List<Call> calls = history(new Random(seed));
            List<Act> seen = calls.stream()
                    .map(Call::act)
                    .filter(act -> act instanceof Saw(var value) && value.startsWith("v"))
                    .toList();
            String lost = ((Saw) seen.getFirst()).value();
            calls.removeIf(call -> call.act() instanceof Changed(var _, var to) && to.equals(lost));

            assertThat(Linearizability.check(calls)).isPresent();
        }
    }
}
