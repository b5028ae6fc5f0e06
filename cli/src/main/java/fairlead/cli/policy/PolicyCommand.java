package fairlead.cli.policy;

import static fairlead.cli.policy.PolicyPlace.NAMESPACE;
import static fairlead.cli.policy.PolicyPlace.STATES;
import static fairlead.cli.policy.PolicyPlace.STATES_VERSION;
import static fairlead.cli.policy.PolicyPlace.VERSION;

import fairlead.cli.address.Address;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Table;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// The commands on guardrails: what resources may be like, and how they stand to that.
@Command(
        name = "policy",
        synopsisSubcommandLabel = "COMMAND",
        description = "Assign policies, remove them, and see how resources stand to them.",
        commandListHeading = "%nCommands:%n")
public final class PolicyCommand {

    private PolicyCommand() {}

    public static CommandLine of(Session session) {
        return new CommandLine(new PolicyCommand())
                .addSubcommand(new ListAll(session))
                .addSubcommand(new Show(session))
                .addSubcommand(new PolicyAssign(session))
                .addSubcommand(new Remove(session))
                .addSubcommand(new States(session));
    }

    @Command(name = "list", description = "List what is assigned at a scope and above it, or all definitions.")
    static final class ListAll implements Callable<Integer> {

        private final Session session;

        @Option(names = "--definitions", description = "the definitions that can be assigned, and sets of them")
        private boolean definitions;

        @Mixin
        private PolicyPlace place = new PolicyPlace();

        @Mixin
        private Output output = new Output();

        ListAll(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            if (!definitions) {
                return assignments(session.server()
                        .get(place.path(session) + NAMESPACE + "policyAssignments" + VERSION + "&$filter=atScope()"));
            }
            String path = place.path(session).replaceFirst("(?i)(/subscriptions/[^/]*).*", "$1") + NAMESPACE;
            Answer single = session.server().get(path + "policyDefinitions" + VERSION);
            if (output.json()) {
                session.print(single.body());
                return Exit.OK.code();
            }
            Table table = new Table().key("NAME").column("TITLE").column("KIND").column("DESCRIPTION");
            rows(table, single.json());
            rows(
                    table,
                    session.server()
                            .get(path + "policySetDefinitions" + VERSION)
                            .json());
            session.print(table);
            return Exit.OK.code();
        }

        private static void rows(Table table, JsonNode list) {
            for (JsonNode one : list.path("value")) {
                table.row(
                        one.path("name").asString(""),
                        one.at("/properties/displayName").asString(""),
                        one.at("/properties/policyType").asString("")
                                + (one.path("type").asString("").endsWith("policySetDefinitions") ? " set" : ""),
                        one.at("/properties/description").asString(""));
            }
        }

        private int assignments(Answer answer) {
            if (output.json()) {
                session.print(answer.body());
                return Exit.OK.code();
            }
            Table table = new Table().key("NAME").column("MODE").column("SCOPE").column("DEFINITION");
            for (JsonNode one : answer.json().path("value")) {
                String definition = one.at("/properties/policyDefinitionId").asString("");
                table.row(
                        one.path("name").asString(""),
                        one.at("/properties/enforcementMode").asString(""),
                        one.at("/properties/scope").asString(""),
                        definition.substring(definition.lastIndexOf('/') + 1));
            }
            session.print(table);
            return Exit.OK.code();
        }
    }

    @Command(name = "show", description = "Show a definition or a set of them, with its rule.")
    static final class Show implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "DEFINITION", description = "its name, its title or its id")
        private String definition = "";

        @Mixin
        private PolicyPlace place = new PolicyPlace();

        Show(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            JsonNode found = place.definition(session, definition);
            session.print(session.server()
                    .get(found.path("id").asString("") + VERSION)
                    .body());
            return Exit.OK.code();
        }
    }

    @Command(name = "remove", description = "Remove an assignment; one that is not there is no error.")
    static final class Remove implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "NAME", description = "the name of the assignment, see list")
        private String name = "";

        @Mixin
        private PolicyPlace place = new PolicyPlace();

        Remove(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            session.server()
                    .ask(Request.delete(
                            place.path(session) + NAMESPACE + "policyAssignments/" + Address.encode(name) + VERSION));
            session.done("assignment " + name + " removed");
            return Exit.OK.code();
        }
    }

    @Command(name = "states", description = "List the resources that are not as policies want them.")
    static final class States implements Callable<Integer> {

        private final Session session;

        @Option(names = "--all", description = "also those that are")
        private boolean all;

        @Mixin
        private PolicyPlace place = new PolicyPlace();

        @Mixin
        private Output output = new Output();

        States(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            String filter = all ? "" : "&$filter=" + Address.encode("isCompliant eq false");
            Answer answer = session.server()
                    .ask(Request.post(place.path(session) + STATES + "queryResults" + STATES_VERSION + filter));
            if (output.json()) {
                session.print(answer.body());
                return Exit.OK.code();
            }
            Table table = new Table()
                    .key("RESOURCE")
                    .column("STATE")
                    .column("ASSIGNMENT")
                    .column("EFFECT");
            for (JsonNode one : answer.json().path("value")) {
                table.row(
                        one.path("resourceId").asString(""),
                        one.path("complianceState").asString(""),
                        one.path("policyAssignmentName").asString(""),
                        one.path("policyDefinitionAction").asString(""));
            }
            session.print(table);
            return Exit.OK.code();
        }
    }
}
