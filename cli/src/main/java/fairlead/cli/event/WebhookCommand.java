package fairlead.cli.event;

import fairlead.cli.address.Address;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Ages;
import fairlead.cli.terminal.Table;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The commands on webhooks, the receivers to which the server delivers events.
@Command(
        name = "webhook",
        synopsisSubcommandLabel = "COMMAND",
        description = "Let the server tell receivers what happens.",
        commandListHeading = "%nCommands:%n")
public final class WebhookCommand {

    private static final String ALL = "/fairlead/webhooks";

    private WebhookCommand() {}

    public static CommandLine of(Session session) {
        return new CommandLine(new WebhookCommand())
                .addSubcommand(new Add(session))
                .addSubcommand(new ListAll(session))
                .addSubcommand(new Remove(session))
                .addSubcommand(new Resume(session))
                .addSubcommand(new Test(session));
    }

    private static String path(String name) {
        return ALL + "/" + Address.encode(name);
    }

    @Command(
            name = "add",
            description =
                    "Add a receiver, or change one. Without --secret a new one gets a secret, which is shown once.")
    static final class Add implements Callable<Integer> {

        private static final int SECRET_BYTES = 32;

        private final Session session;

        @Parameters(index = "0", paramLabel = "NAME", description = "the webhook's name")
        private String name = "";

        @Parameters(index = "1", paramLabel = "URL", description = "where the receiver listens")
        private String url = "";

        @Option(
                names = "--secret",
                paramLabel = "SECRET",
                description =
                        "whsec_ and 24 to 64 bytes in Base64; of one that is there: a new one, beside which the old "
                                + "one counts for a day")
        private Optional<String> secret = Optional.empty();

        @Option(names = "--scope", paramLabel = "ID", description = "only what is at this id and below it")
        private Optional<String> scope = Optional.empty();

        @Option(names = "--type", paramLabel = "TYPE", description = "only of this type; repeatable")
        private List<String> types = new ArrayList<>();

        @Option(names = "--kind", paramLabel = "KIND", description = "only these: resource, operation or approval")
        private List<String> kinds = new ArrayList<>();

        @Option(names = "--change", paramLabel = "CHANGE", description = "only these: Deleted, Failed, ...; repeatable")
        private List<String> changes = new ArrayList<>();

        @Option(
                names = "--from",
                paramLabel = "TOKEN",
                description = "what happened behind that: an event's id, or oldest (else from now on)")
        private Optional<String> from = Optional.empty();

        Add(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            boolean present = session.server().send(Request.get(path(name))).status() == 200;
            Optional<String> made = present || secret.isPresent() ? Optional.empty() : Optional.of(newSecret());
            ObjectNode wish = Answer.MAPPER.createObjectNode().put("url", url);
            secret.or(() -> made).ifPresent(text -> wish.put("secret", text));
            scope.ifPresent(text -> wish.put("scope", text));
            from.ifPresent(text -> wish.put("from", text));
            put(wish, "types", types);
            put(wish, "kinds", kinds);
            put(wish, "changes", changes);
            byte[] body = wish.toString().getBytes(StandardCharsets.UTF_8);
            session.server().ask(Request.of(Request.Method.PUT, path(name), "application/json", body));
            made.ifPresent(session.out()::println);
            session.done((present ? "changed " : "added ") + name);
            return Exit.OK.code();
        }

        private static void put(ObjectNode wish, String name, List<String> values) {
            if (!values.isEmpty()) {
                ArrayNode list = wish.putArray(name);
                values.forEach(list::add);
            }
        }

        private static String newSecret() {
            byte[] bytes = new byte[SECRET_BYTES];
            new SecureRandom().nextBytes(bytes);
            return "whsec_" + Base64.getEncoder().encodeToString(bytes);
        }
    }

    @Command(name = "list", description = "List the receivers, and how it stands with them.")
    static final class ListAll implements Callable<Integer> {

        private final Session session;

        @Mixin
        private Output output = new Output();

        ListAll(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            Answer answer = session.server().get(ALL);
            if (output.json()) {
                session.print(answer.body());
                return Exit.OK.code();
            }
            Table table = new Table()
                    .column("NAME")
                    .column("URL")
                    .column("STATE", session.outPalette()::state)
                    .column("LAST")
                    .right("DELIVERED")
                    .column("REASON");
            answer.json().path("value").forEach(webhook -> row(table, webhook));
            session.print(table);
            return Exit.OK.code();
        }

        private void row(Table table, JsonNode webhook) {
            String delivered = webhook.path("deliveredAt").asString("");
            table.row(
                    webhook.path("name").asString(""),
                    webhook.path("url").asString(""),
                    webhook.path("state").asString(""),
                    webhook.path("lastOutcome").asString(""),
                    delivered.isEmpty()
                            ? ""
                            : Ages.since(delivered, session.env().clock().instant()),
                    webhook.path("reason").asString(""));
        }
    }

    @Command(name = "remove", description = "Remove a receiver.")
    static final class Remove implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "NAME", description = "the webhook's name")
        private String name = "";

        Remove(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            int status = session.server().ask(Request.delete(path(name))).status();
            session.done(status == 200 ? "removed " + name : "there was no " + name);
            return Exit.OK.code();
        }
    }

    @Command(name = "resume", description = "Go on with a receiver that was disabled, where it was.")
    static final class Resume implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "NAME", description = "the webhook's name")
        private String name = "";

        @Option(names = "--from", paramLabel = "TOKEN", description = "go on there instead: an event's id, or oldest")
        private Optional<String> from = Optional.empty();

        Resume(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            ObjectNode wish = Answer.MAPPER.createObjectNode();
            from.ifPresent(text -> wish.put("from", text));
            byte[] body = wish.toString().getBytes(StandardCharsets.UTF_8);
            session.server().ask(Request.of(Request.Method.POST, path(name) + "/resume", "application/json", body));
            session.done("resumed " + name);
            return Exit.OK.code();
        }
    }

    @Command(name = "test", description = "Deliver nothing to a receiver, and show how it answers.")
    static final class Test implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "NAME", description = "the webhook's name")
        private String name = "";

        Test(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            JsonNode trial =
                    session.server().ask(Request.post(path(name) + "/test")).json();
            String outcome = trial.path("outcome").asString("");
            if (!outcome.matches("2\\d\\d")) {
                throw new Refused(Exit.FAILED, "the receiver did not take it: " + outcome);
            }
            session.done("answered with " + outcome + " in "
                    + trial.path("milliseconds").asInt(0) + " ms");
            return Exit.OK.code();
        }
    }
}
