package fairlead.server.event.webhook;

import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.event.EventFilter;
import fairlead.server.health.failstop.FailStop;
import fairlead.server.problem.ProblemException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Claims the webhooks that are due and that no node has, and delivers each on a thread of its own.
final class WebhookDeliveries implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookDeliveries.class);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration GRACE = Duration.ofSeconds(15);

    private final Database database;
    private final WebhookStore store = new WebhookStore();
    private final Webhooks webhooks;
    private final WebhookSender sender;
    private final WebhookSender.Settings settings;
    private final Clock clock;
    private final String node;
    private final Set<Thread> couriers = ConcurrentHashMap.newKeySet();
    private final CountDownLatch stopped = new CountDownLatch(1);

    WebhookDeliveries(
            Database database,
            Webhooks webhooks,
            WebhookSender sender,
            WebhookSender.Settings settings,
            Clock clock,
            String node) {
        this.database = database;
        this.webhooks = webhooks;
        this.sender = sender;
        this.settings = settings;
        this.clock = clock;
        this.node = node;
    }

    /// @param alone whether no other process can have this database open, so that a node that had a webhook is dead
    void begin(boolean alone) {
        if (alone && !webhooks.list().isEmpty()) {
            database.write(transaction -> {
                store.releaseAll(transaction);
                return node;
            });
        }
        Thread.ofVirtual().name("webhooks").start(FailStop.essential(this::takeUntilStopped));
    }

    private void takeUntilStopped() {
        try {
            while (!stopped.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                take();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void take() {
        try {
            Instant now = clock.instant();
            if (database.read(transaction -> store.isAnyDue(transaction, now))) {
                List<Webhook> taken =
                        database.write(transaction -> store.claim(transaction, node, now, now.plus(settings.lease())));
                taken.forEach(this::send);
            }
        } catch (DatabaseException failure) {
            LOG.warn("can't look for webhooks: {}", failure.getMessage());
        }
    }

    private void send(Webhook webhook) {
        Thread thread = Thread.ofVirtual().name("webhook").unstarted(() -> {
            try {
                sender.carry(webhook, filter(webhook));
            } catch (DatabaseException failure) {
                // The lease runs out, and then a node claims it again.
                LOG.warn("webhook {} can't go on: {}", webhook.name(), failure.getMessage());
            } finally {
                couriers.remove(Thread.currentThread());
            }
        });
        couriers.add(thread);
        thread.start();
    }

    /// What was wanted of a type that is gone since is wanted no more: nothing happens to it.
    private EventFilter filter(Webhook webhook) {
        try {
            return webhooks.filter(webhook.wanted());
        } catch (ProblemException gone) {
            return new EventFilter(java.util.Optional.empty(), Set.of("none"), Set.of(), Set.of());
        }
    }

    /// Waits for the deliveries under way. The feed has to be closed before.
    @Override
    public void close() {
        stopped.countDown();
        try {
            for (Thread thread : couriers) {
                thread.join(GRACE);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
