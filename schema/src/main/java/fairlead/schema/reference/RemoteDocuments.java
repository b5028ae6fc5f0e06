package fairlead.schema.reference;

import fairlead.schema.source.Notation;
import fairlead.schema.source.Source;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Documents on hosts that an operator allows by name, over HTTPS.
///
/// A host that leads into a private network is refused unless that is allowed, too; then plain HTTP is fine
/// as well. A redirect is followed to allowed hosts only.
public final class RemoteDocuments implements Documents, AutoCloseable {

    private static final int MOST_REDIRECTS = 3;

    private final Set<String> hosts;
    private final Limits limits;
    private @Nullable HttpClient client;

    /// @param privateAddresses whether hosts may have addresses that are not public
    public record Limits(int bytes, Duration time, boolean privateAddresses) {

        public static final Limits USUAL = new Limits(1 << 20, Duration.ofSeconds(10), false);
    }

    /// @param hosts the names of the allowed hosts, with a port where it is not the usual one
    public RemoteDocuments(Set<String> hosts, Limits limits) {
        this.hosts = Set.copyOf(hosts);
        this.limits = limits;
    }

    /// Made when it is first needed: most schemas need none.
    private synchronized HttpClient client() {
        HttpClient known = client;
        if (known == null) {
            known = HttpClient.newBuilder()
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(limits.time())
                    .build();
            client = known;
        }
        return known;
    }

    @Override
    public Lookup find(URI uri) {
        URI at = uri;
        long deadline = System.nanoTime() + limits.time().toNanos();
        for (int hops = 0; hops <= MOST_REDIRECTS; hops++) {
            Optional<String> refusal = refusal(at);
            if (refusal.isPresent()) {
                return Lookup.Missing.because(refusal.get());
            }
            Answer answer = get(at, deadline);
            switch (answer) {
                case Answer.Body(var content) -> {
                    return read(at, content);
                }
                case Answer.Elsewhere(var next) -> at = next;
                case Answer.Failed(var why) -> {
                    return Lookup.Missing.because(at.getHost() + " " + why);
                }
            }
        }
        return Lookup.Missing.because(uri.getHost() + " redirects too often");
    }

    private Optional<String> refusal(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (scheme.isEmpty() || uri.getHost() == null) {
            return Optional.of("it is on no host: its schema has no $id that is a URL");
        }
        boolean secure = scheme.equals("https") || (scheme.equals("http") && limits.privateAddresses());
        if (!secure) {
            return Optional.of("only https is fetched, not " + scheme);
        }
        String host = uri.getHost().toLowerCase(Locale.ROOT) + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
        if (!hosts.contains(host)) {
            return Optional.of("the host " + host + " is not allowed");
        }
        return limits.privateAddresses() ? Optional.empty() : privateAddress(uri.getHost());
    }

    private static Optional<String> privateAddress(String host) {
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (!PublicAddress.is(address)) {
                    return Optional.of("the host " + host + " has the private address " + address.getHostAddress());
                }
            }
            return Optional.empty();
        } catch (UnknownHostException e) {
            return Optional.of("there is no host " + host);
        }
    }

    private sealed interface Answer {

        record Body(byte[] content) implements Answer {}

        record Elsewhere(URI next) implements Answer {}

        record Failed(String why) implements Answer {}
    }

    private Answer get(URI uri, long deadline) {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Accept", "application/json")
                .timeout(limits.time())
                .build();
        // Sent in the background, because a time-out of the request alone does not end a slow body.
        CompletableFuture<HttpResponse<byte[]>> sent =
                client().sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), limits.bytes()));
        try {
            return answer(uri, sent.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            sent.cancel(true);
            return new Answer.Failed("did not answer within " + limits.time().toMillis() + " ms");
        } catch (InterruptedException e) {
            sent.cancel(true);
            Thread.currentThread().interrupt();
            return new Answer.Failed("was not waited for");
        } catch (ExecutionException e) {
            return new Answer.Failed("gave no document of at most " + limits.bytes() + " bytes: "
                    + (e.getCause() == null ? e : e.getCause()).getMessage());
        }
    }

    private static Answer answer(URI uri, HttpResponse<byte[]> response) {
        Optional<String> location = response.headers().firstValue("Location");
        if (response.statusCode() / 100 == 3 && location.isPresent()) {
            try {
                return new Answer.Elsewhere(uri.resolve(location.get()));
            } catch (IllegalArgumentException e) {
                return new Answer.Failed("redirects to no URL");
            }
        }
        return response.statusCode() == 200
                ? new Answer.Body(response.body())
                : new Answer.Failed("answered with the status " + response.statusCode());
    }

    private static Lookup read(URI uri, byte[] content) {
        return switch (Notation.of(Documents.fileName(uri), content).read(content)) {
            case Source.Document(var root, var _, var _) -> new Lookup.Found(root);
            case Source.Malformed(var fault) ->
                Lookup.Missing.because(uri + ":" + fault.position() + ": " + fault.message());
        };
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.shutdownNow();
        }
    }
}
