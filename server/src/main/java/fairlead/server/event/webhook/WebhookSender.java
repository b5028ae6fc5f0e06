package fairlead.server.event.webhook;

import fairlead.server.database.Database;
import fairlead.server.event.Event;
import fairlead.server.event.EventFeed;
import fairlead.server.event.EventFeed.Follower;
import fairlead.server.event.EventFeed.Page;
import fairlead.server.event.EventFilter;
import fairlead.server.event.EventJson;
import fairlead.server.event.webhook.WebhookStore.Failure;
import fairlead.server.http.OutgoingPost;
import fairlead.server.problem.ProblemException;
import fairlead.server.time.Backoff;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Delivers events to one receiver, for as long as this node has its webhook.
///
/// The position moves when the receiver has accepted a delivery; after a crash in between, the delivery is
/// repeated. A delivery that fails is put off in the database, so that any node can go on with it. A repeated
/// delivery has the same events and the same id, whatever has happened since: it is one message, and the receiver
/// recognizes it.
final class WebhookSender {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookSender.class);
    private static final int MOST_EVENTS = 100;
    private static final int MOST_LOOKED_AT = 500;
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(10));
    private static final Duration LONGEST_ASKED_PAUSE = Duration.ofHours(1);

    private final Database database;
    private final WebhookStore store = new WebhookStore();
    private final EventFeed feed;
    private final SignedDelivery sending;
    private final Settings settings;
    private final Clock clock;
    private final RandomGenerator chance;
    private final String node;

    /// @param lease how long a webhook is this node's without another word
    /// @param patience with a receiver that takes nothing, before it is disabled
    record Settings(Duration lease, Duration patience) {
        static Settings standard() {
            return new Settings(Duration.ofSeconds(30), Duration.ofHours(24));
        }
    }

    WebhookSender(
            Database database,
            EventFeed feed,
            SignedDelivery sending,
            Settings settings,
            Clock clock,
            RandomGenerator chance,
            String node) {
        this.database = database;
        this.feed = feed;
        this.sending = sending;
        this.settings = settings;
        this.clock = clock;
        this.chance = chance;
        this.node = node;
    }

    /// Goes on until the server stops, a delivery fails, or another one has the webhook.
    void carry(Webhook webhook, EventFilter filter) {
        long position = webhook.progress().position();
        try (Follower follower = feed.follow()) {
            Instant heldUntil = clock.instant().plus(settings.lease());
            while (!feed.closed()) {
                Page page =
                        wanted(follower, filter, position, webhook.progress().sentTo());
                if (!page.events().isEmpty()) {
                    if (!deliver(webhook, position, page)) {
                        return;
                    }
                    heldUntil = clock.instant().plus(settings.lease());
                }
                boolean more = page.end() > position;
                position = page.end();
                if (!clock.instant().isBefore(heldUntil.minus(settings.lease().dividedBy(2)))) {
                    heldUntil = clock.instant().plus(settings.lease());
                    if (!hold(webhook, heldUntil, position)) {
                        return;
                    }
                }
                if (!more) {
                    follower.await(position, settings.lease().dividedBy(4));
                }
            }
            long last = position;
            database.write(transaction -> {
                store.release(transaction, webhook, node, last);
                return last;
            });
        } catch (ProblemException gone) {
            Instant now = clock.instant();
            fail(
                    webhook,
                    new Failure(
                            position,
                            0,
                            now,
                            now,
                            webhook.deliveries().lastOutcome(),
                            gone.problem().message()));
        }
    }

    private boolean hold(Webhook webhook, Instant until, long position) {
        return database.write(transaction -> store.hold(transaction, webhook, node, until, position));
    }

    /// The next events that are wanted, and up to where that is all; perhaps none.
    ///
    /// @param sentTo where a message ends that was sent and not taken, if that is ahead
    private static Page wanted(Follower follower, EventFilter filter, long from, long sentTo) {
        Page page = follower.after(from, MOST_LOOKED_AT);
        long last = sentTo > from ? sentTo : Long.MAX_VALUE;
        List<Event> wanted = new ArrayList<>();
        for (Event event : page.events()) {
            if (event.position() > last) {
                return new Page(wanted, last);
            }
            if (filter.shows(event)) {
                wanted.add(event);
                if (wanted.size() == MOST_EVENTS) {
                    return new Page(wanted, event.position());
                }
            }
        }
        return new Page(wanted, page.end());
    }

    /// False if this courier is done with it.
    private boolean deliver(Webhook webhook, long from, Page page) {
        List<Event> events = page.events();
        long last = events.getLast().position();
        Instant begun = clock.instant();
        boolean held = database.write(
                transaction -> store.sending(transaction, webhook, node, begun.plus(settings.lease()), from, last));
        if (!held) {
            return false;
        }
        String id = feed.token(events.getFirst().position()) + "-" + events.size();
        // Up to its last event, whatever has been passed over behind that: so it is the same if it comes again.
        byte[] body = EventJson.page(feed, events, last);
        String outcome;
        Optional<Duration> pause = Optional.empty();
        try {
            OutgoingPost.Answer answer = sending.send(webhook, id, body);
            outcome = Integer.toString(answer.status());
            pause = answer.retryAfter();
        } catch (IOException failure) {
            outcome = SignedDelivery.reason(failure);
        }
        String told = outcome;
        if (told.matches("2\\d\\d")) {
            Instant now = clock.instant();
            return database.write(transaction ->
                    store.delivered(transaction, webhook, node, now.plus(settings.lease()), page.end(), told, now));
        }
        put(webhook, begun, told, pause);
        return false;
    }

    /// Puts the delivery off, or gives the receiver up.
    private void put(Webhook webhook, Instant begun, String outcome, Optional<Duration> asked) {
        Webhook present = database.read(transaction -> store.find(transaction, webhook.name()))
                .orElse(webhook);
        int attempts = present.deliveries().failed() + 1;
        Instant since = present.deliveries().failingSince().orElse(begun);
        Instant now = clock.instant();
        String reason = "";
        if (outcome.equals("410")) {
            reason = "the receiver has said that it is gone (410)";
        } else if (Duration.between(since, now).compareTo(settings.patience()) > 0) {
            reason = "the receiver has taken nothing since " + since + ": " + outcome;
        }
        Duration pause = asked.map(time -> time.compareTo(LONGEST_ASKED_PAUSE) > 0 ? LONGEST_ASKED_PAUSE : time)
                .orElseGet(() -> BACKOFF.pause(attempts - 1, chance));
        LOG.warn("webhook {}: delivery {} failed: {}", webhook.name(), attempts, outcome);
        fail(webhook, new Failure(present.progress().position(), attempts, since, now.plus(pause), outcome, reason));
    }

    private void fail(Webhook webhook, Failure failure) {
        database.write(transaction -> {
            store.failed(transaction, webhook, node, failure);
            return failure;
        });
    }
}
