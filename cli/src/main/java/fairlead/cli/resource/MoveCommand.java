package fairlead.cli.resource;

import fairlead.cli.address.Address;
import fairlead.cli.address.Scope;
import fairlead.cli.address.Type;
import fairlead.cli.address.Types;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.operation.Waiting;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "move",
        description = "Move resources into another group, with all that is below them. Their ids change, they do not.")
public final class MoveCommand implements Callable<Integer> {

    private static final String QUERY = "?api-version=2021-04-01";

    private final Session session;

    @Parameters(
            index = "0",
            paramLabel = "TYPE",
            description = "Fairlead::Lab::Thing, Fairlead.Lab/things, or its last part where that is clear")
    private String type = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "NAME", description = "their names")
    private List<String> names = new ArrayList<>();

    @Option(names = "--to", required = true, paramLabel = "GROUP", description = "the group they go to")
    private String target = "";

    @Option(
            names = "--to-subscription",
            paramLabel = "ID",
            description = "the subscription of that group (else the one they are in)")
    private Optional<String> targetSubscription = Optional.empty();

    @Option(names = "--check", description = "only say whether they can be moved")
    private boolean check;

    @Mixin
    private Scope scope = new Scope();

    public MoveCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        Type known = new Types(session.server()).resolve(type, scope.apiVersion());
        Scope.Place from = scope.group(session.env());
        ObjectNode body = Documents.MAPPER.createObjectNode();
        body.put(
                "targetResourceGroup",
                new Scope.Place(targetSubscription.orElse(from.subscription()), Optional.of(target)).path());
        ArrayNode resources = body.putArray("resources");
        for (String name : names) {
            resources.add(Address.resource(from, known, List.of(), name).id());
        }
        String many = names.size() == 1 ? names.getFirst() : names.size() + " resources";
        String path = from.path() + (check ? "/validateMoveResources" : "/moveResources") + QUERY;
        Answer answer = session.server().ask(Documents.request(Request.Method.POST, path, body));
        Optional<String> operation = answer.header("Azure-AsyncOperation");
        if (operation.isPresent()) {
            Waiting.until(session, operation.get(), answer.retryAfter(), "Moving " + many);
        }
        session.done(many + (check ? " can be moved to " : " moved to ") + target);
        return Exit.OK.code();
    }
}
