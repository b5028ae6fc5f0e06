package fairlead.cli.policy;

import static fairlead.cli.policy.PolicyPlace.NAMESPACE;
import static fairlead.cli.policy.PolicyPlace.STATES;
import static fairlead.cli.policy.PolicyPlace.STATES_VERSION;
import static fairlead.cli.policy.PolicyPlace.VERSION;

import fairlead.cli.address.Address;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Assigns a definition, and says how many of the resources that are there it is against.
@Command(
        name = "assign",
        description = {
            "Assign a policy definition at a scope, and count the resources there that are not as it wants them.",
            "Nothing is refused until it is assigned with --enforce."
        })
final class PolicyAssign implements Callable<Integer> {

    private final Session session;

    @Parameters(
            index = "0",
            paramLabel = "DEFINITION",
            description = "a definition or a set, by its name, its title or its id")
    private String definition = "";

    @Option(names = "--name", paramLabel = "NAME", description = "of the assignment (else that of the definition)")
    private Optional<String> name = Optional.empty();

    @Option(
            names = {"-p", "--parameter"},
            paramLabel = "NAME=VALUE",
            description = "a parameter: JSON, or else a text; may be repeated")
    private List<String> parameters = new ArrayList<>();

    @Option(names = "--message", paramLabel = "TEXT", description = "what who is refused is told besides")
    private Optional<String> message = Optional.empty();

    @Option(names = "--enforce", description = "refuse and change requests from now on, instead of only noting")
    private boolean enforce;

    @Mixin
    private PolicyPlace place = new PolicyPlace();

    PolicyAssign(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        JsonNode found = place.definition(session, definition);
        ObjectNode wish = Documents.MAPPER.createObjectNode();
        ObjectNode properties = wish.putObject("properties");
        properties.put("displayName", found.at("/properties/displayName").asString(""));
        properties.put("policyDefinitionId", found.path("id").asString(""));
        properties.put("enforcementMode", enforce ? "Default" : "DoNotEnforce");
        properties.set("parameters", values(found.at("/properties/parameters")));
        message.ifPresent(
                text -> properties.putArray("nonComplianceMessages").addObject().put("message", text));
        String called = name.orElseGet(() -> found.path("name").asString(""));
        String path = place.path(session) + NAMESPACE + "policyAssignments/" + Address.encode(called);
        session.server().ask(Documents.request(Request.Method.PUT, path + VERSION, wish));
        long against = against(path);
        session.done("assignment " + called + (enforce ? " is enforced" : " is not enforced"));
        session.out()
                .println(
                        enforce
                                ? against + " existing resources are not as it wants them"
                                : "it would have refused or changed " + against + " existing resources");
        return Exit.OK.code();
    }

    private ObjectNode values(JsonNode declared) {
        ObjectNode values = Documents.MAPPER.createObjectNode();
        for (String parameter : parameters) {
            int equals = parameter.indexOf('=');
            if (equals < 1) {
                throw new Refused(Exit.USAGE, "expected --parameter NAME=VALUE, found '" + parameter + "'");
            }
            String called = parameter.substring(0, equals);
            String text = parameter.substring(equals + 1);
            boolean isText = declared.path(called).path("type").asString("").equalsIgnoreCase("String");
            values.putObject(called).set("value", isText ? JsonNodeFactory.instance.stringNode(text) : json(text));
        }
        return values;
    }

    private static JsonNode json(String text) {
        try {
            return Documents.MAPPER.readTree(text);
        } catch (JacksonException noJson) {
            return JsonNodeFactory.instance.stringNode(text);
        }
    }

    /// How many resources it is against, once the server has looked at all of them.
    private long against(String assignment) throws InterruptedException {
        Answer scan =
                session.server().ask(Request.post(place.path(session) + STATES + "triggerEvaluation" + STATES_VERSION));
        Optional<String> address = scan.header("Location");
        while (address.isPresent()) {
            session.env().pause().pause(scan.retryAfter().orElseThrow());
            URI url = URI.create(address.get());
            Answer now = session.server().get(url.getRawPath() + "?" + url.getRawQuery());
            address = now.status() == 202 ? address : Optional.empty();
        }
        Answer summary = session.server().ask(Request.post(assignment + STATES + "summarize" + STATES_VERSION));
        return summary.json().at("/value/0/results/nonCompliantResources").asLong(0);
    }
}
