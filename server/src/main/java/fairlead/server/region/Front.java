package fairlead.server.region;

import fairlead.server.access.AccessControl;
import fairlead.server.access.cell.FrontTokens;
import fairlead.server.http.HttpServer;
import fairlead.server.http.Tls;
import fairlead.server.limit.Limits;
import fairlead.server.options.FrontOptions;
import fairlead.server.options.Listening;
import fairlead.server.problem.Languages;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.time.MonotonicTime;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A running front: constructs, starts and stops all its parts.
public final class Front implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Front.class);

    /// The cells have limits of their own; here only as many requests may wait as can be connected.
    private static final Limits.Settings LIMITS =
            new Limits.Settings(10_000_000, 10_000_000, 10_000_000, 10_000_000, 4096);

    private final HttpServer http;
    private final CellClient client;
    private final GroupDeletions deletions;
    private final TypeReplication types;
    private final Optional<AccessReplication> access;
    private final FrontSurface surface;
    private final URI url;

    private Front(
            FrontOptions options,
            HttpServer http,
            CellClient client,
            GroupDeletions deletions,
            TypeReplication types,
            Optional<AccessReplication> access,
            FrontSurface surface) {
        this.access = access;
        this.surface = surface;
        this.http = http;
        this.client = client;
        this.deletions = deletions;
        this.types = types;
        url = options.listening().url(http.port());
    }

    /// Starts one. Its cells need not run yet; if one does and is another than the options say, it is an
    /// [IllegalArgumentException].
    ///
    /// @param requestIds makes the ids of requests
    public static Front start(FrontOptions options, Clock clock, Supplier<UUID> requestIds) {
        Listening listening = options.listening();
        Optional<Tls> tls = listening.tls().map(https -> https.certificate(options.data(), listening.names(), clock));
        Languages languages = options.languages().map(Languages::with).orElseGet(Languages::shipped);
        HttpServer http =
                new HttpServer(new HttpServer.Settings(listening.host(), listening.port(), listening.publicUrl(), tls)
                        .reached(new HttpServer.Reach(listening.exposure(), Optional.empty(), false))
                        .speaking(languages));
        Optional<FrontTokens> tokens = options.key().map(file -> FrontTokens.read(file, clock));
        CellClient client = new CellClient(options.patience(), options.atOnce(), tokens);
        Cells cells = Cells.of(options.cells());
        new CellAgreement(cells, client).require();
        GroupDeletions deletions = new GroupDeletions(cells, client);
        FrontSurface surface = new FrontSurface(cells, client, deletions);
        http.start(
                List.of(surface),
                Front::problem,
                requestIds,
                Telemetry.none(),
                new Limits(LIMITS, MonotonicTime.system()),
                AccessControl.development());
        deletions.start();
        TypeReplication types = new TypeReplication(cells, client);
        types.start();
        Optional<AccessReplication> access = tokens.map(_ -> new AccessReplication(cells, client).start());
        Front front = new Front(options, http, client, deletions, types, access, surface);
        LOG.info("listening on {}, in front of {}", front.url(), cells.all());
        return front;
    }

    /// A cell that breaks off in the middle of its answer is the only failure of a request that is no bug.
    private static Problem problem(RuntimeException failure) {
        return failure instanceof UncheckedIOException
                ? new Problem.CellTrouble(
                        ProblemCode.LOCATION_DISCONNECTED, "A cell broke off in the middle of its answer.")
                : new Problem.Internal();
    }

    /// The address under which it can be called, without a slash at the end.
    public URI url() {
        return url;
    }

    /// Stops listening and lets requests finish.
    @Override
    public void close() {
        LOG.info("stopping");
        access.ifPresent(AccessReplication::close);
        types.close();
        deletions.close();
        surface.endWatching();
        http.close();
        client.close();
    }
}
