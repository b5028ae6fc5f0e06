package fairlead.cli;

import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.OfflineCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "check",
        description =
                "Read the whole SQLite database of a server that is stopped, and say what is damaged in it; exits with"
                        + " 1 if anything is.")
final class CheckCommand implements Callable<Integer> {

    private final Session session;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = ".fairlead",
            description = "the data folder of the server (${DEFAULT-VALUE})")
    private Path data = Path.of(".fairlead");

    CheckCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Path file = data.resolve("fairlead.db");
        if (!Files.exists(file)) {
            throw new Refused(Exit.NOT_FOUND, "there is no database " + file.toAbsolutePath());
        }
        OfflineCheck.Report report;
        try {
            report = OfflineCheck.run(file);
        } catch (DatabaseException failure) {
            throw new Refused(Exit.CONFLICT, failure.getMessage() + "; stop the server first");
        }
        report.damages().forEach(session.out()::println);
        boolean whole = report.damages().isEmpty();
        session.out()
                .printf(
                        "%s: %d records in %d tables were read, %s%n",
                        file,
                        report.records(),
                        report.tables(),
                        whole ? "nothing is damaged" : "the database is damaged");
        return whole ? Exit.OK.code() : Exit.FAILED.code();
    }
}
