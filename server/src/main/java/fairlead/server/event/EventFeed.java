package fairlead.server.event;

import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.health.failstop.FailStop;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All events in their order, for all followers on this node.
///
/// One thread reads new events: often while there is a follower, now and then otherwise. Followers take the
/// events from memory, or from the database if they are far behind. The feed waits for no follower and keeps
/// nothing for one.
public final class EventFeed implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EventFeed.class);
    private static final Duration WATCHED_PAUSE = Duration.ofMillis(15);
    private static final Duration IDLE_PAUSE = Duration.ofSeconds(1);
    private static final Duration SETTLING_PAUSE = Duration.ofMillis(2);
    private static final Duration FORGETTING_PAUSE = Duration.ofMinutes(1);
    private static final int ROOM = 8192;
    private static final int ROWS_AT_ONCE = 1000;

    private final EventStore store = new EventStore();
    private final RecentEvents recent = new RecentEvents(ROOM);
    private final Database database;
    private final Clock clock;
    private final Duration kept;
    private final String history;
    private final CommittedEvents decided;
    private final Object news = new Object();
    private int followers;
    private int asking;
    private long looks;
    private long end;
    private boolean begun;
    private boolean closed;
    private @Nullable Thread looking;

    /// @param kept how long events are remembered
    /// @param ids name the history of a database that has none yet
    public EventFeed(Database database, Clock clock, Duration kept, Supplier<UUID> ids) {
        this.database = database;
        this.clock = clock;
        this.kept = kept;
        decided = new CommittedEvents(database, store);
        history = name(ids);
    }

    private String name(Supplier<UUID> ids) {
        Optional<String> known = database.read(store::name);
        if (known.isPresent()) {
            return known.get();
        }
        String fresh = ids.get().toString();
        String name = fresh.substring(fresh.length() - 8);
        return database.write(transaction -> store.name(transaction, name));
    }

    /// Begins to look.
    public EventFeed begin() {
        looking = Thread.ofVirtual().name("events").start(FailStop.essential(this::look));
        return this;
    }

    /// Events behind a place, and where they end.
    ///
    /// @param end to go on from, the position of the last of them
    public record Page(List<Event> events, long end) {}

    /// One who follows; looked for often as long as there is one.
    public final class Follower implements AutoCloseable {

        private boolean left;

        private Follower() {
            synchronized (news) {
                followers++;
            }
            LockSupport.unpark(looking);
        }

        /// The place behind all that has happened before this was called.
        public EventPosition now() {
            synchronized (news) {
                asking++;
                try {
                    // The look that is under way may have begun before.
                    for (long next = looks + 2; !closed && !(begun && looks >= next); ) {
                        LockSupport.unpark(looking);
                        waitForNews(IDLE_PAUSE);
                    }
                } finally {
                    asking--;
                }
                return new EventPosition(history, end);
            }
        }

        /// The events behind a position, at most so many; none if nothing has happened since. A problem if some of
        /// them are forgotten.
        public Page after(long position, int most) {
            long last;
            synchronized (news) {
                last = end;
            }
            if (position >= last) {
                return new Page(List.of(), position);
            }
            List<Event> events = recent.after(position, most).orElseGet(() -> stored(position, last, most));
            return new Page(events, events.isEmpty() ? last : events.getLast().position());
        }

        /// Waits until something has happened behind a position; false if nothing has by then.
        public boolean await(long position, Duration patience) {
            long deadline = System.nanoTime() + patience.toNanos();
            synchronized (news) {
                while (end <= position && !closed) {
                    long left = deadline - System.nanoTime();
                    if (left <= 0) {
                        return false;
                    }
                    waitForNews(Duration.ofNanos(left));
                }
                return !closed;
            }
        }

        @Override
        public void close() {
            synchronized (news) {
                followers -= left ? 0 : 1;
                left = true;
            }
        }
    }

    public Follower follow() {
        return new Follower();
    }

    /// A place behind which everything is that is not seen by who asks the database from now on; perhaps more. Empty
    /// text while that is not known, soon after the start.
    public String mark() {
        synchronized (news) {
            return begun ? new EventPosition(history, end).toString() : "";
        }
    }

    /// The place that a token stands for; a problem if not all that has happened since is known here.
    public EventPosition place(String token) {
        long forgotten = database.read(store::forgotten);
        EventPosition oldest = new EventPosition(history, EventPosition.lastOf(forgotten));
        if (token.equals("oldest")) {
            return oldest;
        }
        EventPosition mark = EventPosition.parse(token);
        if (!mark.history().equals(history)) {
            throw gone("'" + token + "' is a place in the history of another server.", oldest);
        }
        if (mark.position() < oldest.position()) {
            throw gone("What happened behind '" + token + "' is no longer kept.", oldest);
        }
        if (mark.position() > EventPosition.lastOf(database.read(store::newest))) {
            throw gone("Nothing has happened yet at '" + token + "': an older state was restored.", oldest);
        }
        return mark;
    }

    /// As a token.
    public String token(long position) {
        return new EventPosition(history, position).toString();
    }

    private static ProblemException gone(String what, EventPosition oldest) {
        return new ProblemException(new Problem.HistoryGone(
                what + " List what you watch, and then watch from the place that the list gives (x-fairlead-watch).",
                oldest.toString()));
    }

    /// Whether it has been closed, and nothing more will come.
    public boolean closed() {
        synchronized (news) {
            return closed;
        }
    }

    private List<Event> stored(long position, long last, int most) {
        long after = position % 2 == 0 ? EventPosition.numberOf(position) - 1 : EventPosition.numberOf(position);
        List<Event> events =
                database
                        .read(transaction -> store.page(transaction, after, EventPosition.numberOf(last), most))
                        .stream()
                        .flatMap(row -> row.events().stream())
                        .filter(event -> event.position() > position)
                        .toList();
        // What was forgotten meanwhile is missing among them.
        long forgotten = database.read(store::forgotten);
        if (position < EventPosition.lastOf(forgotten)) {
            throw gone(
                    "What happened behind '" + token(position) + "' is no longer kept.",
                    new EventPosition(history, EventPosition.lastOf(forgotten)));
        }
        return events;
    }

    private void waitForNews(Duration patience) {
        try {
            TimeUnit.NANOSECONDS.timedWait(news, patience.toNanos());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while following", interrupted);
        }
    }

    private void look() {
        Instant nextForgetting = clock.instant().plus(FORGETTING_PAUSE);
        while (!closed()) {
            Duration pause = IDLE_PAUSE;
            try {
                boolean followed = isFollowed();
                boolean all = followed ? take() : skip();
                tell(all);
                pause = !all ? SETTLING_PAUSE : followed ? WATCHED_PAUSE : IDLE_PAUSE;
                if (!clock.instant().isBefore(nextForgetting)) {
                    forget();
                    nextForgetting = clock.instant().plus(FORGETTING_PAUSE);
                }
            } catch (DatabaseException failure) {
                LOG.warn("can't look for events: {}", failure.getMessage());
            } catch (RuntimeException bug) {
                // No other thread looks: followers would wait for ever.
                LOG.error("can't look for events", bug);
            }
            LockSupport.parkNanos(pause.toNanos());
        }
    }

    /// Before it is known once how far everything is decided, that is to be found out.
    private boolean isFollowed() {
        synchronized (news) {
            return begun && followers > 0;
        }
    }

    private boolean skip() {
        boolean all = decided.skip();
        recent.begin(EventPosition.lastOf(decided.number()));
        return all;
    }

    /// Takes what is new into memory; false if it has to come back soon, since not all of it is decided.
    private boolean take() {
        List<StoredEvent> rows = decided.next(ROWS_AT_ONCE);
        rows.forEach(row -> row.events().forEach(recent::add));
        return !decided.settling() && rows.size() < ROWS_AT_ONCE;
    }

    private void tell(boolean all) {
        synchronized (news) {
            long last = EventPosition.lastOf(decided.number());
            boolean wanted = last > end || asking > 0;
            end = last;
            begun |= all;
            looks++;
            if (wanted) {
                news.notifyAll();
            }
        }
    }

    /// Forgets what is older than what is kept, some at a time, so that others get their turn.
    public void forget() {
        Instant before = clock.instant().minus(kept);
        long upTo;
        synchronized (news) {
            upTo = EventPosition.numberOf(end);
        }
        if (!database.read(transaction -> store.isAnyBefore(transaction, before))) {
            return;
        }
        while (database.write(transaction -> store.forget(transaction, before, upTo, ROWS_AT_ONCE)) > 0) {
            if (closed()) {
                return;
            }
        }
    }

    /// Lets all go who wait.
    @Override
    public void close() {
        synchronized (news) {
            closed = true;
            news.notifyAll();
        }
        Thread thread = looking;
        if (thread != null) {
            LockSupport.unpark(thread);
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
