package fairlead.cli.resource;

import fairlead.cli.address.Address;
import fairlead.cli.address.Target;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.input.Assignment;
import fairlead.cli.input.Documents;
import fairlead.cli.input.Schema;
import fairlead.cli.operation.Waiting;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Ages;
import fairlead.cli.terminal.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

@Command(name = "act", description = "Carry out an action of a resource's type on it, and show what it gives.")
public final class ActCommand implements Callable<Integer> {

    private final Session session;

    @Mixin
    private Target target = new Target();

    @Parameters(index = "2", paramLabel = "ACTION", description = "as the type declares it: restart, listKeys")
    private String action = "";

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "JSON: what goes in; - for standard input")
    private Optional<String> file = Optional.empty();

    @Option(
            names = {"-p", "--property"},
            paramLabel = "PATH=VALUE",
            description = "one value of what goes in, laid over the file: Steps=3; the value is JSON, or text where it"
                    + " is none")
    private List<String> values = new ArrayList<>();

    @Option(
            names = "--wait",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "wait until it is done, which is the default; --no-wait returns once the server has accepted")
    private boolean wait = true;

    public ActCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        Instant begin = session.env().clock().instant();
        Address address = target.address(session);
        String path = address.path().replace("?", "/" + Address.encode(action) + "?");
        Answer answer = Change.ask(session, Documents.request(Request.Method.POST, path, input()));
        Optional<String> operation = answer.header("Azure-AsyncOperation");
        if (operation.isPresent() && !wait) {
            String name = operation.get().replaceAll("\\?.*", "").replaceAll(".*/", "");
            session.note("accepted; to follow it: fairlead operations " + name + " --watch");
            session.out().println(name);
            return Exit.OK.code();
        }
        Answer result = operation.isPresent() ? result(operation.get(), answer, address) : answer;
        String took = Ages.took(Duration.between(begin, session.env().clock().instant()));
        session.done(address + " " + action + " (" + took + ")");
        if (result.body().length > 0) {
            session.out().println(Json.pretty(result.body()));
        }
        return Exit.OK.code();
    }

    private ObjectNode input() {
        ObjectNode input =
                file.map(name -> Documents.object(session, name)).orElseGet(Documents.MAPPER::createObjectNode);
        Schema none = new Schema(Documents.MAPPER.createObjectNode());
        values.stream().map(Assignment::parse).forEach(assignment -> assignment.apply(input, none));
        return input;
    }

    private Answer result(String operation, Answer accepted, Address address) throws InterruptedException {
        Waiting.until(session, operation, accepted.retryAfter(), action + " " + address);
        return session.server().get(accepted.header("Location").orElse(operation));
    }
}
