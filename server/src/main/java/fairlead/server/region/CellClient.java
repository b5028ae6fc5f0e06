package fairlead.server.region;

import fairlead.server.access.cell.FrontTokens;
import fairlead.server.problem.Code;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.node.ObjectNode;

/// Sends requests to cells. If a cell does not answer, the caller gets a problem that names the cell's locations.
///
/// The number of requests at once is limited for each cell: a cell that hangs does not use up the connections of
/// the others. An idempotent request that could not be connected is tried again once. A request that was sent is
/// never repeated here.
final class CellClient implements AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration PERMIT_WAIT = Duration.ofSeconds(1);

    /// How often it is looked whether the caller is still there.
    private static final Duration LOOK = Duration.ofMillis(500);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();
    private final Map<Cell, Semaphore> permits = new ConcurrentHashMap<>();
    private final Duration patience;
    private final int atOnce;
    private final Optional<FrontTokens> tokens;

    /// @param patience how long a cell may take to begin its answer
    /// @param atOnce how many requests a cell gets at a time
    /// @param tokens by which cells know that it is a front that asks, where callers have to sign in
    CellClient(Duration patience, int atOnce, Optional<FrontTokens> tokens) {
        this.tokens = tokens;
        this.patience = patience;
        this.atOnce = atOnce;
    }

    /// Whether callers have to sign in.
    boolean signsIn() {
        return tokens.isPresent();
    }

    /// The cell's answer.
    CellResponse send(Cell cell, CellRequest call) {
        return send(cell, call, patience);
    }

    /// The cell's answer, for which it may take as long as that.
    CellResponse send(Cell cell, CellRequest call, Duration limit) {
        Semaphore permit = permits.computeIfAbsent(cell, _ -> new Semaphore(atOnce));
        try {
            if (!permit.tryAcquire(PERMIT_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw trouble(ProblemCode.LOCATION_BUSY, cell, "has too many requests under way already");
            }
        } catch (InterruptedException interrupted) {
            throw stopped(cell, interrupted);
        }
        boolean answered = false;
        try {
            HttpResponse<InputStream> response = exchange(cell, call, limit);
            answered = true;
            return new CellResponse(
                    response.statusCode(), response.headers(), new PermitReleasingBody(response.body(), permit));
        } finally {
            if (!answered) {
                permit.release();
            }
        }
    }

    private HttpResponse<InputStream> exchange(Cell cell, CellRequest call, Duration limit) {
        try {
            try {
                return once(cell, call, limit);
            } catch (ConnectException notThere) {
                if (!call.idempotent() || call.body() instanceof CellRequest.Body.Flow) {
                    throw notThere;
                }
                return once(cell, call, limit);
            }
        } catch (HttpConnectTimeoutException | ConnectException notThere) {
            throw trouble(ProblemCode.LOCATION_UNAVAILABLE, cell, "can't be reached; nothing was changed in it");
        } catch (HttpTimeoutException slow) {
            String seconds = limit.toSeconds() + " seconds";
            throw trouble(ProblemCode.LOCATION_TIMEOUT, cell, "has not answered in " + seconds + "; it may answer yet");
        } catch (AbandonedException left) {
            throw new ProblemException(new Problem.RequestTimeout());
        } catch (IOException broken) {
            throw trouble(ProblemCode.LOCATION_DISCONNECTED, cell, "broke off; it may have done what was asked");
        } catch (InterruptedException interrupted) {
            throw stopped(cell, interrupted);
        }
    }

    private HttpResponse<InputStream> once(Cell cell, CellRequest call, Duration limit)
            throws IOException, InterruptedException {
        URI address = address(cell, call);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address).timeout(limit).method(call.method(), publisher(call.body()));
        call.headers().forEach(header -> request.header(header.getKey(), header.getValue()));
        tokens.ifPresent(known -> sign(known, address, call, request));
        return attended(http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofInputStream()), call.abandoned());
    }

    private static void sign(FrontTokens tokens, URI address, CellRequest call, HttpRequest.Builder request) {
        String path = address.getRawPath().isEmpty() ? "/" : address.getRawPath();
        String target = address.getRawQuery() == null ? path : path + "?" + address.getRawQuery();
        if (call.passed().isPresent()) {
            request.header(
                    FrontTokens.HEADER,
                    tokens.passing(call.method(), target, call.passed().get()));
        } else {
            request.header("Authorization", tokens.own(call.method(), target));
        }
    }

    /// The answer; if the caller no longer waits for it, the request is aborted, and the cell notices.
    private static HttpResponse<InputStream> attended(
            CompletableFuture<HttpResponse<InputStream>> answer, BooleanSupplier abandoned)
            throws IOException, InterruptedException {
        try {
            while (!answer.isCancelled()) {
                try {
                    return answer.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                } catch (TimeoutException notYet) {
                    if (abandoned.getAsBoolean()) {
                        answer.cancel(true);
                    }
                }
            }
            throw new AbandonedException();
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof IOException known ? known : new IOException(failure.getCause());
        } catch (InterruptedException interrupted) {
            answer.cancel(true);
            throw interrupted;
        }
    }

    private static final class AbandonedException extends IOException {
        private static final long serialVersionUID = 1;

        AbandonedException() {
            super("the caller has gone");
        }
    }

    private static URI address(Cell cell, CellRequest call) {
        try {
            return URI.create(cell.url() + call.target());
        } catch (IllegalArgumentException wrong) {
            throw new ProblemException(
                    new Problem.BadRequest(ProblemCode.INVALID_URI, "The address is malformed: " + wrong.getMessage()));
        }
    }

    private static BodyPublisher publisher(CellRequest.Body body) {
        return switch (body) {
            case CellRequest.Body.None() -> BodyPublishers.noBody();
            case CellRequest.Body.Bytes(var bytes) -> BodyPublishers.ofByteArray(bytes);
            case CellRequest.Body.Flow(var bytes, var length) when length == 0 -> BodyPublishers.noBody();
            case CellRequest.Body.Flow(var bytes, var length)
            when length > 0 -> BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(() -> bytes), length);
            case CellRequest.Body.Flow(var bytes, var _) -> BodyPublishers.ofInputStream(() -> bytes);
        };
    }

    /// Asks a question of the front's own. The answer as JSON; a refusal is passed on as a problem.
    ObjectNode ask(Cell cell, String method, String target, Optional<byte[]> json) {
        try (CellResponse answer = send(cell, CellRequest.own(method, target, json))) {
            ObjectNode body = answer.json();
            if (answer.succeeded()) {
                return body;
            }
            throw new ProblemException(new Problem.OfCell(
                    answer.status(),
                    Code.parse(body.at("/error/code").asString(ProblemCode.INTERNAL_SERVER_ERROR.text())),
                    body.at("/error/message").asString("The cell of " + cell.name() + " has failed.")));
        }
    }

    private static ProblemException stopped(Cell cell, InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        ProblemException stopped = trouble(ProblemCode.LOCATION_UNAVAILABLE, cell, "was not asked: the front stops");
        stopped.addSuppressed(interrupted);
        return stopped;
    }

    private static ProblemException trouble(ProblemCode code, Cell cell, String what) {
        return new ProblemException(new Problem.CellTrouble(
                code,
                "The location '" + String.join("', '", cell.locations()) + "' " + what
                        + ". Other locations are served."));
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    /// A body that releases the permit of its request when it is closed.
    private static final class PermitReleasingBody extends FilterInputStream {

        private final Semaphore permit;
        private final AtomicBoolean over = new AtomicBoolean();

        PermitReleasingBody(InputStream body, Semaphore permit) {
            super(body);
            this.permit = permit;
        }

        @Override
        public void close() throws IOException {
            if (over.compareAndSet(false, true)) {
                permit.release();
            }
            super.close();
        }
    }
}
