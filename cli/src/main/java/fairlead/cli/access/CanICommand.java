package fairlead.cli.access;

import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Session;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Says whether something would be allowed, and by which role.
@Command(
        name = "can-i",
        description = {
            "Show whether an action would be allowed at a scope, and why. Nothing is done.",
            "The exit code is 0 if it would, and 1 if it would not."
        })
public final class CanICommand implements Callable<Integer> {

    private final Session session;

    @Parameters(
            index = "0",
            paramLabel = "ACTION",
            description = "for example Fairlead.Lab/things/write, or a verb and a type: write Fairlead.Lab/things")
    private String action = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "TYPE",
            description = "the type, where ACTION is a verb alone")
    private Optional<String> type = Optional.empty();

    @Option(names = "--scope", paramLabel = "ID", description = "where (else /, which is everything)")
    private String scope = "/";

    @Option(names = "--as", paramLabel = "PRINCIPAL", description = "for that principal, by its id or name")
    private Optional<String> other = Optional.empty();

    @Option(names = "--data", description = "an action of the data plane")
    private boolean data;

    @Option(
            names = {"-q", "--quiet"},
            description = "say it by the exit code alone")
    private boolean quiet;

    @Mixin
    private Output output = new Output();

    public CanICommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        ObjectNode wish = Documents.MAPPER.createObjectNode();
        ObjectNode check = wish.putArray("checks").addObject();
        check.put("action", type.map(name -> name + "/" + action).orElse(action));
        check.put("scope", scope).put("isDataAction", data);
        if (other.isPresent()) {
            check.put("principal", PrincipalCommand.id(session, other.get()));
        }
        Answer answer = session.server().ask(Documents.request(Request.Method.POST, "/fairlead/access/check", wish));
        JsonNode result = answer.json().path("results").get(0);
        boolean allowed = result.path("allowed").asBoolean(false);
        if (output.json()) {
            session.print(answer.body());
        } else if (!quiet) {
            session.out().println((allowed ? "yes" : "no") + because(result));
        }
        return allowed ? Exit.OK.code() : Exit.FAILED.code();
    }

    private static String because(JsonNode result) {
        return switch (result.path("decision").asString("")) {
            case "explicitDeny" ->
                ": denied by '" + result.path("denialName").asString("") + "' at "
                        + result.path("denialScope").asString("");
            case "implicitDeny" -> ": no role allows it";
            default ->
                result.has("assignment")
                        ? ": role " + result.path("role").asString("") + ", by "
                                + result.path("assignment").asString("")
                        : "";
        };
    }
}
