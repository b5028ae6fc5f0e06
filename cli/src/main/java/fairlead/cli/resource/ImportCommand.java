package fairlead.cli.resource;

import fairlead.cli.address.Scope;
import fairlead.cli.address.Types;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.operation.Waiting;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Outline;
import fairlead.cli.terminal.Table;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "import",
        description = "Take resources under management that exist already. They are read, and not touched.")
public final class ImportCommand implements Callable<Integer> {

    private static final String IMPORTS = "/fairlead/imports";

    private final Session session;

    @Parameters(index = "0", paramLabel = "TYPE", description = "the type")
    private String type = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "IDENTIFIER",
            description = "the primary identifier of the resource, composite parts joined with |")
    private Optional<String> identifier = Optional.empty();

    @Option(names = "--all", description = "all that the type's list handler names")
    private boolean all;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "what the resource is to be called, where the identifier does not say it")
    private Optional<String> name = Optional.empty();

    @Option(names = "--location", paramLabel = "NAME", description = "where it is (FAIRLEAD_LOCATION, else local)")
    private Optional<String> location = Optional.empty();

    @Mixin
    private Scope scope = new Scope();

    @Mixin
    private Output output = new Output();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public ImportCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (all == identifier.isPresent()) {
            throw new ParameterException(spec.commandLine(), "either the IDENTIFIER of one resource, or --all");
        }
        JsonNode begun = session.server()
                .ask(Documents.request(Request.Method.POST, IMPORTS, body()))
                .json();
        String address = IMPORTS + "/" + Outline.scalar(begun.path("id"));
        Waiting.until(session, address, Optional.empty(), "import of " + type);
        print(session.server().get(address).json());
        return Exit.OK.code();
    }

    private ObjectNode body() throws InterruptedException {
        Scope.Place place = scope.group(session.env());
        ObjectNode body = Documents.MAPPER.createObjectNode();
        body.put("type", new Types(session.server()).typeName(type))
                .put("subscription", place.subscription())
                .put("group", place.group().orElseThrow())
                .put("location", Scope.location(session.env(), location));
        if (all) {
            return body.put("all", true);
        }
        ObjectNode resource = body.putArray("resources").addObject().put("identifier", identifier.orElseThrow());
        name.ifPresent(given -> resource.put("name", given));
        return body;
    }

    private void print(JsonNode done) {
        if (output.json()) {
            session.print(Documents.MAPPER.writeValueAsBytes(done));
            return;
        }
        Table table = new Table().key("IDENTIFIER").column("RESOURCE");
        for (JsonNode entry : done.path("imported")) {
            table.row(Outline.scalar(entry.path("identifier")), Outline.scalar(entry.path("id")));
        }
        session.print(table);
        session.done(done.path("imported").size() + " imported, "
                + done.path("present").size() + " managed already");
    }
}
