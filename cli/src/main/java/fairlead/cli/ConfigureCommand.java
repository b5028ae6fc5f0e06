package fairlead.cli;

import fairlead.cli.http.Request;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
        name = "configure",
        description = "Set the configuration of a type: what its handler needs and no resource says.")
final class ConfigureCommand implements Callable<Integer> {

    private final Session session;

    @Parameters(index = "0", paramLabel = "TYPE", description = "the type")
    private String type = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "JSON; - for standard input")
    private String file = "";

    ConfigureCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        JsonNode settings = Documents.object(session, file);
        String name = new Types(session.server()).typeName(type);
        configure(session, name, settings);
        session.done(name + " configured");
        return Exit.OK.code();
    }

    static void configure(Session session, String typeName, JsonNode settings) throws InterruptedException {
        String path = Types.path(typeName) + "/configuration";
        session.server().ask(Documents.request(Request.Method.PUT, path, settings));
    }
}
