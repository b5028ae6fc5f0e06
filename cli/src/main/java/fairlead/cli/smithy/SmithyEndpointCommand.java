package fairlead.cli.smithy;

import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Table;
import fairlead.smithy.client.Auth;
import fairlead.smithy.client.Client;
import fairlead.smithy.client.Connection;
import fairlead.smithy.client.Credentials;
import fairlead.smithy.endpoint.DiscoveryTraits;
import fairlead.smithy.endpoint.DiscoveryTraits.Discovered;
import fairlead.smithy.endpoint.Endpoint;
import fairlead.smithy.endpoint.EndpointsRefused;
import fairlead.smithy.endpoint.Lookup;
import fairlead.smithy.endpoint.ServiceDirectory;
import fairlead.smithy.protocol.Protocol;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.smithy.aws.traits.auth.SigV4Trait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;

/// Shows which operations of a model have endpoints of their own, and how a client finds them.
@Command(
        name = "endpoint",
        description = "List the operations whose endpoints a client discovers, and what it asks for them.",
        footer = {"", "It exits with 3 if the model has no such operation, and with 1 if the service does not tell."})
final class SmithyEndpointCommand implements Callable<Integer> {

    private static final long LARGEST = 1 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Session session;

    @Mixin
    private ModelFiles files = new ModelFiles();

    @Option(names = "--service", paramLabel = "NAME", description = "only the operations of this service")
    private String service = "";

    @Option(names = "--operation", paramLabel = "NAME", description = "only this operation")
    private Optional<String> operation = Optional.empty();

    @Option(
            names = "--input",
            paramLabel = "MEMBER=VALUE",
            description = "a member of the operation's input that tells which endpoint")
    private Map<String, String> input = new LinkedHashMap<>();

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description =
                    "the service's standard endpoint: ask it, and list the endpoints it answers with. The request is"
                            + " signed with AWS_ACCESS_KEY_ID and its companions, if they are set and the model wants a"
                            + " signature")
    private Optional<URI> endpoint = Optional.empty();

    SmithyEndpointCommand(Session session) {
        this.session = session;
    }

    /// An operation with an endpoint of its own.
    private record Row(ServiceShape service, DiscoveryTraits traits, ShapeId operation) {

        Discovered discovered() {
            return Optional.ofNullable(traits.discovered().get(operation)).orElseThrow();
        }

        Lookup lookup(Map<String, String> input) {
            return traits.lookup(operation, member -> Optional.ofNullable(input.get(member)));
        }
    }

    @Override
    public Integer call() {
        Model model = files.sound(session);
        List<Row> rows = SmithyCommand.services(model, service).stream()
                .flatMap(shape -> rows(model, shape))
                .toList();
        if (rows.isEmpty()) {
            throw new Refused(
                    Exit.NOT_FOUND,
                    "the model has no operation"
                            + operation.map(name -> " " + name).orElse("") + " whose endpoint is discovered");
        }
        session.print(endpoint.isPresent() ? asked(model, only(rows), endpoint.get()) : told(rows));
        return Exit.OK.code();
    }

    private Table told(List<Row> rows) {
        Table table = new Table()
                .key("OPERATION")
                .column("NEEDS IT")
                .column("TOLD APART BY")
                .column("ASKS")
                .column("WITH");
        for (Row row : rows) {
            table.row(
                    row.operation().getName(),
                    row.discovered().required() ? "yes" : "no",
                    String.join(", ", row.discovered().identifiers()),
                    row.traits().operation().getName(),
                    row.lookup(input).input().toString());
        }
        return table;
    }

    private static Row only(List<Row> rows) {
        if (rows.size() > 1) {
            throw new Refused(Exit.USAGE, "say by --operation which one is to be called: there are " + rows.size());
        }
        return rows.getFirst();
    }

    private Table asked(Model model, Row row, URI standard) {
        Protocol protocol = Protocol.of(model, row.service())
                .orElseThrow(() -> new Refused(
                        Exit.INVALID,
                        "the model has no protocol that is known here for "
                                + row.service().getId()));
        OperationShape question = model.expectShape(row.traits().operation(), OperationShape.class);
        Table table = new Table().key("ADDRESS").column("MINUTES");
        try (Connection connection = new Connection(LARGEST)) {
            Client client = new Client(
                    protocol,
                    connection,
                    standard,
                    auth(row.service()),
                    PATIENCE,
                    session.env().clock());
            for (Endpoint found :
                    new ServiceDirectory(client, question).describe(row.lookup(input), variable("AWS_ACCESS_KEY_ID"))) {
                table.row(
                        found.address().toString(), Long.toString(found.period().toMinutes()));
            }
        } catch (EndpointsRefused refused) {
            throw new Refused(Exit.FAILED, "the service refused: " + refused.getMessage());
        } catch (UncheckedIOException unreachable) {
            throw new Refused(Exit.UNREACHABLE, String.valueOf(unreachable.getMessage()));
        }
        return table;
    }

    private Auth auth(ServiceShape service) {
        String key = variable("AWS_ACCESS_KEY_ID");
        String region = variable("AWS_REGION").isEmpty() ? variable("AWS_DEFAULT_REGION") : variable("AWS_REGION");
        Optional<String> token = Optional.of(variable("AWS_SESSION_TOKEN")).filter(text -> !text.isEmpty());
        return service.getTrait(SigV4Trait.class)
                .filter(_ -> !key.isEmpty())
                .<Auth>map(trait -> new Auth.SigV4(
                        region, trait.getName(), new Credentials(key, variable("AWS_SECRET_ACCESS_KEY"), token)))
                .orElseGet(Auth.None::new);
    }

    private String variable(String name) {
        return session.env().variable(name).orElse("");
    }

    private Stream<Row> rows(Model model, ServiceShape shape) {
        return DiscoveryTraits.of(model, shape).stream()
                .flatMap(traits -> traits.discovered().keySet().stream()
                        .filter(id -> operation.isEmpty() || operation.get().equals(id.getName()))
                        .sorted()
                        .map(id -> new Row(shape, traits, id)));
    }
}
