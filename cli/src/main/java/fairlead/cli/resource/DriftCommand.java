package fairlead.cli.resource;

import fairlead.cli.address.Address;
import fairlead.cli.address.Scope;
import fairlead.cli.address.Target;
import fairlead.cli.address.Type;
import fairlead.cli.address.Types;
import fairlead.cli.http.Answer;
import fairlead.cli.http.ProblemException;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Pages;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Ages;
import fairlead.cli.terminal.Outline;
import fairlead.cli.terminal.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "drift",
        description = "Look whether resources still are what was asked for. Exits with 1 if one is not.",
        commandListHeading = "%nCommands:%n")
public final class DriftCommand implements Callable<Integer> {

    private static final String QUERY = "?api-version=2026-11-01";
    private static final Duration EVERY = Duration.ofSeconds(10);

    private final Session session;

    @Parameters(
            arity = "0..2",
            paramLabel = "TYPE NAME",
            description = "the resource, as in get: things a, or Fairlead::Lab::Thing a")
    private List<String> resource = List.of();

    @Option(names = "--all", description = "all resources of the group, rather than one")
    private boolean all;

    @Option(
            names = {"-A", "--all-groups"},
            description = "all resources of the subscription")
    private boolean everywhere;

    @Option(names = "--known", description = "do not look; show what was found last, of many only what has drifted")
    private boolean known;

    @Option(
            names = {"-w", "--watch"},
            description = "look again and again until interrupted, and show what changes")
    private boolean watch;

    @Mixin
    private Scope scope = new Scope();

    @Mixin
    private Output output = new Output();

    DriftCommand(Session session) {
        this.session = session;
    }

    public static CommandLine of(Session session) {
        return new CommandLine(new DriftCommand(session)).addSubcommand(new Policy(session));
    }

    @Override
    public Integer call() throws InterruptedException {
        boolean many = all || everywhere;
        if (many == (resource.size() == 2)) {
            throw new Refused(Exit.USAGE, "expected TYPE NAME, --all or --all-groups");
        }
        List<JsonNode> shown = List.of();
        do {
            List<JsonNode> found = many ? ofAll() : List.of(ofOne());
            if (!found.equals(shown)) {
                show(found, many);
                shown = found;
            }
            if (watch) {
                session.out().flush();
                session.env().pause().pause(EVERY);
            }
        } while (watch);
        boolean drifted = shown.stream().anyMatch(DriftCommand::isDrift);
        return (drifted ? Exit.FAILED : Exit.OK).code();
    }

    // -- asking ---------------------------------------------------------------------------------------------

    private JsonNode ofOne() throws InterruptedException {
        return of(address(session, scope, resource).path());
    }

    private static Address address(Session session, Scope scope, List<String> resource) throws InterruptedException {
        Type type = new Types(session.server()).resolve(resource.getFirst(), scope.apiVersion());
        return Address.resource(scope.group(session.env()), type, List.of(), resource.getLast());
    }

    private JsonNode of(String path) throws InterruptedException {
        Answer answer = known
                ? session.server().get(path.replace("?", "/drift?"))
                : session.server().ask(Request.post(path.replace("?", "/detectDrift?")));
        return answer.json();
    }

    private List<JsonNode> ofAll() throws InterruptedException {
        Scope.Place place = everywhere ? scope.everywhere(session.env()) : scope.group(session.env());
        List<JsonNode> found = new ArrayList<>();
        if (known) {
            for (String status : List.of("Drifted", "Deleted")) {
                String filter = "&%24filter=" + Address.encode("driftStatus eq '" + status + "'");
                found.addAll(new Pages(session, place.path() + "/drift" + QUERY + filter, Integer.MAX_VALUE).trees());
            }
            return found;
        }
        Types types = new Types(session.server());
        for (JsonNode one : new Pages(session, place.path() + "/resources" + QUERY, Integer.MAX_VALUE).trees()) {
            Type type = types.resolve(one.path("type").asString(""), scope.apiVersion());
            String id = one.path("id").asString("");
            found.add(looked(id, id.replace(" ", "%20") + "?api-version=" + type.apiVersion()));
        }
        return found;
    }

    /// One that is changing, or has gone meanwhile, does not keep the others from being looked at.
    private JsonNode looked(String id, String path) throws InterruptedException {
        try {
            return of(path);
        } catch (ProblemException refused) {
            ObjectNode json = Documents.MAPPER.createObjectNode().put("id", id + "/drift");
            json.putObject("properties")
                    .put("driftStatus", "NotCheckable")
                    .put("summary", refused.problem().message());
            return json;
        }
    }

