package fairlead.cli.stack;

import fairlead.cli.http.Server;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Ages;
import fairlead.cli.terminal.ProgressLine;
import fairlead.cli.terminal.Text;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/// Shows what an operation of a stack does, while it does it: a line for each event.
final class Following {

    private static final Duration FIRST = Duration.ofMillis(50);
    private static final Duration LOCAL_LONGEST = Duration.ofMillis(500);
    private static final Duration REMOTE = Duration.ofSeconds(2);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

    private final Session session;
    private final StackPlace place;
    private final Consumer<String> lines;
    private final ProgressLine progress;
    private final Instant begin;
    private Instant seen = Instant.MIN;
    private Optional<String> culprit = Optional.empty();

    /// @param lines is told of each event
    Following(Session session, StackPlace place, Consumer<String> lines) {
        this.session = session;
        this.place = place;
        this.lines = lines;
        progress = new ProgressLine(session.env().streams().err(), session.env().terminal());
        begin = session.env().clock().instant();
    }

    /// Follows the operation that a stack has, to its end.
    ///
    /// @param stack as the server has shown it
    /// @return the stack then
    JsonNode toTheEnd(JsonNode stack) throws InterruptedException {
        String id = stack.path("id").asString("");
        String operation = stack.path("operation").asString("");
        String name = stack.path("name").asString("");
        Runnable hint = () -> session.note(
                "\nInterrupted; the server goes on. To look again: fairlead stack watch " + Text.line(name));
        try (var _ = session.env().interrupts().watch(hint)) {
            for (Duration wait = FIRST; ; wait = longer(wait)) {
                JsonNode now = session.server().get(place.of(session, id)).json();
                show(id, operation);
                boolean other = !now.path("operation").asString("").equals(operation);
                if (other || !now.path("busy").asBoolean(false)) {
                    progress.end();
                    return now;
                }
                rest(pace(wait), name, now);
            }
        }
    }

    private static Duration longer(Duration wait) {
        Duration twice = wait.multipliedBy(2);
        return twice.compareTo(LOCAL_LONGEST) < 0 ? twice : LOCAL_LONGEST;
    }

    private Duration pace(Duration wait) {
        return Server.loopback(session.server().base()) ? wait : REMOTE;
    }

    private void rest(Duration time, String name, JsonNode stack) throws InterruptedException {
        if (session.env().terminal().err()) {
            long all = stack.path("nodes").size();
            long done = stack.path("nodes")
                    .valueStream()
                    .filter(node -> node.path("status").asString("").endsWith("_COMPLETE"))
                    .count();
            progress.show(
                    name,
                    stack.path("status").asString("") + ", " + done + " of " + all,
                    Optional.empty(),
                    Duration.between(begin, session.env().clock().instant()));
        }
        session.env().pause().pause(time);
    }

    private void show(String id, String operation) throws InterruptedException {
        List<JsonNode> fresh = new ArrayList<>();
        Optional<String> next = Optional.of(place.of(session, id, "events"));
        while (next.isPresent()) {
            JsonNode page = session.server().get(next.get()).json();
            next = Optional.of(page.path("nextLink").asString("")).filter(link -> !link.isEmpty());
            for (JsonNode event : page.path("value")) {
                if (!at(event).isAfter(seen)
                        || !event.path("operation").asString("").equals(operation)) {
                    next = Optional.empty();
                    break;
                }
                fresh.add(event);
            }
        }
        if (!fresh.isEmpty()) {
            progress.end();
            seen = at(fresh.getFirst());
            fresh.reversed().forEach(this::told);
        }
    }

    private static Instant at(JsonNode event) {
        return Ages.parse(event.path("at").asString("")).orElse(Instant.MIN);
    }

    private void told(JsonNode event) {
        String status = event.path("status").asString("");
        String reason = event.path("reason").asString("");
        boolean culpable = status.endsWith("_FAILED") && event.has("node") && !reason.contains("cancelled");
        if (culpable && culprit.isEmpty()) {
            culprit = Optional.of(event.path("node").asString("") + ": " + reason);
        }
        lines.accept(line(session, event));
    }

    /// An event in one line.
    static String line(Session session, JsonNode event) {
        String status = event.path("status").asString("");
        String padded = Text.pad(status, 18);
        String painted = status.contains("FAILED")
                ? session.errPalette().red(padded)
                : status.endsWith("_COMPLETE") ? session.errPalette().green(padded) : padded;
        String more = String.join(
                        "  ",
                        event.path("identifier").asString(""),
                        event.path("reason").asString(""))
                .strip();
        return (TIME.format(at(event)) + "  " + painted + "  "
                        + Text.pad(Text.line(event.path("node").asString("(stack)")), 16) + "  " + Text.line(more))
                .stripTrailing();
    }

    /// As [#ended], of a set: what could not be deleted is a failure, too.
    Exit applied(JsonNode stack) {
        Exit exit = ended(stack, "set ");
        if (exit == Exit.OK && culprit.isPresent()) {
            session.note(session.errPalette().red("error:") + " what could not be deleted is still in the set:");
            session.note("  " + Text.line(culprit.get()));
            return Exit.FAILED;
        }
        return exit;
    }

    /// Says how it ended, and why if it failed.
    Exit ended(JsonNode stack) {
        return ended(stack, "stack ");
    }

    private Exit ended(JsonNode stack, String what) {
        String status = stack.path("status").asString("");
        String name = Text.line(stack.path("name").asString(""));
        boolean well = status.endsWith("_COMPLETE") && !status.contains("ROLLBACK");
        if (well) {
            session.done(what + name + " is " + status);
            return Exit.OK;
        }
        session.note(session.errPalette().red("error:") + " " + what + name + " is " + status);
        String why = culprit.orElseGet(() -> stack.path("reason").asString(""));
        if (!why.isEmpty()) {
            session.note("  " + Text.line(why));
        }
        return Exit.FAILED;
    }
}
