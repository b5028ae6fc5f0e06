package fairlead.cli.access;

import fairlead.cli.address.Address;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Pages;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Ages;
import fairlead.cli.terminal.Table;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The commands on approvals: what has to be approved by another person before it is carried out.
@Command(
        name = "approvals",
        synopsisSubcommandLabel = "COMMAND",
        description = "See what has to be approved by another person, and decide it.",
        commandListHeading = "%nCommands:%n")
public final class ApprovalCommand {

    private static final String ALL = "/fairlead/approvals";

    private ApprovalCommand() {}

    public static CommandLine of(Session session) {
        return new CommandLine(new ApprovalCommand())
                .addSubcommand(new ListAll(session))
                .addSubcommand(new Show(session))
                .addSubcommand(new Approve(session))
                .addSubcommand(new Deny(session))
                .addSubcommand(new BreakGlass(session));
    }

    private static String path(String id) {
        return ALL + "/" + Address.encode(id);
    }

    @Command(name = "list", description = "List the approvals that you may see, the newest first.")
    static final class ListAll implements Callable<Integer> {

        private static final int MOST = 1000;

        private final Session session;

        @Option(names = "--state", paramLabel = "STATE", description = "only those that are so: Asked, Granted, ...")
        private Optional<String> state = Optional.empty();

        @Option(names = "--scope", paramLabel = "ID", description = "only of what is at this id and below it")
        private Optional<String> scope = Optional.empty();

        @Mixin
        private Output output = new Output();

        ListAll(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            String path = ALL + "?%24top=100"
                    + state.map(value -> "&state=" + Address.encode(value)).orElse("")
                    + scope.map(value -> "&resource=" + Address.encode(value)).orElse("");
            Pages pages = new Pages(session, path, MOST);
            if (output.json()) {
                pages.printJson();
                return Exit.OK.code();
            }
            Table table = new Table()
                    .key("APPROVAL")
                    .column("STATE")
                    .column("CHANGE")
                    .column("RESOURCE")
                    .column("ASKED BY")
                    .right("AGE");
            Instant now = session.env().clock().instant();
            for (JsonNode one : pages.trees()) {
                String id = one.path("resourceId").asString("");
                table.row(
                        one.path("id").asString(""),
                        one.path("state").asString(""),
                        one.path("verb").asString(""),
                        id.substring(id.lastIndexOf('/') + 1),
                        one.path("askedBy").asString(""),
                        Ages.since(one.path("askedAt").asString(""), now));
            }
            session.print(table);
            return Exit.OK.code();
        }
    }

    @Command(name = "show", description = "Show what would change, who has asked for it, and what was decided.")
    static final class Show implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "APPROVAL", description = "the id of the approval")
        private String id = "";

        @Mixin
        private Output output = new Output();

        Show(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            Answer answer = session.server().get(path(id));
            if (output.json()) {
                session.print(answer.body());
            } else {
                print(answer.json());
            }
            return Exit.OK.code();
        }

        private void print(JsonNode approval) {
            line(
                    "approval",
                    approval.path("id").asString("") + " "
                            + approval.path("state").asString(""));
            line(
                    "change",
                    approval.path("verb").asString("") + " "
                            + approval.path("resourceId").asString(""));
            line(
                    "asked by",
                    approval.path("askedBy").asString("") + " at "
                            + approval.path("askedAt").asString(""));
            line("until", approval.path("expiresAt").asString(""));
            line("plan", approval.path("planHash").asString(""));
            Table table =
                    new Table().column("CHANGE").column("WHERE").column("TO").column("EFFECT");
            JsonNode properties = approval.at("/difference/properties");
            properties.forEach(change -> table.row(
                    change.path("op").asString(""),
                    change.path("path").asString(""),
                    change.has("value") ? change.get("value").toString() : change.has("hidden") ? "(secret)" : "",
                    change.path("effect").asString("")));
            if (!properties.isEmpty()) {
                session.print(table);
            }
            for (String other : new String[] {"tags", "sku"}) {
                JsonNode change = approval.at("/difference/" + other);
                if (!change.isMissingNode()) {
                    line(other, change.path("before") + " -> " + change.path("after"));
                }
            }
            approval.path("decisions")
                    .forEach(decision -> line(
                            decision.path("decision").asString(""),
                            decision.path("principalName").asString("") + " at "
                                    + decision.path("time").asString("") + " "
                                    + decision.path("reason").asString("")));
        }

        private void line(String what, String value) {
            session.out().println(what + ": " + value.strip());
        }
    }

    /// A decision on one approval.
    abstract static class Deciding implements Callable<Integer> {

        private final Session session;
        private final String verb;

        @Parameters(index = "0", paramLabel = "APPROVAL", description = "the id of the approval")
        private String id = "";

        Deciding(Session session, String verb) {
            this.session = session;
            this.verb = verb;
        }

        abstract String reason();

        @Override
        public Integer call() throws InterruptedException {
            ObjectNode wish = Documents.MAPPER.createObjectNode();
            if (!reason().isEmpty()) {
                wish.put("reason", reason());
            }
            JsonNode approval = session.server()
                    .ask(Documents.request(Request.Method.POST, path(id) + "/" + verb, wish))
                    .json();
            session.done("approval " + approval.path("id").asString("") + " is "
                    + approval.path("state").asString(""));
            return Exit.OK.code();
        }
    }

    /// The decision of an approver, with a reason where a rule demands one.
    abstract static class OfApprover extends Deciding {

        @Option(names = "--reason", paramLabel = "TEXT", description = "why; some rules demand it")
        private String reason = "";

        OfApprover(Session session, String verb) {
            super(session, verb);
        }

        @Override
        String reason() {
            return reason;
        }
    }

    @Command(name = "approve", description = "Approve a change that another person has asked for.")
    static final class Approve extends OfApprover {

        Approve(Session session) {
            super(session, "approve");
        }
    }

    @Command(name = "deny", description = "Deny a change that another person has asked for.")
    static final class Deny extends OfApprover {

        Deny(Session session) {
            super(session, "deny");
        }
    }

    @Command(
            name = "override",
            description = "Let a change through without the approvals that it needs, in an emergency. An owner may.")
    static final class BreakGlass extends Deciding {

        @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "why")
        private String reason = "";

        BreakGlass(Session session) {
            super(session, "override");
        }

        @Override
        String reason() {
            return reason;
        }
    }
}
