package fairlead.cli.http;

import fairlead.schema.text.DecimalMapper;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/// An answer of the server.
public final class Answer {

    /// Numbers keep their digits; a name given twice is a mistake.
    public static final JsonMapper MAPPER = new DecimalMapper(JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION));

    private final HttpResponse<byte[]> response;

    Answer(HttpResponse<byte[]> response) {
        this.response = response;
    }

    public int status() {
        return response.statusCode();
    }

    public URI url() {
        return response.uri();
    }

    public String method() {
        return response.request().method();
    }

    public Optional<String> header(String name) {
        return response.headers().firstValue(name);
    }

    public byte[] body() {
        return response.body();
    }

    public String text() {
        return new String(body(), StandardCharsets.UTF_8);
    }

    /// The body as a tree; a missing node if it is empty or no JSON.
    public JsonNode json() {
        if (body().length == 0) {
            return MissingNode.getInstance();
        }
        try {
            return MAPPER.readTree(body());
        } catch (JacksonException notJson) {
            return MissingNode.getInstance();
        }
    }

    /// How long the server asks to wait; whole seconds, as the protocol has it.
    public Optional<Duration> retryAfter() {
        return header("Retry-After")
                .filter(text -> text.matches("\\d{1,6}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }

    public boolean failed() {
        return status() >= 400;
    }
}
