package fairlead.cli.resource;

import fairlead.cli.address.Address;
import fairlead.cli.address.Scope;
import fairlead.cli.address.Type;
import fairlead.cli.address.Types;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Pages;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Ages;
import fairlead.cli.terminal.Outline;
import fairlead.cli.terminal.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(name = "list", description = "List the resources of a type.")
public final class ListCommand implements Callable<Integer> {

    private static final int MOST_PROPERTIES = 4;
    private static final int LONGEST_VALUE = 20;

    private final Session session;

    @Parameters(index = "0", paramLabel = "TYPE", description = "Fairlead::Lab::Thing, Fairlead.Lab/things, things")
    private String type = "";

    @Option(names = "--parent", paramLabel = "NAME", description = "the name of their parent, the outermost first")
    private List<String> parents = new ArrayList<>();

    @Option(
            names = {"-A", "--all-groups"},
            description = "of all resource groups of the subscription")
    private boolean everywhere;

    @Option(names = "--limit", paramLabel = "COUNT", description = "so many at most")
    private int limit = Integer.MAX_VALUE;

    @Mixin
    private Scope scope = new Scope();

    @Mixin
    private Output output = new Output();

    public ListCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        Type known = new Types(session.server()).resolve(type, scope.apiVersion());
        Scope.Place place = everywhere ? scope.everywhere(session.env()) : scope.group(session.env());
        Address address = Address.collection(place, known, parents);
        Pages pages = new Pages(session, address.path(), limit);
        if (output.json()) {
            pages.printJson();
        } else {
            print(pages.trees());
        }
        return Exit.OK.code();
    }

    private void print(List<JsonNode> resources) {
        if (resources.isEmpty()) {
            session.note("none");
            return;
        }
        List<String> properties = telling(resources);
        Table table = new Table().key("NAME");
        if (everywhere) {
            table.column("GROUP");
        }
        table.column("STATE", session.outPalette()::state);
        properties.forEach(table::column);
        table.column("TAGS").right("AGE");
        Instant now = session.env().clock().instant();
        resources.forEach(resource -> table.row(row(resource, properties, now)));
        session.print(table);
    }

    private List<String> row(JsonNode resource, List<String> properties, Instant now) {
        List<String> cells = new ArrayList<>();
        cells.add(resource.path("name").asString(""));
        if (everywhere) {
            cells.add(group(resource.path("id").asString("")));
        }
        cells.add(ResourceView.state(resource));
        properties.forEach(
                name -> cells.add(Outline.scalar(resource.path("properties").path(name))));
        cells.add(ResourceView.tags(resource));
        cells.add(Ages.since(resource.path("systemData").path("createdAt").asString(""), now));
        return cells;
    }

    private static String group(String id) {
        String[] parts = id.split("/");
        return parts.length > 4 ? parts[4] : "";
    }

    /// The properties worth a column: short values that most resources have, no times, and no second name.
    private static List<String> telling(List<JsonNode> resources) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (JsonNode resource : resources) {
            resource.path("properties").properties().forEach(member -> {
                if (telling(member.getValue(), resource)) {
                    counts.merge(member.getKey(), 1, Integer::sum);
                }
            });
        }
        counts.remove("provisioningState");
        return counts.entrySet().stream()
                .filter(count -> count.getValue() * 2 > resources.size())
                .map(Map.Entry::getKey)
                .limit(MOST_PROPERTIES)
                .toList();
    }

    private static boolean telling(JsonNode value, JsonNode resource) {
        String text = Outline.scalar(value);
        return !value.isContainer()
                && text.length() <= LONGEST_VALUE
                && !value.equals(resource.path("name"))
                && Ages.parse(text).isEmpty();
    }
}
