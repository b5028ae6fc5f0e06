package fairlead.cli.resource;

import fairlead.cli.address.Target;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Outline;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
        name = "secrets",
        description = "Show the secrets that the handler of a resource has made. That it was done is recorded.")
public final class SecretsCommand implements Callable<Integer> {

    private final Session session;

    @Mixin
    private Target target = new Target();

    @Option(
            names = "--only",
            paramLabel = "NAME",
            description = "the value of this property alone, with nothing around it: Password, or Keys.First")
    private Optional<String> only = Optional.empty();

    @Mixin
    private Output output = new Output();

    public SecretsCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        String path = target.address(session).path().replace("?", "/listSecrets?");
        Answer answer = session.server().ask(Request.post(path));
        JsonNode secrets = answer.json().path("properties");
        if (only.isPresent()) {
            JsonNode value = secrets.at("/" + only.get().replace('.', '/'));
            if (!value.isValueNode()) {
                throw new Refused(Exit.NOT_FOUND, "the resource has no secret '" + only.get() + "'");
            }
            session.print(List.of(Outline.scalar(value)));
        } else if (output.json()) {
            session.print(answer.body());
        } else {
            session.print(Outline.of(secrets, session.outPalette()));
        }
        return Exit.OK.code();
    }
}
