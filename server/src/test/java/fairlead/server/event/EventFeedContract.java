package fairlead.server.event;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.testing.SettableClock;
import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.event.EventFeed.Follower;
import fairlead.server.event.EventFeed.Page;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.telemetry.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// What a follower of events can rely on, whatever the database.
abstract class EventFeedContract {

    static final String GROUP = "/subscriptions/s/resourceGroups/g";
    private static final Origin ORIGIN = new Origin("request", "correlation", Optional.of("client"), Optional.empty());
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration KEPT = Duration.ofHours(1);

    final SettableClock clock = SettableClock.atNoon();
    final EventStore store = new EventStore();
    Database database;
    private EventFeed feed;

    abstract Database open();

    @BeforeEach
    void begin() {
        database = open();
        Migrations.apply(database, clock);
        database.write(transaction ->
                transaction.update("CREATE TABLE counted (name TEXT PRIMARY KEY, times BIGINT NOT NULL)"));
        feed = newFeed();
    }

    private EventFeed newFeed() {
        return new EventFeed(database, clock, KEPT, UUID::randomUUID).begin();
    }

    @AfterEach
    void end() {
        feed.close();
        database.close();
    }

    /// Counts how often a resource was changed, and tells of it.
    long change(Transaction transaction, String name, Optional<String> operation) {
        long version = transaction.change("""
            INSERT INTO counted (name, times) VALUES (?, 1)
            ON CONFLICT (name) DO UPDATE SET times = counted.times + 1 RETURNING times
            """, Row::number, name).getFirst();
        store.tell(transaction, resource(name, "Tagged", version, operation));
        return version;
    }

    private ResourceChange resource(String name, String what, long version, Optional<String> operation) {
        String id = GROUP + "/providers/Test.Shop/gizmos/" + name;
        return new ResourceChange(clock.instant(), ORIGIN, what, "uid", id, version, operation);
    }

    private OperationChange operation(String state, boolean terminal, String id) {
        return new OperationChange(
                clock.instant(),
                ORIGIN,
                id,
                "create",
                new OperationChange.Subject("uid", GROUP),
                new OperationChange.Outcome(state, terminal, Optional.empty()),
                Optional.empty(),
                "");
    }

    void change(String name) {
        database.write(transaction -> change(transaction, name, Optional.empty()));
    }

    /// What comes behind a position, until there are so many.
    private static List<Event> follow(Follower follower, long from, int count) {
        List<Event> events = new ArrayList<>();
        long position = from;
        while (events.size() < count) {
            if (!follower.await(position, LONG)) {
                throw new AssertionError("only " + events.size() + " of " + count + " events have come");
            }
            Page page = follower.after(position, 10);
            events.addAll(page.events());
            position = page.end();
        }
        return events;
    }

    private static List<String> words(List<Event> events) {
        return events.stream()
                .map(event -> event.kind().wireName() + " " + event.change())
                .toList();
    }

    @Nested
    class OneTransaction {

        @Test
        void tellsAnOperationBeforeWhatItBeginsAndBehindWhatItEnds() {
            try (Follower follower = feed.follow()) {
                long from = follower.now().position();
                database.write(transaction -> {
                    store.tell(transaction, resource("a", "Creating", 1, Optional.of("o")));
                    store.tell(transaction, operation("Accepted", false, "o"));
                    return 1;
                });
                database.write(transaction -> {
                    store.tell(transaction, operation("Succeeded", true, "o"));
                    store.tell(transaction, resource("a", "Succeeded", 2, Optional.of("o")));
                    store.tell(transaction, resource("b", "Succeeded", 2, Optional.of("o")));
                    return 1;
                });
                assertThat(words(follow(follower, from, 5)))
                        .containsExactly(
                                "operation Accepted",
                                "resource Creating",
                                "resource Succeeded",
                                "resource Succeeded",
                                "operation Succeeded");
            }
        }

        @Test
        void needsOneRowForAResourceAndItsOperation() {
            database.write(transaction -> {
                store.tell(transaction, resource("a", "Creating", 1, Optional.of("o")));
                store.tell(transaction, operation("Accepted", false, "o"));
                return 1;
            });
            assertThat(database.read(store::newest)).isEqualTo(1);
        }

        @Test
        void tellsNothingIfItIsRolledBack() {
            try (Follower follower = feed.follow()) {
                long from = follower.now().position();
                try {
                    database.write(transaction -> {
                        change(transaction, "lost", Optional.empty());
                        throw new IllegalStateException("on purpose");
                    });
                } catch (IllegalStateException onPurpose) {
                    change("kept");
                }
                assertThat(follow(follower, from, 1).getFirst().resourceId()).endsWith("/kept");
            }
        }
    }

