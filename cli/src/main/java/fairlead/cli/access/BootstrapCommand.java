package fairlead.cli.access;

import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.session.SignIn;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes the first administrator.
@Command(
        name = "bootstrap",
        description = {
            "Make the first administrator of a server that asks callers to sign in.",
            "With a token (FAIRLEAD_TOKEN, or a login) its principal becomes owner of everything; without one a"
                    + " service principal is made, whose secret is shown once."
        })
public final class BootstrapCommand implements Callable<Integer> {

    private final Session session;

    @Option(names = "--data", paramLabel = "FOLDER", description = "the server's data folder, which has the code")
    private Optional<Path> data = Optional.empty();

    @Option(names = "--code", paramLabel = "CODE", description = "the code itself")
    private Optional<String> code = Optional.empty();

    @Option(names = "--name", paramLabel = "NAME", description = "of the service principal (else administrator)")
    private Optional<String> name = Optional.empty();

    public BootstrapCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (data.isPresent() == code.isPresent()) {
            throw new Refused(Exit.USAGE, "give --data or --code");
        }
        String shown = code.orElseGet(() -> SignIn.read(data.orElseThrow().resolve("bootstrap")));
        ObjectNode wish = Documents.MAPPER.createObjectNode().put("code", shown);
        name.ifPresent(text -> wish.put("name", text));
        Answer answer = session.server().ask(Documents.request(Request.Method.POST, "/fairlead/bootstrap", wish));
        JsonNode made = answer.json();
        if (made.has("clientSecret")) {
            session.out().println("client id      " + made.path("clientId").asString(""));
            session.out().println("client secret  " + made.path("clientSecret").asString(""));
        }
        session.done(made.path("name").asString("") + " is owner of everything");
        return Exit.OK.code();
    }
}
