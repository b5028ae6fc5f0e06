package fairlead.cli.access;

import fairlead.cli.address.Address;
import fairlead.cli.http.Answer;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Session;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// Says why a request was allowed or refused.
@Command(
        name = "why",
        description = {
            "Show why a request was allowed or refused: by which role, or which roles would have allowed it.",
            "The exit code is 0 if it was allowed, and 1 if it was not."
        })
public final class WhyCommand implements Callable<Integer> {

    private final Session session;

    @Parameters(
            index = "0",
            paramLabel = "REQUEST-ID",
            description = "as the answer had it: x-ms-request-id, x-amzn-RequestId, or x-ms-correlation-request-id")
    private String request = "";

    @Option(
            names = "--subscription",
            paramLabel = "ID",
            description = "where it is looked for by its own id (else among what belongs to no subscription)")
    private Optional<String> subscription = Optional.empty();

    @Mixin
    private Output output = new Output();

    WhyCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        Answer answer = session.server()
                .get("/fairlead/access/decisions/" + Address.encode(request)
                        + subscription
                                .map(id -> "?subscription=" + Address.encode(id))
                                .orElse(""));
        JsonNode decisions = answer.json().path("decisions");
        if (output.json()) {
            session.print(answer.body());
        } else {
            decisions.forEach(this::show);
        }
        boolean allowed = decisions
                .valueStream()
                .allMatch(decision -> decision.path("allowed").asBoolean(false));
        return (allowed ? Exit.OK : Exit.FAILED).code();
    }

    private void show(JsonNode decision) {
        boolean allowed = decision.path("allowed").asBoolean(false);
        session.out()
                .println(text(decision, "at") + "  " + text(decision, "name") + "  "
                        + (allowed ? "allowed" : "refused: " + text(decision, "code")));
        line("who", text(decision, "principal"));
        line("action", text(decision, "action"));
        line("scope", text(decision, "scope"));
        if (allowed) {
            line("role", text(decision, "role"));
            line("by", text(decision, "roleAssignment"));
            return;
        }
        line("message", text(decision, "message"));
        line(
                "would do",
                decision.path("rolesThatWouldAllow")
                        .valueStream()
                        .map(role -> text(role, "role"))
                        .collect(Collectors.joining(", ")));
        if (decision.path("allowedNow").asBoolean(false)) {
            line("now", "it would be allowed");
        }
    }

    private void line(String name, String value) {
        if (!value.isEmpty()) {
            session.out().println("  %-9s %s".formatted(name, value));
        }
    }

    private static String text(JsonNode of, String name) {
        return of.path(name).asString("");
    }
}
