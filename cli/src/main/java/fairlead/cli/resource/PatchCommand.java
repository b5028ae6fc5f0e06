package fairlead.cli.resource;

import fairlead.cli.address.Address;
import fairlead.cli.address.Target;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Session;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "patch",
        description = "Change what is named of a resource and leave the rest; a null takes a property away.")
public final class PatchCommand implements Callable<Integer> {

    private final Session session;

    @Mixin
    private Target target = new Target();

    @Mixin
    private Documents documents = new Documents();

    @Option(names = "--if-match", paramLabel = "ETAG", description = "only if it is still as this ETag says")
    private Optional<String> ifMatch = Optional.empty();

    @Mixin
    private Replacing replacing = new Replacing();

    @Mixin
    private Previewed previewed = new Previewed();

    @Mixin
    private Change change = new Change();

    public PatchCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        Address address = target.address(session);
        var body = documents.body(session, documents.schema(session, address.type()));
        Request request = Documents.request(Request.Method.PATCH, replacing.path(address.path()), body);
        return change.toBe(
                session,
                address,
                previewed.of(ifMatch.map(etag -> request.with("If-Match", etag)).orElse(request)));
    }
}
