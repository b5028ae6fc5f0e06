package fairlead.cli.type;

import fairlead.cli.address.Address;
import fairlead.cli.address.Types;
import fairlead.cli.http.Request;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Session;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "unregister", description = "Take a type away, or one version of it. Its resources must be gone.")
public final class UnregisterCommand implements Callable<Integer> {

    private final Session session;

    @Parameters(index = "0", paramLabel = "TYPE", description = "the type")
    private String type = "";

    @Option(names = "--version", paramLabel = "VERSION", description = "this version only, 00000001 for example")
    private Optional<String> only = Optional.empty();

    public UnregisterCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        String name = new Types(session.server()).typeName(type);
        String query =
                only.map(version -> "?version=" + Address.encode(version)).orElse("");
        session.server().ask(Request.delete(Types.path(name) + query));
        String what = only.map(version -> name + " version " + version).orElse(name);
        session.done(what + " unregistered");
        return Exit.OK.code();
    }
}
