package fairlead.cli;

import fairlead.cli.http.Request;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "unregister", description = "Take a type away, or one version of it. Its resources must be gone.")
final class UnregisterCommand implements Callable<Integer> {

    private final Session session;

    @Parameters(index = "0", paramLabel = "TYPE", description = "the type")
    private String type = "";

    @Option(names = "--version", paramLabel = "VERSION", description = "this version only, 00000001 for example")
    private Optional<String> only = Optional.empty();

    UnregisterCommand(Session session) {
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