    // -- showing --------------------------------------------------------------------------------------------

    private void show(List<JsonNode> found, boolean many) {
        if (output.json()) {
            session.out()
                    .println(Documents.MAPPER
                            .writerWithDefaultPrettyPrinter()
                            .writeValueAsString(many ? Documents.MAPPER.valueToTree(found) : found.getFirst()));
        } else if (many) {
            table(found);
        } else {
            print(found.getFirst().path("properties"));
        }
    }

    private void table(List<JsonNode> found) {
        if (found.isEmpty()) {
            session.note("none");
            return;
        }
        Instant now = session.env().clock().instant();
        Table table = new Table()
                .key("RESOURCE")
                .column("DRIFT", session.outPalette()::state)
                .column("WHAT")
                .right("LOOKED");
        for (JsonNode one : found) {
            JsonNode properties = one.path("properties");
            table.row(
                    name(one.path("id").asString("")),
                    properties.path("driftStatus").asString(""),
                    isDrift(one) || !properties.has("checkedAt")
                            ? properties.path("summary").asString("")
                            : "",
                    Ages.since(properties.path("checkedAt").asString(""), now));
        }
        session.print(table);
    }

    private static String name(String id) {
        return id.replaceFirst("/drift$", "")
                .replaceFirst("(?i)^/subscriptions/[^/]+/resourceGroups/[^/]+/providers/", "");
    }

    private static boolean isDrift(JsonNode one) {
        String status = one.at("/properties/driftStatus").asString("");
        return status.equals("Drifted") || status.equals("Deleted");
    }

    private void print(JsonNode properties) {
        String status = properties.path("driftStatus").asString("");
        session.out()
                .println(session.outPalette().state(status) + "  "
                        + properties.path("summary").asString(""));
        Table table = new Table()
                .column("WHERE")
                .column("SHOULD BE")
                .column("IS")
                .column("WAS")
                .column("EFFECT");
        properties
                .path("propertyDifferences")
                .forEach(one -> table.row(
                        one.path("propertyPath").asString(""),
                        Outline.scalar(one.path("expectedValue")),
                        Outline.scalar(one.path("actualValue")),
                        Outline.scalar(one.path("lastAppliedValue")),
                        one.path("effect").asString("")));
        if (!properties.path("propertyDifferences").isEmpty()) {
            session.print(table);
        }
        if (properties.path("outdated").asBoolean(false)) {
            session.note("the resource has changed since");
        }
        JsonNode repair = properties.path("repair");
        if (repair.has("operation")) {
            session.note("being repaired; to follow it: fairlead operations "
                    + repair.path("operation").asString("") + " --watch");
        } else if (repair.has("notBegun")) {
            session.note("not repaired: " + repair.path("notBegun").asString(""));
        }
    }

    /// What happens when a resource drifts.
    @Command(name = "policy", description = "Show or set what happens when a resource has drifted.")
    static final class Policy implements Callable<Integer> {

        /// The choices.
        enum What {
            OBSERVE,
            ALERT,
            REPAIR,
            INHERIT
        }

        private final Session session;

        @Mixin
        private Target target = new Target();

        @Parameters(
                index = "2",
                arity = "0..1",
                paramLabel = "POLICY",
                description =
                        "observe (record it), alert (an event, too), repair (change it back), or inherit from the type")
        private Optional<What> policy = Optional.empty();

        Policy(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            String path = target.address(session).path().replace("?", "/drift?");
            JsonNode properties = (policy.isPresent()
                            ? session.server().ask(Documents.request(Request.Method.PATCH, path, body(policy.get())))
                            : session.server().get(path))
                    .json()
                    .path("properties");
            boolean inherited = properties.path("policyIsInherited").asBoolean(false);
            session.out()
                    .println(properties.path("policy").asString("") + (inherited ? " (as usual for its type)" : ""));
            return Exit.OK.code();
        }

        private static ObjectNode body(What what) {
            ObjectNode body = Documents.MAPPER.createObjectNode();
            ObjectNode properties = body.putObject("properties");
            if (what == What.INHERIT) {
                properties.putNull("policy");
            } else {
                properties.put("policy", what.name().toLowerCase(Locale.ROOT));
            }
            return body;
        }
    }
}
