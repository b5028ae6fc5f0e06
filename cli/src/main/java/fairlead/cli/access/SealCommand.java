package fairlead.cli.access;

import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Ages;
import fairlead.cli.terminal.Table;
import fairlead.server.secret.Vault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/// The commands on the keys that seal what is secret.
@Command(
        name = "seal",
        synopsisSubcommandLabel = "COMMAND",
        description = "Rotate the key that seals secrets, and see how far that is.",
        commandListHeading = "%nCommands:%n")
public final class SealCommand {

    private static final String ADDRESS = "/fairlead/seal";

    private SealCommand() {}

    public static CommandLine of(Session session) {
        return new CommandLine(new SealCommand())
                .addSubcommand(new Rotate(session))
                .addSubcommand(new Status(session))
                .addSubcommand(new AddKey(session));
    }

    private static int print(Session session, Output output, Answer answer) {
        if (output.json()) {
            session.print(answer.body());
            return Exit.OK.code();
        }
        JsonNode status = answer.json();
        Table table = new Table()
                .key("FINGERPRINT")
                .right("AGE")
                .column("STATE")
                .right("VALUES")
                .column("IN SOURCE");
        for (JsonNode key : status.path("keys")) {
            table.row(
                    key.path("fingerprint").asString(""),
                    Ages.since(
                            key.path("since").asString(""),
                            session.env().clock().instant()),
                    state(key),
                    key.path("values").asString("0"),
                    key.path("inSource").asBoolean(false) ? "yes" : "no");
        }
        session.print(table);
        session.note(told(status));
        return Exit.OK.code();
    }

    private static String state(JsonNode key) {
        if (key.path("primary").asBoolean(false)) {
            return "seals";
        }
        return key.has("droppedAt") ? "dropped" : "opens";
    }

    private static String told(JsonNode status) {
        String state = status.path("state").asString("");
        if (state.equals("None")) {
            return "no rotation yet";
        }
        long operations = status.path("operations").asLong(0);
        StringBuilder told =
                new StringBuilder("rotation: ").append(status.path("message").asString(""));
        told.append(", ").append(status.path("resealed").asLong(0)).append(" values are sealed anew");
        if (operations > 0) {
            told.append(", ").append(operations).append(" operations of before are under way");
        }
        if (!status.path("waitsFor").isEmpty()) {
            told.append(", waits for the nodes");
            status.path("waitsFor").forEach(node -> told.append(' ').append(node.asString("")));
        }
        return told.toString();
    }

    @Command(
            name = "rotate",
            description = {
                "Seal with another key from now on, without a stop: what an earlier key has sealed is sealed anew in"
                        + " the background, and the earlier key is dropped when nothing is sealed with it any more.",
                "Keep the earlier keyset as long as you keep backups of the database of before."
            })
    static final class Rotate implements Callable<Integer> {

        private final Session session;

        @Mixin
        private Output output = new Output();

        Rotate(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            return print(session, output, session.server().ask(Request.post(ADDRESS + "/rotate")));
        }
    }

    @Command(
            name = "status",
            description = "The keys, by their fingerprints, how much is sealed with each, and how far a rotation is.")
    static final class Status implements Callable<Integer> {

        private final Session session;

        @Mixin
        private Output output = new Output();

        Status(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            return print(session, output, session.server().get(ADDRESS));
        }
    }

    @Command(
            name = "add-key",
            description = {
                "Read a keyset, and print it with one key more, which does not seal yet; print a new keyset if there is"
                        + " nothing to read.",
                "For keysets that the server can't change itself: of --key-command, or in a file that is mounted."
            })
    static final class AddKey implements Callable<Integer> {

        private static final int MOST = 1 << 20;

        private final Session session;

        AddKey(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            try {
                String present = new String(session.env().streams().in().readNBytes(MOST), StandardCharsets.UTF_8);
                session.out().println(Vault.withAnotherKey(present));
                return Exit.OK.code();
            } catch (IllegalArgumentException wrong) {
                throw new Refused(Exit.FAILED, "expected a keyset in Tink's JSON form: " + wrong.getMessage());
            } catch (IOException failure) {
                throw new Refused(Exit.FAILED, "the keyset can't be read: " + failure.getMessage());
            }
        }
    }
}
