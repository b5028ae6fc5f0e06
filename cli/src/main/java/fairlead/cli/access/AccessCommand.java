package fairlead.cli.access;

import fairlead.cli.address.Address;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Table;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The commands on roles: who may do what, and where.
@Command(
        name = "access",
        synopsisSubcommandLabel = "COMMAND",
        description = "Give roles to principals, take them, and see who has which.",
        commandListHeading = "%nCommands:%n")
public final class AccessCommand {

    private static final String NAMESPACE = "/providers/Microsoft.Authorization/";
    private static final String VERSION = "?api-version=2022-04-01";

    private AccessCommand() {}

    public static CommandLine of(Session session) {
        return new CommandLine(new AccessCommand())
                .addSubcommand(new Assign(session))
                .addSubcommand(new ListAll(session))
                .addSubcommand(new Remove(session))
                .addSubcommand(new Roles(session))
                .addSubcommand(new WhyCommand(session));
    }

    /// A scope as it stands in an address.
    private static String at(String scope) {
        return scope.equals("/") ? "" : scope.replaceAll("/+$", "");
    }

    private static String role(Session session, String scope, String name) throws InterruptedException {
        for (JsonNode role : session.server()
                .get(at(scope) + NAMESPACE + "roleDefinitions" + VERSION)
                .json()
                .path("value")) {
            boolean named = role.at("/properties/roleName").asString("").equalsIgnoreCase(name)
                    || role.path("name").asString("").equalsIgnoreCase(name);
            if (named) {
                return role.path("id").asString("");
            }
        }
        throw new Refused(Exit.NOT_FOUND, "there is no role '" + name + "' at " + scope);
    }

    /// Where roles are given: everywhere, unless a scope is named.
    static final class ScopeOption {

        @Option(
                names = "--scope",
                paramLabel = "ID",
                description = "the id of a subscription, a group or a resource (else /, which is everything)")
        private String scope = "/";
    }

    @Command(name = "assign", description = "Give a principal a role.")
    static final class Assign implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "ROLE", description = "its name, Reader for example, or its id")
        private String role = "";

        @Parameters(index = "1", paramLabel = "PRINCIPAL", description = "its id, or the name of one that is kept here")
        private String principal = "";

        @Option(names = "--condition", paramLabel = "TEXT", description = "when the assignment counts")
        private Optional<String> condition = Optional.empty();

        @Mixin
        private ScopeOption place = new ScopeOption();

        Assign(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            ObjectNode wish = Documents.MAPPER.createObjectNode();
            ObjectNode properties = wish.putObject("properties");
            properties.put("roleDefinitionId", role(session, place.scope, role));
            properties.put("principalId", PrincipalCommand.id(session, principal));
            condition.ifPresent(text -> properties.put("condition", text).put("conditionVersion", "2.0"));
            String path = at(place.scope) + NAMESPACE + "roleAssignments/" + UUID.randomUUID() + VERSION;
            Answer answer = session.server().ask(Documents.request(Request.Method.PUT, path, wish));
            session.out().println(answer.json().path("id").asString(""));
            return Exit.OK.code();
        }
    }

    @Command(name = "list", description = "List who has which role at a scope, above it and below it.")
    static final class ListAll implements Callable<Integer> {

        private final Session session;

        @Mixin
        private ScopeOption place = new ScopeOption();

        @Mixin
        private Output output = new Output();

        ListAll(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            Answer answer = session.server().get(at(place.scope) + NAMESPACE + "roleAssignments" + VERSION);
            if (output.json()) {
                session.print(answer.body());
                return Exit.OK.code();
            }
            Table table =
                    new Table().key("PRINCIPAL").column("ROLE").column("SCOPE").column("NAME");
            for (JsonNode one : answer.json().path("value")) {
                String role = one.at("/properties/roleDefinitionId").asString("");
                table.row(
                        one.at("/properties/principalId").asString(""),
                        role.substring(role.lastIndexOf('/') + 1),
                        one.at("/properties/scope").asString(""),
                        one.path("name").asString(""));
            }
            session.print(table);
            return Exit.OK.code();
        }
    }

    @Command(name = "remove", description = "Take a role from a principal; one that is not there is no error.")
    static final class Remove implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "NAME", description = "the name of the assignment, see list")
        private String name = "";

        @Mixin
        private ScopeOption place = new ScopeOption();

        Remove(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            session.server()
                    .ask(Request.delete(
                            at(place.scope) + NAMESPACE + "roleAssignments/" + Address.encode(name) + VERSION));
            session.done("assignment " + name + " removed");
            return Exit.OK.code();
        }
    }

    @Command(name = "roles", description = "List the roles that can be assigned at a scope.")
    static final class Roles implements Callable<Integer> {

        private final Session session;

        @Mixin
        private ScopeOption place = new ScopeOption();

        @Mixin
        private Output output = new Output();

        Roles(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            Answer answer = session.server().get(at(place.scope) + NAMESPACE + "roleDefinitions" + VERSION);
            if (output.json()) {
                session.print(answer.body());
                return Exit.OK.code();
            }
            Table table = new Table().key("ROLE").column("ID").column("DESCRIPTION");
            for (JsonNode one : answer.json().path("value")) {
                table.row(
                        one.at("/properties/roleName").asString(""),
                        one.path("name").asString(""),
                        one.at("/properties/description").asString(""));
            }
            session.print(table);
            return Exit.OK.code();
        }
    }
}
