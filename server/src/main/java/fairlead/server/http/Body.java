package fairlead.server.http;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Reading the body of a request.
final class Body {

    private Body() {}

    static byte[] read(Request request, long limit) {
        long length = request.getLength();
        if (length == 0) {
            return new byte[0];
        }
        if (length <= limit) {
            try (InputStream stream = Content.Source.asInputStream(request)) {
                byte[] body = length < 0 ? stream.readNBytes((int) limit + 1) : stream.readNBytes((int) length);
                if (body.length <= limit) {
                    return body;
                }
            } catch (IOException brokenOff) {
                throw new ProblemException(
                        new Problem.MalformedBody("The request body ended early: " + brokenOff.getMessage()));
            }
        }
        throw new ProblemException(new Problem.BodyTooLarge(limit));
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

    static ObjectNode object(byte[] body, JsonMapper strict) {
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
        try {
            return strict.readTree(body);
        } catch (JacksonException wrong) {
            TokenStreamLocation at = wrong.getLocation();
            String place = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
            String reason = String.valueOf(wrong.getOriginalMessage())
                    .lines()
                    .findFirst()
                    .orElse("");
            throw new ProblemException(
                    new Problem.MalformedBody("The request body is not valid JSON" + place + ": " + reason));
        }
    }
}
