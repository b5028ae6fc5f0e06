package fairlead.smithy.client;

import fairlead.smithy.protocol.Headers;
import fairlead.smithy.protocol.HttpAnswer;
import fairlead.smithy.protocol.HttpCall;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Sends requests over HTTP. Redirections are not followed: a signature counts for one address.
public final class Connection implements AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(10);

    /// What the JDK's client sets by itself.
    private static final Set<String> RESTRICTED = restricted();

    private final HttpClient http;
    private final long largest;

    /// @param largest answer that is accepted, in bytes
    public Connection(long largest) {
        this.largest = largest;
        this.http = HttpClient.newBuilder()
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    private static Set<String> restricted() {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(Set.of("Host", "Content-Length", "Connection", "Expect", "Upgrade"));
        return names;
    }

    /// The answer, which has come whole within that time.
    ///
    /// @throws TransportException if none came
    HttpAnswer send(HttpCall call, URI address, Duration within) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(within)
                .method(
                        call.method(),
                        call.sendsBody() ? BodyPublishers.ofByteArray(call.body()) : BodyPublishers.noBody());
        call.headers().values().forEach((name, values) -> {
            if (!RESTRICTED.contains(name)) {
                values.forEach(value -> request.header(name, value));
            }
        });
        CompletableFuture<HttpResponse<byte[]>> sent =
                http.sendAsync(request.build(), BodyHandlers.limiting(BodyHandlers.ofByteArray(), largest));
        try {
            HttpResponse<byte[]> response = sent.get(within.toMillis(), TimeUnit.MILLISECONDS);
            return new HttpAnswer(
                    response.statusCode(), new Headers(response.headers().map()), response.body());
        } catch (TimeoutException late) {
            sent.cancel(true);
            throw failure(TransportException.Kind.TIMEOUT, address, "did not answer within " + within, late);
        } catch (InterruptedException interrupted) {
            sent.cancel(true);
            Thread.currentThread().interrupt();
            throw failure(TransportException.Kind.TIMEOUT, address, "was given up", interrupted);
        } catch (ExecutionException failed) {
            throw failure(address, failed.getCause() == null ? failed : failed.getCause());
        }
    }

    private static TransportException failure(URI address, Throwable cause) {
        return switch (cause) {
            case ConnectException refused ->
                failure(TransportException.Kind.UNREACHABLE, address, "can't be reached", refused);
            case HttpConnectTimeoutException slow ->
                failure(TransportException.Kind.UNREACHABLE, address, "can't be reached", slow);
            case java.net.http.HttpTimeoutException late ->
                failure(TransportException.Kind.TIMEOUT, address, "did not answer in time", late);
            case IOException broken
            when isTooLarge(broken) ->
                failure(TransportException.Kind.TOO_LARGE, address, "answered more than is accepted", broken);
            default -> failure(TransportException.Kind.BROKEN, address, "broke the connection", cause);
        };
    }

    private static boolean isTooLarge(IOException failure) {
        return String.valueOf(failure.getMessage()).contains("exceeds");
    }

    private static TransportException failure(TransportException.Kind kind, URI address, String what, Throwable cause) {
        return new TransportException(kind, address.getScheme() + "://" + address.getAuthority() + " " + what, cause);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
