package fairlead.server.event.webhook;

import fairlead.server.database.Database;
import fairlead.server.event.Event;
import fairlead.server.event.EventFeed;
import fairlead.server.event.EventFeed.Follower;
import fairlead.server.event.EventFilter;
import fairlead.server.event.EventFilters;
import fairlead.server.event.EventJson;
import fairlead.server.limit.quota.Measured;
import fairlead.server.limit.quota.Quotas;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.secret.Vault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The verbs on webhooks.
final class Webhooks {

    private static final List<Event> NOTHING = List.of();
    private static final int LAST_PORT = 65_535;

    private final Database database;
    private final WebhookStore store = new WebhookStore();
    private final EventFeed feed;
    private final EventFilters filters;
    private final Quotas quotas;
    private final SignedDelivery sending;
    private final Vault vault;
    private final Clock clock;

    Webhooks(
            Database database,
            EventFeed feed,
            EventFilters filters,
            Quotas quotas,
            SignedDelivery sending,
            Vault vault,
            Clock clock) {
        this.database = database;
        this.feed = feed;
        this.filters = filters;
        this.quotas = quotas;
        this.sending = sending;
        this.vault = vault;
        this.clock = clock;
    }

    /// A caller's settings of a webhook. One that is empty stays as it is, or gets its default.
    record Settings(String name, URI url, EventSelection wanted, Optional<String> secret, Optional<String> from) {}

    /// @param created whether there was none
    record Outcome(Webhook webhook, boolean created) {}

    /// Makes one, or changes it; a disabled one is active from then on.
    Outcome put(Settings settings) {
        require(settings.url());
        filter(settings.wanted());
        Optional<Webhook> present = find(settings.name());
        Optional<Long> from = settings.from().map(token -> feed.place(token).position());
        boolean stored = present.isPresent() ? change(present.get(), settings, from) : create(settings, from);
        if (!stored) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.WEBHOOK_CHANGED,
                    "The webhook '" + settings.name() + "' was changed at the same time. Try again."));
        }
        return new Outcome(get(settings.name()), present.isEmpty());
    }

    private boolean create(Settings settings, Optional<Long> from) {
        String secret = settings.secret().orElseThrow(() -> wrong("A new webhook needs a secret.", "/secret"));
        byte[] sealed = WebhookSecrets.of(secret).sealed(vault, settings.name());
        long position = from.orElseGet(this::now);
        return database.write(transaction -> quotas.changing(
                transaction,
                Set.of(Measured.WEBHOOKS),
                "",
                () -> store.insert(
                        transaction,
                        settings.name(),
                        settings.url(),
                        settings.wanted(),
                        sealed,
                        position,
                        clock.instant())));
    }

    private boolean change(Webhook present, Settings settings, Optional<Long> from) {
        byte[] sealed = settings.secret()
                .map(secret -> WebhookSecrets.open(vault, present)
                        .replacedBy(secret, clock.instant())
                        .sealed(vault, present.name()))
                .orElse(present.secrets());
        return database.write(transaction -> store.change(
                transaction,
                present,
                settings.url(),
                settings.wanted(),
                sealed,
                from.orElse(present.progress().position())));
    }

    private long now() {
        try (Follower follower = feed.follow()) {
            return follower.now().position();
        }
    }

    EventFilter filter(EventSelection wanted) {
        return filters.filter(wanted.scope(), wanted.types(), wanted.kinds(), wanted.changes());
    }

    private void require(URI url) {
        boolean http = "https".equals(url.getScheme()) || (sending.anywhere() && "http".equals(url.getScheme()));
        boolean plain = url.getRawUserInfo() == null && url.getRawFragment() == null && url.getPort() <= LAST_PORT;
        if (!http || url.getHost() == null || !plain) {
            throw wrong(
                    "The url '" + url + "' is none to deliver to; expected "
                            + (sending.anywhere() ? "http:// or https://" : "https://")
                            + ", a host and perhaps a port, and no user.",
                    "/url");
        }
        if (!sending.anywhere() && isLiteral(url.getHost()) && !isPublic(url.getHost())) {
            throw wrong("The url '" + url + "' leads into a private network.", "/url");
        }
    }

    private static boolean isLiteral(String host) {
        return host.startsWith("[") || host.matches("[0-9.]+");
    }

    private static boolean isPublic(String host) {
        try {
            return fairlead.schema.reference.PublicAddress.is(InetAddress.getByName(host));
        } catch (UnknownHostException notOne) {
            return false;
        }
    }

    /// Goes on with a disabled one.
    Webhook resume(String name, Optional<String> from) {
        Webhook present = get(name);
        long position = from.map(token -> feed.place(token).position())
                .orElse(present.progress().position());
        database.write(transaction ->
                store.change(transaction, present, present.url(), present.wanted(), present.secrets(), position));
        return get(name);
    }

    /// How a delivery without events went.
    record Trial(String outcome, long millis) {}

    Trial test(String name) {
        Webhook webhook = get(name);
        long begin = System.nanoTime();
        String outcome;
        try {
            byte[] body = EventJson.page(feed, NOTHING, webhook.progress().position());
            outcome = Integer.toString(
                    sending.send(webhook, "test-" + clock.millis(), body).status());
        } catch (IOException failure) {
            outcome = SignedDelivery.reason(failure);
        }
        return new Trial(outcome, (System.nanoTime() - begin) / 1_000_000);
    }

    Webhook get(String name) {
        return find(name)
                .orElseThrow(() -> new ProblemException(
                        new Problem.NotFound(ProblemCode.WEBHOOK_NOT_FOUND, "There is no webhook '" + name + "'.")));
    }

    private Optional<Webhook> find(String name) {
        return database.read(transaction -> store.find(transaction, name));
    }

    List<Webhook> list() {
        return database.read(store::list);
    }

    boolean delete(String name) {
        return database.write(transaction -> store.delete(transaction, name));
    }

    String token(long position) {
        return feed.token(position);
    }

    /// @param place a JSON Pointer into the body, or the name of the webhook's part of the address
    static ProblemException wrong(String message, String place) {
        return new ProblemException(new Problem.BadRequest(ProblemCode.INVALID_WEBHOOK, message, place));
    }
}
