package fairlead.cli.resource;

import fairlead.cli.address.Address;
import fairlead.cli.address.Target;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Ages;
import fairlead.cli.terminal.Table;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The commands on targets, the places to which the server pushes the secrets of a resource.
@Command(
        name = "secret-target",
        synopsisSubcommandLabel = "COMMAND",
        description = "Have the secrets of a resource pushed to a file or to Vault, now and whenever they change.",
        commandListHeading = "%nCommands:%n")
public final class SecretTargetCommand {

    private SecretTargetCommand() {}

    public static CommandLine of(Session session) {
        return new CommandLine(new SecretTargetCommand())
                .addSubcommand(new Put(session))
                .addSubcommand(new ListAll(session))
                .addSubcommand(new Remove(session));
    }

    /// The address of all targets of a resource, or of the one of that name.
    private static String path(Session session, Target resource, Optional<String> name) throws InterruptedException {
        String id = resource.address(session).id();
        return "/fairlead/targets" + name.map(one -> "/" + Address.encode(one)).orElse("") + "?resource="
                + Address.encode(id);
    }

    @Command(name = "set", description = "Make a target, or change one: its place gets the secrets at once.")
    static final class Put implements Callable<Integer> {

        private final Session session;

        @Mixin
        private Target resource = new Target();

        @Option(names = "--target", required = true, paramLabel = "TARGET", description = "the target's name")
        private String name = "";

        @ArgGroup
        private Place place = new Place();

        @Option(
                names = "--only",
                paramLabel = "NAME",
                description = "the value of this property alone: Password, or Keys.First (else all, as JSON)")
        private Optional<String> only = Optional.empty();

        /// Where to.
        static final class Place {

            @Option(
                    names = "--file",
                    paramLabel = "PATH",
                    description = "a file, below the folder of --secret-files and the subscription")
            private Optional<String> file = Optional.empty();

            @Option(
                    names = "--vault",
                    paramLabel = "PATH",
                    description = "a secret of Vault, below the path of --secret-vault and the subscription")
            private Optional<String> vault = Optional.empty();
        }

        Put(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            if (place.file.isEmpty() && place.vault.isEmpty()) {
                throw new Refused(Exit.USAGE, "where to push is missing: --file PATH or --vault PATH");
            }
            ObjectNode wish = Answer.MAPPER.createObjectNode();
            place.file.ifPresent(path -> wish.put("file", path));
            place.vault.ifPresent(path -> wish.put("vault", path));
            only.ifPresent(property -> wish.put("property", "/" + property.replace('.', '/')));
            byte[] body = wish.toString().getBytes(StandardCharsets.UTF_8);
            String path = path(session, resource, Optional.of(name));
            session.server().ask(Request.of(Request.Method.PUT, path, "application/json", body));
            session.done("set " + name);
            return Exit.OK.code();
        }
    }

    @Command(name = "list", description = "The targets of a resource, and whether they have its secrets.")
    static final class ListAll implements Callable<Integer> {

        private final Session session;

        @Mixin
        private Target resource = new Target();

        @Mixin
        private Output output = new Output();

        ListAll(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            Answer answer = session.server().get(path(session, resource, Optional.empty()));
            if (output.json()) {
                session.print(answer.body());
                return Exit.OK.code();
            }
            Table table = new Table()
                    .key("TARGET")
                    .column("KIND")
                    .column("PATH")
                    .column("STATE")
                    .right("AGE")
                    .column("MESSAGE");
            for (JsonNode target : answer.json().path("value")) {
                String kind = target.has("file") ? "file" : "vault";
                table.row(
                        target.path("name").asString(""),
                        kind,
                        target.path(kind).asString(""),
                        target.path("state").asString(""),
                        Ages.since(
                                target.path("deliveredAt").asString(""),
                                session.env().clock().instant()),
                        target.path("message").asString(""));
            }
            session.print(table);
            return Exit.OK.code();
        }
    }

    @Command(name = "remove", description = "Push to a target no more. What is there stays.")
    static final class Remove implements Callable<Integer> {

        private final Session session;

        @Mixin
        private Target resource = new Target();

        @Option(names = "--target", required = true, paramLabel = "TARGET", description = "the target's name")
        private String name = "";

        Remove(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            String path = path(session, resource, Optional.of(name));
            int status = session.server().ask(Request.delete(path)).status();
            if (status == 204) {
                throw new Refused(Exit.NOT_FOUND, "there is no target '" + name + "'");
            }
            session.done("removed " + name);
            return Exit.OK.code();
        }
    }
}
