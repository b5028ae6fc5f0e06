package fairlead.smithy.endpoint;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What is known of the endpoints of one question, by all threads that have it. At any time at most one of them asks.
final class KnownEndpoints {

    /// After a failure no caller has to wait for another so soon.
    private static final Duration PAUSE = Duration.ofSeconds(60);

    /// How long before an endpoint expires the next ones are asked for, at most.
    private static final Duration LEAD = Duration.ofMinutes(2);

    /// ... and as a part of its period.
    private static final int LEAD_PART = 4;

    private List<Kept> endpoints = List.of();
    private boolean failed;
    private Instant next = Instant.MIN;
    private @Nullable FutureTask<URI> question;

    private record Kept(URI address, Instant due, Instant expiry) {

        static Kept of(Endpoint endpoint, Instant now) {
            Duration part = endpoint.period().dividedBy(LEAD_PART);
            Duration lead = part.compareTo(LEAD) < 0 ? part : LEAD;
            Instant expiry = now.plus(endpoint.period());
            return new Kept(endpoint.address(), expiry.minus(lead), expiry);
        }
    }

    /// The best one that has not expired.
    synchronized Optional<URI> current(Instant now) {
        return endpoints.stream()
                .filter(one -> now.isBefore(one.expiry()))
                .map(Kept::address)
                .findFirst();
    }

    /// The best one, be it expired.
    synchronized Optional<URI> previous() {
        return endpoints.stream().map(Kept::address).findFirst();
    }

    /// Whether the last question has failed.
    synchronized boolean hasFailed() {
        return failed;
    }

    /// Whether the first of them expires soon.
    synchronized boolean isDue(Instant now) {
        return endpoints.stream()
                .map(Kept::due)
                .min(Comparator.naturalOrder())
                .filter(due -> !now.isBefore(due))
                .isPresent();
    }

    /// Whether a failure is long enough ago to ask again.
    synchronized boolean mayAsk(Instant now) {
        return !now.isBefore(next);
    }

    /// The question that is being asked, or a new one. Who runs it asks; the best endpoint is told to all who wait. Who
    /// looked just before an answer came does not ask again: he is told what is known now.
    synchronized FutureTask<URI> question(Supplier<List<Endpoint>> asking, Clock clock) {
        FutureTask<URI> asked = question;
        if (asked != null) {
            return asked;
        }
        Instant now = clock.instant();
        Optional<URI> known = isDue(now) ? Optional.empty() : current(now);
        if (known.isPresent()) {
            return new FutureTask<>(known::get);
        }
        asked = new FutureTask<>(() -> ask(asking, clock));
        question = asked;
        return asked;
    }

    private URI ask(Supplier<List<Endpoint>> asking, Clock clock) {
        boolean answered = false;
        try {
            List<Endpoint> found = asking.get();
            if (found.isEmpty()) {
                throw new DiscoveryException("the service names no endpoint");
            }
            keep(found, clock.instant());
            answered = true;
            return found.getFirst().address();
        } finally {
            end(answered, clock.instant());
        }
    }

    private synchronized void keep(List<Endpoint> found, Instant now) {
        endpoints = found.stream().map(endpoint -> Kept.of(endpoint, now)).toList();
    }

    private synchronized void end(boolean answered, Instant now) {
        failed = !answered;
        next = answered ? Instant.MIN : now.plus(PAUSE);
        question = null;
    }

    /// Gives one up that is an endpoint no longer, and allows to ask for others at once.
    synchronized void reject(URI address) {
        endpoints =
                endpoints.stream().filter(one -> !one.address().equals(address)).toList();
        next = Instant.MIN;
    }
}