    @Nested
    class AFollower {

        @Test
        void seesNothingOfWhatWasBefore() {
            change("before");
            try (Follower follower = feed.follow()) {
                long from = follower.now().position();
                assertThat(follower.after(from, 10).events()).isEmpty();
                change("after");
                assertThat(follow(follower, from, 1).getFirst().resourceId()).endsWith("/after");
            }
        }

        @Test
        void goesOnInTheMiddleOfARow() {
            database.write(transaction -> {
                store.tell(transaction, resource("a", "Creating", 1, Optional.of("o")));
                store.tell(transaction, operation("Accepted", false, "o"));
                return 1;
            });
            try (Follower follower = feed.follow()) {
                follower.now();
                Event first =
                        follow(follower, feed.place("oldest").position(), 1).getFirst();
                assertThat(words(follow(follower, first.position(), 1))).containsExactly("resource Creating");
            }
        }

        @Test
        void isLetGoWhenTheServerStops() throws InterruptedException {
            CountDownLatch gone = new CountDownLatch(1);
            Follower follower = feed.follow();
            long from = follower.now().position();
            Thread.ofVirtual().start(() -> {
                follower.await(from, Duration.ofMinutes(5));
                gone.countDown();
            });
            feed.close();
            assertThat(gone.await(20, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
        }

        @Test
        void whoComesBackAfterAPauseMissesNothingThatWasNotFollowed() {
            long from;
            try (Follower follower = feed.follow()) {
                from = follower.now().position();
                change("a");
                from = follow(follower, from, 1).getLast().position();
            }
            for (int i = 0; i < 30; i++) {
                change("b");
            }
            try (Follower follower = feed.follow()) {
                follower.now();
                change("b");
                assertThat(follow(follower, from, 31))
                        .extracting(Event::version)
                        .isSorted()
                        .doesNotHaveDuplicates();
            }
        }
    }

    @Nested
    class History {

        @Test
        void thatIsForgottenIsGone() {
            change("old");
            String early = feed.place("oldest").toString();
            clock.advance(KEPT.plusMinutes(1));
            change("new");
            waitUntilKnown();
            feed.forget();

            Problem gone = problem(early);
            assertThat(gone.status()).isEqualTo(410);
            String oldest = gone.details().getFirst().target();
            try (Follower follower = feed.follow()) {
                assertThat(follow(follower, feed.place(oldest).position(), 1)
                                .getFirst()
                                .resourceId())
                        .endsWith("/new");
            }
        }

        @Test
        void neverForgetsTheNewest() {
            change("old");
            clock.advance(KEPT.plusMinutes(1));
            waitUntilKnown();
            feed.forget();
            assertThat(database.read(store::newest)).isEqualTo(1);
        }

        @Test
        void ofAnotherServerIsGone() {
            assertThat(problem("00000000-1").status()).isEqualTo(410);
        }

        @Test
        void thatHasNotHappenedIsGone() {
            String history = feed.place("oldest").history();
            assertThat(problem(history + "-1000").message()).contains("an older state was restored");
        }

        @Test
        void isNotReadFromWhatIsNoToken() {
            assertThat(problem("yesterday").code().text()).isEqualTo("InvalidWatchToken");
        }

        @Test
        void hasANameThatARestartKeeps() {
            String before = feed.place("oldest").toString();
            feed.close();
            feed = newFeed();
            assertThat(feed.place("oldest").toString()).isEqualTo(before);
        }

        private void waitUntilKnown() {
            try (Follower follower = feed.follow()) {
                follower.now();
            }
        }

        private Problem problem(String token) {
            try {
                feed.place(token);
            } catch (ProblemException refused) {
                return refused.problem();
            }
            throw new AssertionError("'" + token + "' was taken");
        }
    }

    /// Whatever the interleaving of writers, of failures and of restarts of those who follow: each change is seen
    /// once, and the changes of one resource in their order.
    @Test
    void nothingIsSkippedRepeatedOrReordered() throws InterruptedException {
        for (int seed = 1; seed <= 3; seed++) {
            Random chance = new Random(seed);
            Map<String, Long> before = counts();
            long position;
            try (Follower follower = feed.follow()) {
                position = follower.now().position();
            }
            List<Thread> writers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Random own = new Random(chance.nextLong());
                writers.add(Thread.ofPlatform().start(() -> write(own)));
            }
            Map<String, Long> seen = new HashMap<>(before);
            while (writers.stream().anyMatch(Thread::isAlive)) {
                position = followForAWhile(chance, position, seen);
            }
            for (Thread writer : writers) {
                writer.join();
            }
            Map<String, Long> written = counts();
            while (!seen.equals(written)) {
                position = followForAWhile(chance, position, seen);
            }
        }
    }

