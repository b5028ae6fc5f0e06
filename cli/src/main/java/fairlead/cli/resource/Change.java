package fairlead.cli.resource;

import fairlead.cli.address.Address;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Problem;
import fairlead.cli.http.ProblemException;
import fairlead.cli.http.Request;
import fairlead.cli.operation.Operation;
import fairlead.cli.operation.Waiting;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Ages;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options and the end of a command that changes a resource: the wait for the operation, and the result.
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

    /// Asks for a resource to be so, waits until it is, and shows it.
    int toBe(Session session, Address address, Request request) throws InterruptedException {
        Instant begin = session.env().clock().instant();
        Answer accepted = ask(session, request);
        Optional<String> operation = operation(accepted);
        if (operation.isPresent() && !wait) {
            return left(session, accepted, operation.get());
        }
        boolean made = accepted.status() == 201;
        Answer result = accepted;
        if (operation.isPresent()) {
            String what = (made ? "Creating " : "Updating ") + address;
            Waiting.until(session, operation.get(), accepted.retryAfter(), what);
            result = session.server().get(address.path());
        }
        say(session, address + (made ? " created" : " updated"), begin);
        ResourceView.print(session, output, result);
        return Exit.OK.code();
    }

    /// Asks for a resource to be gone and waits until it is.
    int toBeGone(Session session, Address address, Request request) throws InterruptedException {
        Instant begin = session.env().clock().instant();
        Answer accepted = ask(session, request);
        Optional<String> operation = operation(accepted);
        if (operation.isPresent() && !wait) {
            return left(session, accepted, operation.get());
        }
        if (operation.isPresent()) {
            Waiting.until(session, operation.get(), accepted.retryAfter(), "Deleting " + address);
        }
        boolean gone = accepted.status() == 204;
        say(session, address + (gone ? " was not there" : " deleted"), begin);
        if (gone) {
            session.meant().ifPresent(session::note);
        }
        return Exit.OK.code();
    }

    /// Sends it. An operation that failed at once is told like one that failed later.
    static Answer ask(Session session, Request request) throws InterruptedException {
        try {
            return session.server().ask(request);
        } catch (ProblemException refused) {
            Problem problem = refused.problem();
            throw Operation.isFailure(problem.code()) ? new ProblemException(problem.ofOperation()) : refused;
        }
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
        session.done(what + " (" + took + ")");
    }
}
