package fairlead.cli.resource;

import fairlead.cli.address.Address;
import fairlead.cli.address.Scope;
import fairlead.cli.address.Type;
import fairlead.cli.address.Types;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Pages;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Outline;
import fairlead.cli.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
        name = "sku",
        description = "List the SKUs that a new resource of a type could have, or that a resource could change to.")
public final class SkuCommand implements Callable<Integer> {

    private final Session session;

    @Parameters(index = "0", paramLabel = "TYPE", description = "Fairlead::Lab::Rack, or another name of the type")
    private String type = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "NAME", description = "the name of a resource")
    private Optional<String> name = Optional.empty();

    @Option(names = "--parent", paramLabel = "NAME", description = "the name of its parent, the outermost first")
    private List<String> parents = new ArrayList<>();

    @Option(names = "--location", paramLabel = "NAME", description = "only those that are offered there")
    private Optional<String> location = Optional.empty();

    @Mixin
    private Scope scope = new Scope();

    @Mixin
    private Output output = new Output();

    public SkuCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        Type known = new Types(session.server()).resolve(type, scope.apiVersion());
        String path = name.isPresent() ? ofResource(known, name.get()) : ofType(known);
        Pages pages = new Pages(session, path, Integer.MAX_VALUE);
        if (output.json()) {
            pages.printJson();
            return Exit.OK.code();
        }
        Table table = new Table().key("NAME").column("TIER").column("CAPACITY");
        if (name.isEmpty()) {
            table.column("LOCATIONS");
        }
        pages.trees().forEach(sku -> table.row(cells(sku)));
        session.print(table);
        return Exit.OK.code();
    }

    private String ofResource(Type known, String resource) {
        return Address.resource(scope.group(session.env()), known, parents, resource)
                .path()
                .replace("?", "/skus?");
    }

    private String ofType(Type known) {
        String filter = location.map(place -> "&$filter=" + Address.encode("location eq '" + place + "'"))
                .orElse("");
        return scope.everywhere(session.env()).path() + "/providers/" + known.armType() + "/skus?api-version="
                + Address.encode(known.apiVersion()) + filter;
    }

    private List<String> cells(JsonNode sku) {
        List<String> cells = new ArrayList<>(List.of(
                Outline.scalar(sku.at("/sku/name")),
                Outline.scalar(sku.at("/sku/tier")),
                capacity(sku.path("capacity"))));
        if (name.isEmpty()) {
            cells.add(String.join(
                    ", ",
                    sku.path("locations").valueStream().map(JsonNode::asString).toList()));
        }
        return cells;
    }

    private static String capacity(JsonNode capacity) {
        return capacity.has("maximum")
                ? "%d to %d, %s"
                        .formatted(
                                capacity.path("minimum").asInt(),
                                capacity.path("maximum").asInt(),
                                capacity.path("scaleType").asString(""))
                : "";
    }
}
