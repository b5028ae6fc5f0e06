package fairlead.server.http;

import fairlead.schema.text.JsonMistake;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Reads the body of a request and checks it against its checksums.
public final class Body {

    private static final int FIRST_PART = 64 << 10;

    /// 64 KiB a second.
    private static final long NANOS_A_BYTE = 1_000_000_000L / (64 << 10);

    private Body() {}

    /// The body; a problem if it is larger than allowed, or not what its checksums say.
    ///
    /// @param patience for all of it; large bodies have longer
    static byte[] read(Request request, long limit, Duration patience, BodyLimits limits) {
        byte[] body = sent(request, limit, patience, limits);
        Checksums.requireSent(request.getHeaders(), request.getTrailers(), body);
        return body;
    }

    private static byte[] sent(Request request, long limit, Duration patience, BodyLimits limits) {
        long length = request.getLength();
        if (length == 0) {
            return new byte[0];
        }
        if (length <= limit) {
            try (InputStream stream = Content.Source.asInputStream(request)) {
                byte[] body = read(stream, (int) (length < 0 ? limit + 1 : length), patience, limits);
                if (body.length <= limit) {
                    return body;
                }
            } catch (IOException brokenOff) {
                throw new ProblemException(
                        isTimeout(brokenOff)
                                ? new Problem.RequestTimeout()
                                : new Problem.MalformedBody("The request body ended early: " + brokenOff.getMessage()));
            }
        }
        throw new ProblemException(new Problem.BodyTooLarge(limit));
    }

    /// At most so many bytes. The connection notices when nothing comes at all; here it shows when it comes too
    /// slowly, so that no caller can keep a request open by a byte now and then.
    private static byte[] read(InputStream stream, int most, Duration patience, BodyLimits limits) throws IOException {
        long begin = System.nanoTime();
        byte[] body = new byte[Math.min(most, FIRST_PART)];
        if (!BodyLimits.isSmall(body.length)) {
            limits.take(body.length);
        }
        int length = 0;
        for (int read = 0; read >= 0 && length < most; ) {
            length += read;
            long allowed = patience.toNanos() + length * NANOS_A_BYTE;
            if (System.nanoTime() - begin > allowed) {
                throw new ProblemException(new Problem.RequestTimeout());
            }
            if (length == body.length && length < most) {
                int larger = (int) Math.min(most, 2L * length);
                limits.take(larger - length);
                body = Arrays.copyOf(body, larger);
            }
            read = length < most ? stream.read(body, length, body.length - length) : -1;
        }
        return length == body.length ? body : Arrays.copyOf(body, length);
    }

    private static boolean isTimeout(@Nullable Throwable failure) {
        return failure instanceof TimeoutException || (failure != null && isTimeout(failure.getCause()));
    }

    /// `application/json`, or a type whose suffix says that it is JSON.
    static boolean isJson(@Nullable String contentType) {
        if (contentType == null) {
            return false;
        }
        int end = contentType.indexOf(';');
        String type =
                (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        return type.equals("application/json") || (type.startsWith("application/") && type.endsWith("+json"));
    }

    /// The body as a JSON object of whole characters; a problem if it is anything else.
    ///
    /// @param strict finds what it does not accept, a duplicate key for example
    public static ObjectNode object(byte[] body, JsonMapper strict) {
        JsonNode json = parse(body, strict);
        if (json instanceof ObjectNode object) {
            return object;
        }
        throw new ProblemException(new Problem.MalformedBody(
                json.isMissingNode()
                        ? "The request has no body; expected a JSON object."
                        : "The request body is a JSON "
                                + json.getNodeType().name().toLowerCase(Locale.ROOT) + "; expected an object."));
    }

    private static JsonNode parse(byte[] body, JsonMapper strict) {
        TextRules.requireUtf8(body);
        try {
            JsonNode json = strict.readTree(body);
            TextRules.requireNoZero(body, json);
            if (Surrogates.isAnyAlone(body, json)) {
                throw new ProblemException(new Problem.MalformedBody(
                        "The request body has half of a surrogate pair in a text, which is no character."));
            }
            return json;
        } catch (JacksonException wrong) {
            TokenStreamLocation at = wrong.getLocation();
            String place = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
            throw new ProblemException(new Problem.MalformedBody(
                    "The request body is not valid JSON" + place + ": " + JsonMistake.of(wrong), pointer(wrong)));
        }
    }

    /// How far the parser has come.
    private static String pointer(JacksonException wrong) {
        return wrong.processor() instanceof JsonParser parser
                ? parser.streamReadContext().pathAsPointer().toString()
                : "";
    }
}
