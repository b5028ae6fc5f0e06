package fairlead.cli.access;

import fairlead.cli.http.Answer;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/// Says who the server takes the caller for.
@Command(name = "whoami", description = "Show who the server takes you for.")
public final class WhoamiCommand implements Callable<Integer> {

    private final Session session;

    @Mixin
    private Output output = new Output();

    public WhoamiCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        Answer answer = session.server().get("/fairlead/whoami");
        if (output.json()) {
            session.print(answer.body());
        } else {
            JsonNode who = answer.json();
            session.out()
                    .println(who.path("name").asString("") + "  "
                            + who.path("type").asString("") + "  "
                            + who.path("id").asString(""));
        }
        return Exit.OK.code();
    }
}
