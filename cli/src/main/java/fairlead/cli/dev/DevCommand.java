package fairlead.cli.dev;

import fairlead.cli.contract.TestOptions;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Session;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
        name = "dev",
        description = "Build, test and register a type each time that a file of it changes, until it is interrupted.",
        footer = {
            "",
            "Each change becomes a version of its own at the server, -alpha.1 and so on, which takes the place of the"
                    + " last as the default. The server has to be in development mode: a version whose tests fail is"
                    + " not registered, and the last one that passed goes on."
        })
public final class DevCommand implements Callable<Integer> {

    private final Session session;

    @Parameters(index = "0", paramLabel = "DIR", description = "the folder of the type")
    private Path folder = Path.of("");

    @Mixin
    private TestOptions options = new TestOptions();

    @Option(
            names = "--configuration",
            paramLabel = "FILE",
            description = "JSON: the type configuration that its tests get")
    private Optional<String> configuration = Optional.empty();

    @Option(names = "--once", description = "do it once, and exit as it went")
    private boolean once;

    public DevCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        Optional<JsonNode> settings = configuration.map(file -> Documents.object(session, file));
        SourceWatcher changes = new SourceWatcher(folder, session.env().clock());
        DevCycle turn = new DevCycle(session, folder, options, settings);
        boolean well = turn.take();
        if (once) {
            return well ? Exit.OK.code() : Exit.FAILED.code();
        }
        session.note("watching " + folder + "; Ctrl-C ends it");
        try (var _ = session.env().interrupts().watch(() -> session.note("\nno longer watched"))) {
            while (true) {
                changes.await(session.env().pause());
                turn.take();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return Exit.INTERRUPTED.code();
        }
    }
}
