package fairlead.cli.access;

import fairlead.cli.address.Address;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Table;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The commands on access keys, by which AWS tools sign.
@Command(
        name = "key",
        synopsisSubcommandLabel = "COMMAND",
        description = "Mint access keys for AWS tools, list and delete them.",
        commandListHeading = "%nCommands:%n")
final class KeyCommand {

    private KeyCommand() {}

    static CommandLine of(Session session) {
        return new CommandLine(new KeyCommand())
                .addSubcommand(new Create(session))
                .addSubcommand(new ListAll(session))
                .addSubcommand(new Delete(session));
    }

    private static String path(Session session, String principal) throws InterruptedException {
        return PrincipalCommand.ALL + "/" + Address.encode(PrincipalCommand.id(session, principal)) + "/keys";
    }

    @Command(
            name = "create",
            description = "Mint an access key. Its secret is shown this once, in the form of ~/.aws/credentials.")
    static final class Create implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "PRINCIPAL", description = "its name or id")
        private String principal = "";

        @Option(
                names = "--subscription",
                paramLabel = "ID",
                description = "the account in which the key is used (else the one of development mode)")
        private String subscription = "00000000-0000-0000-0000-000000000000";

        @Option(names = "--days", paramLabel = "N", description = "how long it is good (else 90, at most 365)")
        private Optional<Integer> days = Optional.empty();

        @Mixin
        private Output output = new Output();

        Create(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            ObjectNode wish = Documents.MAPPER.createObjectNode().put("subscription", subscription);
            days.ifPresent(number -> wish.put("days", number));
            Answer answer =
                    session.server().ask(Documents.request(Request.Method.POST, path(session, principal), wish));
            if (output.json()) {
                session.print(answer.body());
            } else {
                JsonNode made = answer.json();
                session.out()
                        .println("aws_access_key_id = "
                                + made.path("accessKeyId").asString(""));
                session.out()
                        .println("aws_secret_access_key = "
                                + made.path("secretAccessKey").asString(""));
            }
            return Exit.OK.code();
        }
    }

    @Command(name = "list", description = "List the access keys of a principal.")
    static final class ListAll implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "PRINCIPAL", description = "its name or id")
        private String principal = "";

        @Mixin
        private Output output = new Output();

        ListAll(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            Answer answer = session.server().get(path(session, principal));
            if (output.json()) {
                session.print(answer.body());
                return Exit.OK.code();
            }
            Table table =
                    new Table().key("KEY").column("ACCOUNT").column("ENDS").column("LAST USED");
            for (JsonNode one : answer.json().path("value")) {
                table.row(
                        one.path("accessKeyId").asString(""),
                        one.path("account").asString(""),
                        one.path("ends").asString(""),
                        one.path("lastUsed").asString(""));
            }
            session.print(table);
            return Exit.OK.code();
        }
    }

    @Command(name = "delete", description = "Delete an access key. It counts at once for nothing any more.")
    static final class Delete implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "PRINCIPAL", description = "its name or id")
        private String principal = "";

        @Parameters(index = "1", paramLabel = "KEY", description = "the id of the key")
        private String key = "";

        Delete(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            session.server().ask(Request.delete(path(session, principal) + "/" + Address.encode(key)));
            session.done(key + " deleted");
            return Exit.OK.code();
        }
    }
}
