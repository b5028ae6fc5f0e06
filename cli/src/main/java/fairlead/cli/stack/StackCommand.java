package fairlead.cli.stack;

import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Pages;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Ages;
import fairlead.cli.terminal.Table;
import fairlead.cli.terminal.Text;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// The commands on stacks.
@Command(
        name = "stack",
        synopsisSubcommandLabel = "COMMAND",
        description = "Make, change and delete resources together, as one file describes them.",
        commandListHeading = "%nCommands:%n")
public final class StackCommand {

    private StackCommand() {}

    public static CommandLine of(Session session) {
        return new CommandLine(new StackCommand())
                .addSubcommand(new PlanCommand(session))
                .addSubcommand(new DeployCommand(session))
                .addSubcommand(new Delete(session))
                .addSubcommand(new Show(session))
                .addSubcommand(new ListAll(session))
                .addSubcommand(new Events(session))
                .addSubcommand(new Watch(session))
                .addSubcommand(new GraphCommand(session));
    }

    @Command(name = "list", description = "List the stacks, the newest first.")
    static final class ListAll implements Callable<Integer> {

        private static final int MOST = 1000;

        private final Session session;

        @Mixin
        private StackPlace place = new StackPlace();

        @Mixin
        private Output output = new Output();

        ListAll(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            Pages pages = new Pages(session, place.all(session), MOST);
            if (output.json()) {
                pages.printJson();
                return Exit.OK.code();
            }
            Table table =
                    new Table().key("STACK").column("STATUS").column("LANGUAGE").right("AGE");
            Instant now = session.env().clock().instant();
            for (JsonNode stack : pages.trees()) {
                table.row(
                        stack.path("name").asString(""),
                        stack.path("status").asString(""),
                        stack.path("language").asString(""),
                        Ages.since(stack.path("createdAt").asString(""), now));
            }
            session.print(table);
            return Exit.OK.code();
        }
    }

    @Command(name = "show", description = "Show a stack: its resources, outputs and parameters.")
    static final class Show implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "NAME", description = "the name of the stack, or its id")
        private String name = "";

        @Mixin
        private StackPlace place = new StackPlace();

        @Mixin
        private Output output = new Output();

        Show(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            Answer answer = session.server().get(place.of(session, name));
            if (output.json()) {
                session.print(answer.body());
            } else {
                StackText.print(session, answer.json());
            }
            return Exit.OK.code();
        }
    }

    @Command(name = "events", description = "Show what has happened to a stack, the newest last.")
    static final class Events implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "NAME", description = "the name of the stack, or its id")
        private String name = "";

        @Option(names = "--limit", paramLabel = "COUNT", description = "so many at most (else 100)")
        private int limit = 100;

        @Mixin
        private StackPlace place = new StackPlace();

        @Mixin
        private Output output = new Output();

        Events(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            Pages pages = new Pages(session, place.of(session, name, "events"), limit);
            if (output.json()) {
                pages.printJson();
            } else {
                List<JsonNode> events = pages.trees();
                events.reversed().forEach(event -> session.out().println(Following.line(session, event)));
            }
            return Exit.OK.code();
        }
    }

    @Command(
            name = "watch",
            description = "Show what the operation does that is under way on a stack, to its end; 1 if it fails.")
    static final class Watch implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "NAME", description = "the name of the stack, or its id")
        private String name = "";

        @Mixin
        private StackPlace place = new StackPlace();

        Watch(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            JsonNode stack = session.server().get(place.of(session, name)).json();
            Following following = new Following(session, place, session.out()::println);
            return following.ended(following.toTheEnd(stack)).code();
        }
    }

    @Command(name = "delete", description = "Delete a stack with its resources. One that is not there is no error.")
    static final class Delete implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "NAME", description = "the name of the stack")
        private String name = "";

        @Option(
                names = {"-y", "--yes"},
                description = "do not ask; required where no terminal can answer")
        private boolean yes;

        @Mixin
        private StackPlace place = new StackPlace();

        Delete(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            Answer present = session.server().send(Request.get(place.of(session, name)));
            if (!present.failed()) {
                preview(present.json());
            }
            if (!yes && !asked()) {
                session.note("nothing was deleted");
                return Exit.OK.code();
            }
            Answer answer = session.server().ask(Request.delete(place.of(session, name)));
            if (answer.status() == 204) {
                session.done("there is no stack " + Text.line(name));
                return Exit.OK.code();
            }
            Following following = new Following(session, place, session::note);
            return following.ended(following.toTheEnd(answer.json())).code();
        }

        private boolean asked() {
            if (!session.env().terminal().in()) {
                throw new Refused(
                        Exit.USAGE, "Delete the stack " + name + "? There is no terminal to answer; add --yes");
            }
            return Asking.confirmed(session, "Delete the stack " + name + "?");
        }

        /// What becomes of each resource that is there.
        private void preview(JsonNode stack) {
            for (JsonNode node : stack.path("nodes")) {
                boolean there = node.has("identifier")
                        && !node.path("status").asString("").equals("DELETE_COMPLETE");
                if (there) {
                    boolean kept = node.path("onRemove").asString("").startsWith("retain");
                    session.note(
                            Text.line((kept ? "  " : "- ") + node.path("key").asString("") + "  "
                                    + node.path("type").asString("") + "  "
                                    + node.path("identifier").asString("") + (kept ? "  (stays)" : "")));
                }
            }
        }
    }
}
