package fairlead.cli.type;

import fairlead.cli.address.Types;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
        name = "configure",
        description = "Set the configuration of a type: what its handler needs and no resource says.")
public final class ConfigureCommand implements Callable<Integer> {

    private final Session session;

    @Parameters(index = "0", paramLabel = "TYPE", description = "the type")
    private String type = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "JSON; - for standard input")
    private String file = "";

    public ConfigureCommand(Session session) {
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
