package fairlead.cli.policy;

import fairlead.cli.address.Address;
import fairlead.cli.address.Scope;
import fairlead.cli.address.Types;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Refused;
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

/// The commands on quotas: how many resources there may be, and how much of what else is counted.
@Command(
        name = "quota",
        synopsisSubcommandLabel = "COMMAND",
        description = "Set how many resources and other things there may be, and see how many there are.",
        commandListHeading = "%nCommands:%n")
public final class QuotaCommand {

    private static final String QUOTAS = "/providers/Microsoft.Quota/quotas";
    private static final String VERSION = "?api-version=2025-03-01";

    private QuotaCommand() {}

    public static CommandLine of(Session session) {
        return new CommandLine(new QuotaCommand())
                .addSubcommand(new ListAll(session))
                .addSubcommand(new Change(session))
                .addSubcommand(new Remove(session));
    }

    /// Of what a quota is.
    static final class Of {

        @Option(names = "--type", paramLabel = "TYPE", description = "of which type (else of all)")
        private Optional<String> type = Optional.empty();

        @Option(names = "--location", paramLabel = "NAME", description = "in which location (else in all)")
        private Optional<String> location = Optional.empty();

        @Option(names = "--each", description = "for each principal, and not for all together")
        private boolean each;

        @Option(
                names = "--of",
                paramLabel = "WHAT",
                description =
                        "of something else than resources: types, type-versions, package-bytes, or with --whole-server"
                                + " webhooks")
        private Optional<String> what = Optional.empty();

        @Mixin
        private Where where = new Where();

        /// Its address.
        String path(Session session) throws InterruptedException {
            if (what.isPresent() && (type.isPresent() || location.isPresent() || each)) {
                throw new Refused(Exit.USAGE, "--of goes with none of --type, --location and --each");
            }
            if (what.isEmpty() && where.server) {
                throw new Refused(Exit.USAGE, "--whole-server needs --of");
            }
            return what.isPresent()
                    ? where.scope(session) + QUOTAS + "/" + Address.encode(what.get()) + VERSION
                    : ofResources(session);
        }

        private String ofResources(Session session) throws InterruptedException {
            String scope = where.scope(session);
            String name = "resources";
            if (type.isPresent()) {
                String armType = new Types(session.server())
                        .resolve(type.get(), Optional.empty())
                        .armType();
                int slash = armType.indexOf('/');
                scope += "/providers/" + armType.substring(0, slash);
                name = armType.substring(slash + 1).replace('/', '.');
                scope += location.map(place -> "/locations/" + Address.encode(place))
                        .orElse("");
            } else if (location.isPresent()) {
                throw new Refused(Exit.USAGE, "--location needs --type");
            }
            return scope + QUOTAS + "/" + name + (each ? "-each" : "") + VERSION;
        }
    }

    /// At which scope it is.
    static final class Where {

        @Option(names = "--whole-server", description = "of the whole server, and not of the subscription")
        private boolean server;

        String scope(Session session) {
            return server
                    ? ""
                    : "/subscriptions/" + Address.encode(Scope.subscription(session.env(), Optional.empty()));
        }
    }

    @Command(
            name = "list",
            description = "List the quotas of a subscription or of the whole server, and how much of each is used.")
    static final class ListAll implements Callable<Integer> {

        private final Session session;

        @Mixin
        private Where where = new Where();

        @Mixin
        private Output output = new Output();

        ListAll(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            Answer answer = session.server().get(where.scope(session) + QUOTAS + VERSION);
            if (output.json()) {
                session.print(answer.body());
                return Exit.OK.code();
            }
            Table table =
                    new Table().key("QUOTA").column("LOCATION").column("LIMIT").column("USED");
            for (JsonNode one : answer.json().path("value")) {
                String id = one.path("id").asString("");
                JsonNode usage = session.server()
                        .get(id.replace("/quotas/", "/usages/") + VERSION)
                        .json();
                int at = id.indexOf("/locations/");
                String location = at < 0
                        ? "all"
                        : id.substring(at + "/locations/".length()).replaceFirst("/.*", "");
                table.row(
                        one.at("/properties/name/localizedValue").asString(""),
                        location,
                        one.at("/properties/limit/value").asString(""),
                        usage.at("/properties/usages/value").asString(""));
            }
            session.print(table);
            return Exit.OK.code();
        }
    }

    @Command(name = "set", description = "Set how many there may be. What is there already counts, and stays.")
    static final class Change implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "NUMBER", description = "how many")
        private long most;

        @Mixin
        private Of of = new Of();

        Change(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            ObjectNode wish = Documents.MAPPER.createObjectNode();
            wish.putObject("properties").putObject("limit").put("value", most);
            Answer answer = session.server().ask(Documents.request(Request.Method.PUT, of.path(session), wish));
            session.done("quota " + answer.json().path("name").asString("") + " is " + most);
            return Exit.OK.code();
        }
    }

    @Command(name = "remove", description = "Remove a quota; one that is not there is no error.")
    static final class Remove implements Callable<Integer> {

        private final Session session;

        @Mixin
        private Of of = new Of();

        Remove(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            session.server().ask(Request.delete(of.path(session)));
            session.done("quota removed");
            return Exit.OK.code();
        }
    }
}
