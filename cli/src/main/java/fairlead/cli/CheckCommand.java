package fairlead.cli;

import fairlead.cli.http.Request;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.OfflineCheck;
import fairlead.server.wiring.Records;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
        name = "check",
        description = {
            "Read a whole database, hold its records against their checksums, and say what is damaged; exits with 1 if"
                    + " anything is.",
            "That is the SQLite database of a server that is stopped, or with --online that of the running server."
        })
final class CheckCommand implements Callable<Integer> {

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final String ADDRESS = "/fairlead/check";

    private final Session session;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = ".fairlead",
            description = "the data folder of the server (${DEFAULT-VALUE})")
    private Path data = Path.of(".fairlead");

    @Option(names = "--online", description = "have the running server read its database, SQLite or PostgreSQL")
    private boolean online;

    CheckCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        return online ? online() : offline();
    }

    private int offline() {
        Path file = data.resolve("fairlead.db");
        if (!Files.exists(file)) {
            throw new Refused(Exit.NOT_FOUND, "there is no database " + file.toAbsolutePath());
        }
        try {
            OfflineCheck.Report report = OfflineCheck.run(file, Records.all(), Records.counts());
            report.damages().forEach(session.out()::println);
            boolean whole = report.damages().isEmpty();
            return told(file.toString(), report.records(), report.tables(), whole);
        } catch (DatabaseException failure) {
            throw new Refused(
                    Exit.CONFLICT, failure.getMessage() + "; stop the server first, or check it with --online");
        }
    }

    private int online() throws InterruptedException {
        JsonNode found = session.server().ask(Request.post(ADDRESS)).json();
        int told = 0;
        while (true) {
            JsonNode damages = found.path("damages");
            for (; told < damages.size(); told++) {
                session.out().println(damages.get(told).asString(""));
            }
            switch (found.path("state").asString("")) {
                case "Running" -> {
                    session.note(found.path("tables").asInt() + " tables and "
                            + found.path("records").asLong() + " records are read");
                    session.env().pause().pause(PAUSE);
                    found = session.server().get(ADDRESS).json();
                }
                case "Ended" -> {
                    String name = session.server().base().toString();
                    return told(
                            name,
                            found.path("records").asLong(),
                            found.path("tables").asInt(),
                            damages.isEmpty());
                }
                default -> throw new Refused(Exit.FAILED, "the server could not read all of its database; try again");
            }
        }
    }

    private int told(String what, long records, int tables, boolean whole) {
        session.out()
                .printf(
                        "%s: %d records in %d tables were read, %s%n",
                        what, records, tables, whole ? "nothing is damaged" : "the database is damaged");
        return whole ? Exit.OK.code() : Exit.FAILED.code();
    }
}
