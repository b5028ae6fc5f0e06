package fairlead.cli.resource;

import fairlead.cli.address.Address;
import fairlead.cli.address.Scope;
import fairlead.cli.address.Target;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Session;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(name = "put", description = "Make a resource, or replace what is asked of an existing one.")
public final class PutCommand implements Callable<Integer> {

    private final Session session;

    @Mixin
    private Target target = new Target();

    @Mixin
    private Documents documents = new Documents();

    @Option(
            names = "--location",
            paramLabel = "NAME",
            description = "where it is to be (else as in the file, FAIRLEAD_LOCATION, or local)")
    private Optional<String> location = Optional.empty();

    @Option(names = "--if-match", paramLabel = "ETAG", description = "only if it is still as this ETag says; * for any")
    private Optional<String> ifMatch = Optional.empty();

    @Option(names = "--if-none-match", description = "only if there is none yet")
    private boolean ifNoneMatch;

    @Mixin
    private Replacing replacing = new Replacing();

    @Mixin
    private Previewed previewed = new Previewed();

    @Mixin
    private Change change = new Change();

    public PutCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        Address address = target.address(session);
        ObjectNode body = documents.body(session, documents.schema(session, address.type()));
        if (location.isPresent() || !body.has("location")) {
            body.put("location", Scope.location(session.env(), location));
        }
        if (!body.has("properties")) {
            body.putObject("properties");
        }
        return change.toBe(session, address, previewed.of(request(address, body)));
    }

    private Request request(Address address, ObjectNode body) {
        Request request = Documents.request(Request.Method.PUT, replacing.path(address.path()), body);
        Request matched = ifMatch.map(etag -> request.with("If-Match", etag)).orElse(request);
        return ifNoneMatch ? matched.with("If-None-Match", "*") : matched;
    }
}
