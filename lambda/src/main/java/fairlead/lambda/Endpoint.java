package fairlead.lambda;

import fairlead.host.CallLog;
import fairlead.lambda.Invocation.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/// A remote function, called by the Lambda Invoke API. Requests are not signed.
///
/// The address is that of an invocation: `http://host/2015-03-31/functions/NAME/invocations`.
final class Endpoint implements Invoker {

    private static final Duration CONNECTING = Duration.ofSeconds(5);

    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(CONNECTING)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    private final URI address;

    Endpoint(URI address) {
        this.address = address;
    }

    @Override
    public Outcome invoke(byte[] request, Duration budget, CallLog log) throws InterruptedException {
        if (budget.isNegative() || budget.isZero()) {
            return new Outcome.TimedOut();
        }
        HttpRequest.Builder post = HttpRequest.newBuilder(address)
                .timeout(budget)
                .header("Content-Type", "application/json")
                .header("X-Amz-Invocation-Type", "RequestResponse")
                .header("X-Amz-Log-Type", "Tail")
                .POST(BodyPublishers.ofByteArray(request));
        Tracing tracing = Tracing.of(log.trace());
        log.trace().headers().forEach(post::header);
        post.header("X-Amzn-Trace-Id", tracing.amazonHeader());
        tracing.clientContext().ifPresent(context -> post.header("X-Amz-Client-Context", base64(context)));
        try {
            HttpResponse<InputStream> response = client.send(post.build(), BodyHandlers.ofInputStream());
            response.headers().firstValue("X-Amz-Log-Result").ifPresent(tail -> print(tail, log));
            return outcome(response);
        } catch (HttpTimeoutException late) {
            return new Outcome.TimedOut();
        } catch (IOException failure) {
            return new Outcome.Unreachable(
                    String.valueOf(failure.getMessage() == null ? failure : failure.getMessage()));
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Outcome outcome(HttpResponse<InputStream> response) throws IOException {
        byte[] body;
        try (InputStream in = response.body()) {
            body = in.readNBytes(RuntimeApi.LARGEST_ANSWER + 1);
        }
        if (body.length > RuntimeApi.LARGEST_ANSWER) {
            return new Outcome.TooLarge();
        }
        if (response.statusCode() == 429) {
            return new Outcome.Busy("its endpoint asks to slow down");
        }
        if (response.statusCode() != 200) {
            return new Outcome.Unreachable("it answers with the status " + response.statusCode());
        }
        return response.headers()
                .firstValue("X-Amz-Function-Error")
                .<Outcome>map(kind -> RuntimeApi.functionError(kind, body))
                .orElseGet(() -> new Outcome.Answered(body));
    }

    private static void print(String tail, CallLog log) {
        try {
            new String(Base64.getDecoder().decode(tail), StandardCharsets.UTF_8)
                    .lines()
                    .forEach(log::line);
        } catch (IllegalArgumentException notBase64) {
            log.line(tail);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