    private void write(Random chance) {
        for (int i = 0; i < 120; i++) {
            try {
                database.write(transaction -> {
                    for (int changes = chance.nextInt(1, 4); changes > 0; changes--) {
                        // In one order of names, so that transactions don't wait for each other in a circle.
                        change(transaction, "r" + (9 - 3 * changes + chance.nextInt(3)), Optional.empty());
                    }
                    if (chance.nextInt(10) == 0) {
                        throw new IllegalStateException("on purpose");
                    }
                    return 1;
                });
            } catch (IllegalStateException onPurpose) {
                assertThat(onPurpose).hasMessage("on purpose");
            }
        }
    }

    /// By a feed of its own, as another node or a restarted one has it. What is not seen in time is an error.
    private long followForAWhile(Random chance, long from, Map<String, Long> seen) {
        long position = from;
        try (EventFeed another = newFeed();
                Follower follower = another.follow()) {
            follower.now();
            for (int pages = chance.nextInt(1, 20); pages > 0; pages--) {
                if (!follower.await(position, Duration.ofMillis(100))) {
                    return position;
                }
                Page page = follower.after(position, chance.nextInt(1, 50));
                for (Event event : page.events()) {
                    String name =
                            event.resourceId().substring(event.resourceId().lastIndexOf('/') + 1);
                    assertThat(event.version()).isEqualTo(seen.getOrDefault(name, 0L) + 1);
                    seen.put(name, event.version());
                }
                position = page.end();
            }
        }
        return position;
    }

    private Map<String, Long> counts() {
        Map<String, Long> counts = new HashMap<>();
        database.read(transaction ->
                transaction.query("SELECT name, times FROM counted", row -> counts.put(row.text(), row.number())));
        return counts;
    }

    @Nested
    class AFilter {

        private List<String> shown(EventFilter filter) {
            return List.of(
                            event("/subscriptions/S/resourceGroups/G/providers/Test.Shop/gizmos/a", "Deleted"),
                            event("/subscriptions/S/resourceGroups/G/providers/Test.Shop/gizmos/a/parts/b", "Tagged"),
                            event("/subscriptions/S/resourceGroups/Go/providers/Test.Shop/gizmos/c", "Tagged"))
                    .stream()
                    .filter(filter::shows)
                    .map(event ->
                            event.resourceId().substring(event.resourceId().length() - 1))
                    .toList();
        }

        private Event event(String id, String what) {
            StoredEvent row = new StoredEvent(
                    1,
                    clock.instant(),
                    what,
                    "uid",
                    id,
                    1,
                    Optional.empty(),
                    ORIGIN,
                    new StoredEvent.OperationPart(Optional.empty(), Optional.empty(), Optional.empty()));
            return row.events().getFirst();
        }

        @Test
        void byScopeShowsWhatIsThereAndBelow() {
            assertThat(shown(scope("/subscriptions/s/resourcegroups/g"))).containsExactly("a", "b");
            assertThat(shown(scope("/subscriptions/s"))).containsExactly("a", "b", "c");
            assertThat(shown(scope("/subscriptions/s/resourcegroups/g/providers/test.shop/gizmos/a")))
                    .containsExactly("a", "b");
        }

        private EventFilter scope(String scope) {
            return new EventFilter(Optional.of(scope), Set.of(), Set.of(), Set.of());
        }

        @Test
        void byTypeShowsThatTypeAlone() {
            assertThat(shown(new EventFilter(Optional.empty(), Set.of("test.shop/gizmos/parts"), Set.of(), Set.of())))
                    .containsExactly("b");
        }

        @Test
        void byChangeAndKindShowsThose() {
            assertThat(shown(new EventFilter(Optional.empty(), Set.of(), Set.of(), Set.of("deleted"))))
                    .containsExactly("a");
            assertThat(shown(new EventFilter(Optional.empty(), Set.of(), Set.of(Event.Kind.OPERATION), Set.of())))
                    .isEmpty();
        }
    }
}
