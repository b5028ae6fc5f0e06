package fairlead.cli.resource;

import fairlead.cli.address.Address;
import fairlead.cli.address.Scope;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Pages;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Outline;
import fairlead.cli.terminal.Table;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "location", description = "List the locations in which resources can be.")
public final class LocationCommand implements Callable<Integer> {

    private final Session session;

    @Option(names = "--subscription", paramLabel = "ID", description = "the subscription (FAIRLEAD_SUBSCRIPTION)")
    private Optional<String> subscription = Optional.empty();

    @Mixin
    private Output output = new Output();

    public LocationCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        String path = "/subscriptions/" + Address.encode(Scope.subscription(session.env(), subscription))
                + "/locations?api-version=2021-04-01";
        Pages pages = new Pages(session, path, Integer.MAX_VALUE);
        if (output.json()) {
            pages.printJson();
        } else {
            Table table = new Table().key("NAME").column("SHOWN AS");
            pages.trees()
                    .forEach(location -> table.row(
                            Outline.scalar(location.path("name")), Outline.scalar(location.path("displayName"))));
            session.print(table);
        }
        return Exit.OK.code();
    }
}
