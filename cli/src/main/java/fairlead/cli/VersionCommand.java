package fairlead.cli;

import fairlead.cli.http.Answer;
import fairlead.cli.session.CommandVersion;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Outline;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
        name = "version",
        description = "Show the versions of this command and of the server; exits with 6 where no server answers.")
final class VersionCommand implements Callable<Integer> {

    private final Session session;

    @Option(names = "--client", description = "this command only")
    private boolean client;

    @Mixin
    private Output output = new Output();

    VersionCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (!output.json()) {
            session.out().println(own());
        }
        if (client) {
            return Exit.OK.code();
        }
        session.out().flush();
        Answer answer = session.server().get("/fairlead/version");
        if (output.json()) {
            session.print(answer.body());
            return Exit.OK.code();
        }
        JsonNode server = answer.json();
        session.out()
                .printf(
                        "server   %s (Java %s, %s, %s) at %s%n",
                        Outline.scalar(server.path("version")),
                        Outline.scalar(server.path("java")),
                        Outline.scalar(server.path("database")),
                        Outline.scalar(server.path("mode")),
                        session.server().base());
        return Exit.OK.code();
    }

    private static String own() {
        return "fairlead %s (Java %s)"
                .formatted(CommandVersion.number(), Runtime.version().feature());
    }

    /// The same for `--version`.
    static final class Provider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {own()};
        }
    }
}
