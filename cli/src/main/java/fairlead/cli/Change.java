package fairlead.cli;

import fairlead.cli.http.Answer;
import fairlead.cli.terminal.Ages;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// What comes after a request that changes a resource: the wait, and the result. The options that say how.
final class Change {

    @Option(
            names = "--wait",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "wait until it is done, which is the default; --no-wait returns once the server has accepted")
    private boolean wait = true;

    @Mixin
    private Output output = new Output();

    /// Waits for a resource to be as asked and shows it.
    ///
    /// @param doing `Creating`, for the line of progress
    /// @param done `created`, for the last line
    int toBe(Session session, Address address, Answer accepted, String doing, String done) throws InterruptedException {
        Instant begin = session.env().clock().instant();
        Optional<String> operation = operation(accepted);
        if (operation.isPresent() && !wait) {
            return left(session, accepted, operation.get());
        }
        Answer result = accepted;
        if (operation.isPresent()) {
            Waiting.until(session, operation.get(), accepted.retryAfter(), doing + " " + address);
            result = session.server().get(address.path());
        }
        say(session, address + " " + done, begin);
        ResourceView.print(session, output, result);
        return Exit.OK.code();
    }

    /// Waits for a resource to be gone.
    int toBeGone(Session session, Address address, Answer accepted) throws InterruptedException {
        Instant begin = session.env().clock().instant();
        Optional<String> operation = operation(accepted);
        if (operation.isPresent() && !wait) {
            return left(session, accepted, operation.get());
        }
        if (operation.isPresent()) {
            Waiting.until(session, operation.get(), accepted.retryAfter(), "Deleting " + address);
        }
        say(session, address + (accepted.status() == 204 ? " was not there" : " deleted"), begin);
        return Exit.OK.code();
    }

    private static Optional<String> operation(Answer accepted) {
        return accepted.header("Azure-AsyncOperation");
    }

    private int left(Session session, Answer accepted, String operation) {
        String name = operation.replaceAll("\\?.*", "").replaceAll(".*/", "");
        session.note("accepted; to follow it: fairlead operations " + name + " --watch");
        if (output.json() && accepted.body().length > 0) {
            session.print(accepted.body());
        } else if (!output.json()) {
            session.out().println(name);
        }
        return Exit.OK.code();
    }

    private static void say(Session session, String what, Instant begin) {
        String took = Ages.took(Duration.between(begin, session.env().clock().instant()));
        session.note(session.errPalette().green("✓") + " " + what + " (" + took + ")");
    }
}
