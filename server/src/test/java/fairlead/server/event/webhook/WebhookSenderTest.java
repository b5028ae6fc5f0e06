package fairlead.server.event.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.testing.SettableClock;
import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.event.EventFeed;
import fairlead.server.event.EventFeed.Follower;
import fairlead.server.event.EventFilter;
import fairlead.server.event.EventStore;
import fairlead.server.event.ResourceChange;
import fairlead.server.event.webhook.Receiver.Delivery;
import fairlead.server.http.OutgoingPost;
import fairlead.server.secret.Vault;
import fairlead.server.telemetry.Metrics;
import fairlead.server.telemetry.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of a receiver that does not take what it is told, as time goes by.
class WebhookSenderTest {

    private static final String NODE = "node";
    private static final String NAME = "hook";
    private static final EventFilter EVERYTHING = new EventFilter(Optional.empty(), Set.of(), Set.of(), Set.of());
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.atNoon();
    private final WebhookStore store = new WebhookStore();
    private Database database;
    private EventFeed feed;
    private Receiver receiver;
    private WebhookSender sender;

    @BeforeEach
    void somethingHasHappened() throws IOException {
        receiver = new Receiver();
        database = SqliteDatabase.open(folder.resolve("fairlead.db"));
        Migrations.apply(database, clock);
        feed = new EventFeed(database, clock, Duration.ofDays(7), UUID::randomUUID).begin();
        Vault vault = new Vault(Vault::newKeyset);
        SignedDelivery sending =
                new SignedDelivery(new OutgoingPost(true, Duration.ofSeconds(10)), vault, new Metrics(), clock);
        sender = new WebhookSender(
                database, feed, sending, WebhookSender.Settings.standard(), clock, new Random(1), NODE);
        EventSelection everything = new EventSelection(Optional.empty(), List.of(), List.of(), List.of());
        byte[] secrets = WebhookSecrets.of(SECRET).sealed(vault, NAME);
        try (Follower follower = feed.follow()) {
            long position = follower.now().position();
            database.write(transaction -> {
                new EventStore().tell(transaction, change());
                return store.insert(transaction, NAME, receiver.url(), everything, secrets, position, clock.instant());
            });
            follower.now();
        }
    }

    private ResourceChange change() {
        return new ResourceChange(
                clock.instant(),
                new Origin("request", "correlation", Optional.empty(), Optional.empty()),
                "Tagged",
                "uid",
                "/subscriptions/s/resourceGroups/g/providers/Test.Shop/gizmos/one",
                1,
                Optional.empty());
    }

    @AfterEach
    void end() {
        feed.close();
        database.close();
        receiver.close();
    }

    private void somethingElseHappens() {
        try (Follower follower = feed.follow()) {
            database.write(transaction -> {
                new EventStore().tell(transaction, change());
                return NAME;
            });
            follower.now();
        }
    }

    /// Tries once, at this time, and says what is known of the receiver then.
    private Webhook tried() {
        Instant now = clock.instant();
        database.write(transaction -> store.claim(transaction, NODE, now, now.plusSeconds(30)))
                .forEach(webhook -> sender.carry(webhook, EVERYTHING));
        return database.read(transaction -> store.find(transaction, NAME)).orElseThrow();
    }

    @Test
    void isAskedLessAndLessOftenAndGivenUpAfterADay() {
        for (int attempt = 0; attempt < 5; attempt++) {
            receiver.refuse(500);
            Webhook webhook = tried();
            assertThat(webhook.state()).isEqualTo(Webhook.State.ACTIVE);
            assertThat(webhook.deliveries().failed()).isEqualTo(attempt + 1);
            assertThat(Duration.between(clock.instant(), webhook.deliveries().dueAt()))
                    .isBetween(Duration.ofMillis(500L << attempt), Duration.ofMillis(1000L << attempt));
            clock.advance(Duration.ofHours(6));
        }
        receiver.refuse(500);
        Webhook given = tried();
        assertThat(given.state()).isEqualTo(Webhook.State.DISABLED);
        assertThat(given.reason())
                .contains("taken nothing since " + SettableClock.atNoon().instant());
        assertThat(tried().deliveries().failed()).isEqualTo(given.deliveries().failed());
    }

    @Test
    void isLeftAloneForAsLongAsItAsksForAnHourAtMost() {
        receiver.refuse(429, "120");
        assertThat(tried().deliveries().dueAt()).isEqualTo(clock.instant().plusSeconds(120));
        clock.advance(Duration.ofSeconds(119));
        assertThat(tried().deliveries().failed()).isEqualTo(1);
        clock.advance(Duration.ofSeconds(2));
        receiver.refuse(503, "1000000000");
        assertThat(tried().deliveries().dueAt()).isEqualTo(clock.instant().plus(Duration.ofHours(1)));
    }

    @Test
    void isAskedAgainLikeAnyOtherIfItNamesADate() {
        receiver.refuse(503, "Fri, 31 Dec 2049 23:59:59 GMT");
        assertThat(tried().deliveries().dueAt()).isBefore(clock.instant().plusSeconds(2));
    }

    @Test
    void isToldTheSameUnderTheSameIdAgainWhateverHasHappenedSince() throws InterruptedException {
        receiver.refuse(500);
        tried();
        somethingElseHappens();
        clock.advance(Duration.ofHours(1));
        receiver.refuse(204);
        receiver.refuse(500);
        tried();

        Delivery refused = receiver.next();
        Delivery taken = receiver.next();
        Delivery rest = receiver.next();
        assertThat(taken.id()).isEqualTo(refused.id());
        assertThat(taken.text()).isEqualTo(refused.text());
        assertThat(rest.id()).isNotEqualTo(refused.id());
        assertThat(List.of(taken.changes().size(), rest.changes().size())).containsExactly(1, 1);
    }

    @Test
    void isToldTheSameAgainWhenItIsUnknownWhetherItWasTaken() throws InterruptedException {
        crashWhileSending();
        somethingElseHappens();
        receiver.refuse(204);
        receiver.refuse(500);
        tried();

        assertThat(receiver.next().changes()).hasSize(1);
        assertThat(receiver.next().changes()).hasSize(1);
    }

    /// Leaves behind what a node does that is no more when the answer comes.
    private void crashWhileSending() {
        Instant now = clock.instant();
        Webhook webhook = database.write(transaction -> store.claim(transaction, NODE, now, now.plusSeconds(30)))
                .getFirst();
        long from = webhook.progress().position();
        try (Follower follower = feed.follow()) {
            long last = follower.after(from, 1).events().getLast().position();
            database.write(transaction -> {
                store.sending(transaction, webhook, NODE, now.plusSeconds(30), from, last);
                store.releaseAll(transaction);
                return NAME;
            });
        }
    }
}
