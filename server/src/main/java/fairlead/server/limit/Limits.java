package fairlead.server.limit;

import fairlead.server.time.MonotonicTime;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What each caller may ask for: so many reads, writes and deletes a second in each subscription, and ten times as
/// many at once after a pause.
public final class Limits {

    private static final int SECONDS_SAVED = 10;
    private static final int RECORDS_OF_A_READ = 10;
    private static final int MOST_REMEMBERED = 10_000;

    private final Map<String, Map<Object, Buckets>> bySubscription = new ConcurrentHashMap<>();
    private final Map<String, Bucket> byAddress = new ConcurrentHashMap<>();
    private final Settings settings;
    private final MonotonicTime time;
    private final BodyMemory bodies;

    /// The numbers.
    ///
    /// @param reads a second, as are writes and deletes
    /// @param data what is asked of the data plane, a second
    /// @param atWork how many requests and steps of operations may be at work at the same time before further
    ///     requests are refused; what only waits for a handler does not count
    /// @param bodies how large they may be
    /// @param unknown requests a second from each address whose callers have not said who they are
    public record Settings(int reads, int writes, int deletes, int data, int atWork, Bodies bodies, int unknown) {

        private static final int UNKNOWN = 10;

        /// With the usual limits of bodies, and of callers that are not known.
        public Settings(int reads, int writes, int deletes, int data, int atWork) {
            this(reads, writes, deletes, data, atWork, Bodies.standard(), UNKNOWN);
        }

        /// More than a machine can do for one caller; but never more at once than it can answer in good time.
        public static Settings standard() {
            return new Settings(100_000, 50_000, 50_000, 100_000, 256);
        }
    }

    /// What bodies may take.
    ///
    /// @param megabytes of memory for all that are worked on at the same time, and for the values in them
    /// @param jsonValues how many values one may have
    public record Bodies(int megabytes, int jsonValues) {

        /// The usual limits.
        public static Bodies standard() {
            return new Bodies(256, 200_000);
        }
    }

    /// @param time by which budgets are refilled: the wall clock may be set back
    public Limits(Settings settings, MonotonicTime time) {
        this.settings = settings;
        this.time = time;
        bodies = new BodyMemory((long) settings.bodies.megabytes() << 20);
    }

    private record Buckets(Bucket reads, Bucket writes, Bucket deletes, Bucket data) {

        static Buckets of(Settings settings, long now) {
            return new Buckets(
                    bucket(settings.reads, now),
                    bucket(settings.writes, now),
                    bucket(settings.deletes, now),
                    bucket(settings.data, now));
        }

        private static Bucket bucket(int perSecond, long now) {
            return new Bucket(perSecond, perSecond * SECONDS_SAVED, now);
        }

        Bucket of(Use use) {
            return switch (use) {
                case READS -> reads;
                case WRITES -> writes;
                case DELETES -> deletes;
                case DATA -> data;
            };
        }

        boolean full(long now) {
            return reads.isFull(now) && writes.isFull(now) && deletes.isFull(now) && data.isFull(now);
        }
    }

    /// Whether a request is within its caller's budget.
    public sealed interface Grant {

        /// @param remaining how many more there could be at once
        record Granted(long remaining) implements Grant {}

        /// @param pause until there can be one more
        record Refused(Duration pause) implements Grant {}
    }

    /// Takes one from the budget of an address, for a request whose caller has not said who it is.
    public Grant takeUnknown(String address) {
        long now = time.nanos();
        if (byAddress.size() >= MOST_REMEMBERED) {
            byAddress.values().removeIf(bucket -> bucket.isFull(now));
        }
        long left = byAddress
                .computeIfAbsent(address, _ -> new Bucket(settings.unknown, settings.unknown * SECONDS_SAVED, now))
                .take(now);
        return left >= 0 ? new Grant.Granted(left) : new Grant.Refused(Duration.ofNanos(-left));
    }

    /// Takes one from a caller's budget.
    ///
    /// @param subscription empty for what belongs to none
    /// @param principal what tells callers apart: names may be the same
    public Grant take(String subscription, Object principal, Use use) {
        long now = time.nanos();
        long left = buckets(subscription.toLowerCase(Locale.ROOT), principal, now)
                .of(use)
                .take(now);
        return left >= 0 ? new Grant.Granted(left) : new Grant.Refused(Duration.ofNanos(-left));
    }

    /// Takes what the records of lists and searches cost, when they have been read: every ten are as much as one read.
    /// What is more than the budget has is taken from what comes back.
    ///
    /// @param subscription empty for what belongs to none
    public void spend(String subscription, Object principal, long records) {
        long many = records / RECORDS_OF_A_READ;
        if (many > 0) {
            long now = time.nanos();
            buckets(subscription.toLowerCase(Locale.ROOT), principal, now).reads.spend(now, many);
        }
    }

    /// Whether so much is under way that a further request would only make all of them slower.
    public boolean exceededBy(int atWork) {
        return atWork > settings.atWork;
    }

    /// What bodies of requests may take at the same time.
    public BodyMemory bodies() {
        return bodies;
    }

    /// How many values a JSON body may have.
    public int jsonValues() {
        return settings.bodies.jsonValues();
    }

    private Buckets buckets(String subscription, Object principal, long now) {
        Map<Object, Buckets> ofSubscription = bySubscription.get(subscription);
        if (ofSubscription == null) {
            forgetTheIdle(now);
            ofSubscription = bySubscription.computeIfAbsent(subscription, _ -> new ConcurrentHashMap<>());
        }
        Buckets known = ofSubscription.get(principal);
        return known != null ? known : ofSubscription.computeIfAbsent(principal, _ -> Buckets.of(settings, now));
    }

    /// A full bucket is like one that was never used. Addresses can name any subscription, so this has an end.
    private void forgetTheIdle(long now) {
        if (bySubscription.size() >= MOST_REMEMBERED) {
            bySubscription
                    .values()
                    .removeIf(buckets -> buckets.values().stream().allMatch(one -> one.full(now)));
        }
    }

    int remembered() {
        return bySubscription.size();
    }
}
