package fairlead.providers.lab;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.providers.lab.Ledger.State;
import fairlead.providers.lab.Ledger.Thing;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What every ledger promises. A ledger's own test extends this.
abstract class LedgerTest {

    static final Instant NOON = Instant.parse("2026-11-01T12:00:00.123Z");
    static final State PLAIN = new State("{\"Text\":\"plain\"}", Optional.empty());
    static final State SECRET = new State("{\"Text\":\"größer\"}", Optional.of("2bb80d53"));

    /// A ledger over the same records each time it is called within a test, none at first.
    abstract Ledger open() throws Exception;

    @Test
    void theSameTokenMakesTheSameThing() throws Exception {
        Ledger ledger = open();
        Optional<Thing> first = ledger.create("thing-1", "one", PLAIN, NOON);

        Optional<Thing> second = ledger.create("thing-1", "one", SECRET, NOON.plusSeconds(1));

        assertThat(first).contains(new Thing("thing-1", "one", NOON, 0, "one", PLAIN, Optional.empty()));
        assertThat(second).isEqualTo(first);
        assertThat(ledger.list(Optional.empty(), 10)).hasSize(1);
    }

    @Test
    void aTokenWhoseThingWasDeletedMakesNoOther() throws Exception {
        Ledger ledger = open();
        ledger.create("thing-1", "one", PLAIN, NOON);
        ledger.delete("thing-1", "two", NOON);

        assertThat(ledger.create("thing-1", "one", PLAIN, NOON)).isEmpty();
        assertThat(ledger.find("thing-1")).isEmpty();
    }

    @Test
    void anUpdateReplacesTheStateAndRemembersTheOneBefore() throws Exception {
        Ledger ledger = open();
        ledger.create("thing-1", "one", PLAIN, NOON);

        Optional<Thing> changed = ledger.update("thing-1", "two", SECRET, NOON);

        assertThat(changed)
                .contains(new Thing("thing-1", "one", NOON, 1, "two", SECRET, Optional.of(PLAIN.properties())))
                .isEqualTo(ledger.find("thing-1"));
    }

    @Test
    void anUpdateWithTheSameTokenCountsOnce() throws Exception {
        Ledger ledger = open();
        ledger.create("thing-1", "one", PLAIN, NOON);
        Optional<Thing> changed = ledger.update("thing-1", "two", SECRET, NOON);

        assertThat(ledger.update("thing-1", "two", SECRET, NOON)).isEqualTo(changed);
    }

    @Test
    void whatWasNeverMadeCannotBeUpdatedOrDeleted() throws Exception {
        Ledger ledger = open();

        assertThat(ledger.update("thing-1", "two", PLAIN, NOON)).isEmpty();
        assertThat(ledger.delete("thing-1", "three", NOON)).isFalse();
    }

    @Test
    void aDeletionIsAnsweredAgainToItsTokenOnly() throws Exception {
        Ledger ledger = open();
        ledger.create("thing-1", "one", PLAIN, NOON);

        assertThat(ledger.delete("thing-1", "two", NOON)).isTrue();
        assertThat(ledger.delete("thing-1", "two", NOON)).isTrue();
        assertThat(ledger.delete("thing-1", "three", NOON)).isFalse();
    }

    @Test
    void occasionsAreCountedUpToTheirLimit() throws Exception {
        Ledger ledger = open();

        assertThat(IntStream.range(0, 4).mapToObj(_ -> ledger.isAmongFirst("thing-1", "fail", 2)))
                .containsExactly(true, true, false, false);
        assertThat(ledger.isAmongFirst("thing-2", "fail", 2)).isTrue();
        assertThat(ledger.isAmongFirst("thing-1", "read", 2)).isTrue();
        assertThat(ledger.isAmongFirst("thing-1", "never", 0)).isFalse();
    }

    @Test
    void listsInTheOrderOfIdsFromAGivenOne() throws Exception {
        Ledger ledger = open();
        List.of("thing-b", "thing-d", "thing-a", "thing-c")
                .forEach(id -> ledger.create(id, "token of " + id, PLAIN, NOON));
        ledger.delete("thing-c", "gone", NOON);

        assertThat(ledger.list(Optional.empty(), 2)).extracting(Thing::id).containsExactly("thing-a", "thing-b");
        assertThat(ledger.list(Optional.of("thing-b"), 2)).extracting(Thing::id).containsExactly("thing-d");
        assertThat(ledger.list(Optional.of("thing-bb"), 1))
                .extracting(Thing::id)
                .containsExactly("thing-d");
    }

    @Test
    void everythingIsThereAfterOpeningItAgain() throws Exception {
        Ledger before = open();
        before.create("thing-1", "one \"quoted\"\n", SECRET, NOON);
        before.create("thing-2", "two", PLAIN, NOON);
        before.update("thing-2", "three", SECRET, NOON);
        before.create("thing-3", "four", PLAIN, NOON);
        before.delete("thing-3", "five", NOON);
        before.isAmongFirst("thing-1", "fail", 1);

        Ledger after = open();

        assertThat(after.list(Optional.empty(), 10)).isEqualTo(before.list(Optional.empty(), 10));
        assertThat(after.delete("thing-3", "five", NOON)).isTrue();
        assertThat(after.isAmongFirst("thing-1", "fail", 1)).isFalse();
    }

    @Test
    void manyThreadsWithTheSameTokenMakeOneThing() throws Exception {
        Ledger ledger = open();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Optional<Thing>>> made = IntStream.range(0, 200)
                    .mapToObj(i -> threads.submit(() -> ledger.create("thing-" + i % 20, "" + i % 20, PLAIN, NOON)))
                    .toList();
            for (Future<Optional<Thing>> thing : made) {
                assertThat(thing.get()).isPresent();
            }
        }

        assertThat(ledger.list(Optional.empty(), 100)).hasSize(20);
        assertThat(open().list(Optional.empty(), 100)).hasSize(20);
    }

    @Test
    void manyThreadsCountExactly() throws Exception {
        Ledger ledger = open();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> counted = IntStream.range(0, 50)
                    .mapToObj(_ -> threads.submit(() -> ledger.isAmongFirst("thing-1", "fail", 7)))
                    .toList();
            int among = 0;
            for (Future<Boolean> one : counted) {
                among += one.get() ? 1 : 0;
            }
            assertThat(among).isEqualTo(7);
        }
    }
}
