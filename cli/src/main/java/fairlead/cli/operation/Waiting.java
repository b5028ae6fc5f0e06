package fairlead.cli.operation;

import fairlead.cli.http.Answer;
import fairlead.cli.http.ProblemException;
import fairlead.cli.http.Server;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.ProgressLine;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Waits until an operation has ended, and shows its progress.
///
/// It asks as often as the server allows by `Retry-After`. On this machine, where a request costs nothing, it
/// asks more often: at first after 50 ms, at most after a second.
public final class Waiting {

    private static final Duration FIRST = Duration.ofMillis(50);
    private static final Duration LOCAL_LONGEST = Duration.ofSeconds(1);
    private static final Duration REMOTE_USUAL = Duration.ofSeconds(2);
    private static final Duration REDRAW = Duration.ofMillis(100);

    private final Session session;
    private final ProgressLine line;
    private final Instant begin;

    private Waiting(Session session) {
        this.session = session;
        this.line =
                new ProgressLine(session.env().streams().err(), session.env().terminal());
        this.begin = session.env().clock().instant();
    }

    /// Waits for the operation at that URL.
    ///
    /// @param asked how long the server wants to be left alone at first
    /// @throws ProblemException if it failed or was canceled
    public static Operation until(Session session, String url, Optional<Duration> asked, String what)
            throws InterruptedException {
        String name = url.replaceAll("\\?.*", "").replaceAll(".*/", "");
        Runnable hint = () -> session.note(
                "\nInterrupted; the operation goes on. To look again: fairlead operations " + name + " --watch");
        try (var _ = session.env().interrupts().watch(hint)) {
            return new Waiting(session).poll(url, asked, what);
        }
    }

    private Operation poll(String url, Optional<Duration> asked, String what) throws InterruptedException {
        String state = "Accepted";
        Optional<Double> percent = Optional.empty();
        Duration wait = FIRST;
        for (Optional<Duration> allowed = asked; ; wait = min(LOCAL_LONGEST, wait.multipliedBy(2))) {
            rest(pace(url, allowed, wait), what, state, percent);
            Answer answer = session.server().get(url);
            Operation operation = new Operation(answer.json());
            if (operation.ended()) {
                line.end();
                operation.problem().ifPresent(problem -> {
                    throw new ProblemException(problem);
                });
                return operation;
            }
            allowed = answer.retryAfter();
            state = operation.status();
            percent = operation.percent();
        }
    }

    private static Duration pace(String url, Optional<Duration> allowed, Duration wait) {
        if (!url.startsWith("/") && !Server.loopback(URI.create(url))) {
            return allowed.orElse(REMOTE_USUAL);
        }
        Duration longest = min(LOCAL_LONGEST, allowed.orElse(LOCAL_LONGEST));
        return min(longest, wait);
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void rest(Duration time, String what, String state, Optional<Double> percent) throws InterruptedException {
        Duration slice = session.env().terminal().err() ? REDRAW : time;
        for (Duration left = time; left.isPositive(); left = left.minus(slice)) {
            line.show(
                    what,
                    state,
                    percent,
                    Duration.between(begin, session.env().clock().instant()));
            session.env().pause().pause(min(left, slice));
        }
    }
}
