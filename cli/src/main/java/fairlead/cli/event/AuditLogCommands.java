package fairlead.cli.event;

import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.server.access.audit.DatabaseSource;
import fairlead.server.access.audit.ExportSource;
import fairlead.server.access.audit.LogSource;
import fairlead.server.access.audit.LogVerifier;
import fairlead.server.access.audit.VerifierKey;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.OfflineCheck;
import fairlead.server.database.PostgresDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The commands of an auditor: to verify the audit trail, and to keep a checkpoint of it elsewhere.
final class AuditLogCommands {

    private AuditLogCommands() {}

    @Command(
            name = "verify",
            description = {
                "Hold every audit record against the signed log, and say which one is not as it was written; exits"
                        + " with 1 if any is.",
                "It reads the trail of the running server, or, with --data or --database, the database itself. Nothing"
                        + " that is read is believed."
            })
    static final class Verify implements Callable<Integer> {

        private final Session session;

        @Option(
                names = "--data",
                paramLabel = "DIR",
                description = "read the database in the data folder of a stopped server")
        private Optional<Path> data = Optional.empty();

        @Option(names = "--database", paramLabel = "URL", description = "read this database, postgresql://...")
        private Optional<String> database = Optional.empty();

        @Option(
                names = "--export",
                paramLabel = "FILE",
                description = "read what serve --audit-export has written; needs --public-key")
        private Optional<Path> export = Optional.empty();

        @Option(
                names = "--from-checkpoint",
                paramLabel = "FILE",
                description = "a checkpoint that was kept elsewhere: the log has to begin with it")
        private Optional<String> checkpoint = Optional.empty();

        @Option(
                names = "--public-key",
                paramLabel = "FILE",
                description = "the public keys that may have signed, one a line (else those that the log names)")
        private Optional<String> keys = Optional.empty();

        @Option(names = "--strict", description = "fail if the clock went back, too")
        private boolean strict;

        Verify(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            if (Stream.of(data, database, export).filter(Optional::isPresent).count() > 1) {
                throw new Refused(Exit.USAGE, "give one of --data, --database and --export");
            }
            if (export.isPresent()) {
                return exported(export.get());
            }
            if (data.isEmpty() && database.isEmpty()) {
                return told(verify(new HttpLogSource(session.server())));
            }
            try (Database opened = open()) {
                return told(verify(new DatabaseSource(opened)));
            } catch (DatabaseException failure) {
                throw new Refused(
                        Exit.CONFLICT, failure.getMessage() + "; to verify a server that runs, leave --data out");
            }
        }

        private int exported(Path file) {
            if (keys.isEmpty()) {
                throw new Refused(Exit.USAGE, "an export has no public keys in it: give them with --public-key");
            }
            try (ExportSource source = ExportSource.open(file)) {
                return told(verify(source));
            } catch (UncheckedIOException | IOException failure) {
                throw new Refused(Exit.FAILED, "the export can't be read: " + failure.getMessage());
            }
        }

        private Database open() {
            return database.<Database>map(url -> PostgresDatabase.open(url, RandomGenerator.getDefault()))
                    .orElseGet(() -> OfflineCheck.open(data.orElseThrow().resolve("fairlead.db")));
        }

        private LogVerifier.Report verify(LogSource source) {
            List<VerifierKey> trusted = keys.map(this::keys).orElse(List.of());
            return new LogVerifier(source, trusted, checkpoint.map(this::text)).verify();
        }

        private String text(String file) {
            return new String(session.read(file), StandardCharsets.UTF_8);
        }

        private List<VerifierKey> keys(String file) {
            try {
                return text(file)
                        .lines()
                        .filter(line -> !line.isBlank())
                        .map(VerifierKey::parse)
                        .toList();
            } catch (IllegalArgumentException malformed) {
                throw new Refused(Exit.USAGE, file + ": " + malformed.getMessage());
            }
        }

        private int told(LogVerifier.Report report) {
            report.findings().forEach(finding -> session.out().println(finding.message()));
            report.notices().forEach(session::note);
            boolean well = report.findings().isEmpty() && !(strict && report.clockWentBack());
            session.out()
                    .printf(
                            "%d records were read, %d are sealed: %s%n",
                            report.records(),
                            report.sealed(),
                            well
                                    ? "all are as they were written"
                                    : report.firstBad()
                                            .map(seq -> "the first that is not as it was written has the number " + seq)
                                            .orElse("the trail does not hold"));
            return well ? Exit.OK.code() : Exit.FAILED.code();
        }
    }

    @Command(
            name = "checkpoint",
            description = {
                "Print the newest signed checkpoint of the audit trail, or write it to a file.",
                "Kept where no operator of the server can change it, it proves later that nothing of what was there has"
                        + " been removed."
            })
    static final class Checkpoint implements Callable<Integer> {

        private final Session session;

        @Option(names = "--out", paramLabel = "FILE", description = "write it there")
        private Optional<Path> out = Optional.empty();

        @Option(names = "--keys", description = "print the public keys instead, which verify --public-key takes")
        private boolean keys;

        Checkpoint(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            byte[] text = session.server()
                    .get("/fairlead/audit/" + (keys ? "keys" : "checkpoint"))
                    .body();
            if (out.isEmpty()) {
                session.out().write(text, 0, text.length);
                session.out().flush();
                return Exit.OK.code();
            }
            try {
                Files.write(out.get(), text);
            } catch (IOException failure) {
                throw new Refused(Exit.FAILED, "can't write " + out.get() + ": " + failure.getMessage());
            }
            session.done("written to " + out.get());
            return Exit.OK.code();
        }
    }

    @Command(
            name = "erase",
            description = {
                "Erase what names a principal from the records of what it did: its name, addresses and programs.",
                "Its id stays, and so does every leaf of the log."
            })
    static final class Erase implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "PRINCIPAL", description = "the id of the principal")
        private UUID principal = new UUID(0, 0);

        Erase(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            byte[] body = ("{\"principalId\":\"" + principal + "\"}").getBytes(StandardCharsets.UTF_8);
            Answer answer = session.server()
                    .ask(Request.of(Request.Method.POST, "/fairlead/audit/erasures", "application/json", body));
            session.done(answer.json().path("records").asLong(0) + " records name it no longer");
            return Exit.OK.code();
        }
    }
}
