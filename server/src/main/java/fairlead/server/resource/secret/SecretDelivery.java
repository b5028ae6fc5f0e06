package fairlead.server.resource.secret;

import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.health.failstop.FailStop;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.secret.GeneratedSecrets.Generated;
import fairlead.server.resource.secret.SecretTarget.Kind;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Pushes secrets to their targets, each version at least once, and again and again until the place has taken it.
///
/// What is to be done stands in the database, so nothing is forgotten by a crash; a node takes a target by a claim that
/// another one respects for a minute. That a version goes out is in the audit trail before it does.
public final class SecretDelivery implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SecretDelivery.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration CLAIMED = Duration.ofMinutes(1);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final int AT_ONCE = 20;
    private static final int MOST_DOUBLED = 10;
    private static final int LONGEST_MESSAGE = 500;

    private final SecretTargetStore store = new SecretTargetStore();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Database database;
    private final ResourceStore resources;
    private final GeneratedSecrets secrets;
    private final ChangeRecorder recorder;
    private final Caller caller;
    private final Clock clock;
    private final Map<Kind, SecretSink> sinks;
    private volatile @Nullable Thread worker;

    /// @param caller as whom it is in the audit trail
    /// @param clock that all nodes share
    /// @param sinks where the operator lets secrets go to
    public SecretDelivery(
            Database database,
            ResourceStore resources,
            GeneratedSecrets secrets,
            ChangeRecorder recorder,
            Caller caller,
            Clock clock,
            Map<Kind, SecretSink> sinks) {
        this.database = database;
        this.resources = resources;
        this.secrets = secrets;
        this.recorder = recorder;
        this.caller = caller;
        this.clock = clock;
        this.sinks = Map.copyOf(sinks);
    }

    /// Begins to look once a second, on a thread of its own; not if there is no place to which it could push.
    public SecretDelivery begin() {
        if (!sinks.isEmpty()) {
            worker = Thread.ofVirtual().name("secret-delivery").start(FailStop.essential(this::work));
        }
        return this;
    }

    private void work() {
        try {
            while (!stopped.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                try {
                    deliver();
                } catch (DatabaseException away) {
                    LOG.warn("secrets can't be pushed at the moment: {}", away.getMessage());
                } catch (RuntimeException bug) {
                    LOG.error("secrets can't be pushed", bug);
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// What is on its way.
    private record Parcel(Resource resource, Generated content) {}

    /// Pushes what is due, on the calling thread: how many targets have taken it.
    public int deliver() throws InterruptedException {
        Instant now = clock.instant();
        List<SecretTarget> due = database.read(transaction -> store.due(transaction, now, AT_ONCE));
        int delivered = 0;
        for (SecretTarget target : due) {
            Optional<Parcel> parcel = claim(target);
            if (parcel.isPresent() && deliver(target, parcel.get())) {
                delivered++;
            }
        }
        return delivered;
    }

    private Optional<Parcel> claim(SecretTarget target) {
        UUID uid = UUID.fromString(target.uid());
        return database.write(transaction -> {
            Optional<Resource> resource = resources.find(transaction, uid);
            Optional<Generated> content = secrets.find(transaction, uid);
            if (resource.isEmpty() || content.isEmpty()) {
                return Optional.empty();
            }
            long version = content.get().version();
            if (!store.claim(transaction, target, version, clock.instant().plus(CLAIMED))) {
                return Optional.empty();
            }
            if (target.state().tried() != version) {
                recorder.announceReading(transaction, caller, "PushSecret", resource.get());
            }
            return Optional.of(new Parcel(resource.get(), content.get()));
        });
    }

    private boolean deliver(SecretTarget target, Parcel parcel) throws InterruptedException {
        long version = parcel.content().version();
        try {
            sink(target, parcel.resource())
                    .write(
                            target.subscription(),
                            target.place().path(),
                            parcel.content().values(),
                            target.property());
        } catch (SecretSink.Failed failure) {
            String message = String.valueOf(failure.getMessage());
            String told = message.substring(0, Math.min(LONGEST_MESSAGE, message.length()));
            LOG.warn(
                    "a secret of {} can't be pushed to {}: {}",
                    parcel.resource().id(),
                    target.name(),
                    told);
            Instant again = clock.instant().plus(pause(target, version));
            database.write(transaction -> {
                store.failed(transaction, target, version, told, again);
                return target;
            });
            return false;
        }
        database.write(transaction -> {
            store.delivered(transaction, target, version, clock.instant());
            return target;
        });
        return true;
    }

    private SecretSink sink(SecretTarget target, Resource resource) throws SecretSink.Failed {
        if (!resource.id().subscription().equalsIgnoreCase(target.subscription())) {
            throw new SecretSink.Failed("the resource was moved to another subscription: make the target again");
        }
        SecretSink sink = sinks.get(target.place().kind());
        if (sink == null) {
            throw new SecretSink.Failed("the operator of this server lets no secret go there any more");
        }
        return sink;
    }

    private static Duration pause(SecretTarget target, long version) {
        int before = target.state().tried() == version ? target.state().attempts() : 0;
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(before, MOST_DOUBLED));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }

    @Override
    public void close() {
        stopped.countDown();
        Thread working = worker;
        try {
            if (working != null && !working.join(GRACE)) {
                LOG.debug("a secret is still being pushed");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
