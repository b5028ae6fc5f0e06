package fairlead.cli.resource;

import fairlead.cli.address.Scope;
import fairlead.cli.http.Request;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Pages;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Ages;
import fairlead.cli.terminal.Table;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
        name = "left-behind",
        description = "List the resources that replacements could not delete, or show, delete or forget one.")
public final class OrphanCommand implements Callable<Integer> {

    private static final String QUERY = "?api-version=2026-11-01";

    private final Session session;

    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "the one to show, delete or forget")
    private Optional<String> name = Optional.empty();

    @Option(names = "--delete", description = "delete the resource now, rather than at the next attempt")
    private boolean delete;

    @Option(names = "--forget", description = "leave the resource where it is, and no longer try to delete it")
    private boolean forget;

    @Option(
            names = {"-A", "--all-groups"},
            description = "of all groups of the subscription")
    private boolean everywhere;

    @Mixin
    private Scope scope = new Scope();

    @Mixin
    private Output output = new Output();

    public OrphanCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (name.isEmpty() && (delete || forget)) {
            throw new Refused(Exit.USAGE, "the name of the resource left behind is missing");
        }
        if (delete && forget) {
            throw new Refused(Exit.USAGE, "--delete and --forget exclude each other");
        }
        if (name.isEmpty()) {
            Scope.Place place = everywhere ? scope.everywhere(session.env()) : scope.group(session.env());
            all(new Pages(session, place.path() + "/leftBehind" + QUERY, Integer.MAX_VALUE));
        } else {
            one(found(name.get()));
        }
        return Exit.OK.code();
    }

    private void all(Pages pages) throws InterruptedException {
        if (output.json()) {
            pages.printJson();
            return;
        }
        List<JsonNode> orphans = pages.trees();
        if (orphans.isEmpty()) {
            session.note("none");
            return;
        }
        Instant now = session.env().clock().instant();
        Table table = new Table()
                .key("NAME")
                .column("TYPE")
                .column("IDENTIFIER")
                .right("LEFT")
                .column("WHY");
        for (JsonNode orphan : orphans) {
            JsonNode properties = orphan.path("properties");
            table.row(
                    orphan.path("name").asString(""),
                    properties.path("typeName").asString(""),
                    properties.path("identifier").asString("(never told)"),
                    Ages.since(properties.path("leftAt").asString(""), now),
                    properties.path("reason").asString(""));
        }
        session.print(table);
    }

    /// Names are unique in a subscription; the address is in the list.
    private JsonNode found(String name) throws InterruptedException {
        String list = scope.everywhere(session.env()).path() + "/leftBehind" + QUERY;
        return new Pages(session, list, Integer.MAX_VALUE)
                .trees().stream()
                        .filter(orphan -> orphan.path("name").asString("").equalsIgnoreCase(name))
                        .findFirst()
                        .orElseThrow(
                                () -> new Refused(Exit.NOT_FOUND, "nothing is left behind under the name " + name));
    }

    private void one(JsonNode orphan) throws InterruptedException {
        String address = orphan.path("id").asString("") + QUERY;
        String label = orphan.at("/properties/typeName").asString("") + " "
                + orphan.at("/properties/identifier").asString("");
        if (delete) {
            session.server().ask(Request.delete(address));
            session.done(label.strip() + " deleted");
        } else if (forget) {
            session.server().ask(Request.delete(address + "&forget=true"));
            session.done(label.strip() + " forgotten; it is still there");
        } else {
            session.print(session.server().get(address).body());
        }
    }
}
