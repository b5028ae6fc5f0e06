package fairlead.server.login;

import fairlead.server.access.Asked;
import fairlead.server.access.identity.token.Authority;
import fairlead.server.access.identity.token.Devices;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// How a program without a browser signs in as a person, who approves it elsewhere.
///
/// | address | asked by |
/// |---|---|
/// | `POST /adfs/oauth2/devicecode`, `/{tenant}/oauth2/v2.0/devicecode` | the program: `az login --use-device-code` |
/// | `GET /device` | the person, who is told how to approve it |
/// | `GET`, `POST /fairlead/device/{code}` | what would be approved; `{"approved"}` decides |
public final class DeviceSurface implements Surface {

    private static final String PAGE = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <title>Approve a device</title>
        <h1>Approve a device</h1>
        <p>A program asks to act for you. If you have just started it yourself, and it shows the same code, approve it
        in a terminal in which you are signed in:</p>
        <pre>fairlead device approve CODE</pre>
        <p>If you have not started it, leave it alone: the one who sent you the code would get what you may do.</p>
        </html>
        """;
    /// Every request is asked whether it ends so.
    private static final String END = "/devicecode";

    private static final Set<String> READING = Set.of("GET");
    private static final Set<String> DECIDING = Set.of("GET", "POST");
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Devices devices;
    private final Optional<Authority> authority;

    /// @param authority gives devices their codes; empty in development mode, where every caller gets a token
    public DeviceSurface(Devices devices, Optional<Authority> authority) {
        this.devices = devices;
        this.authority = authority;
    }

    @Override
    public boolean serves(Request request) {
        String path = request.path();
        return path.equals("/device") || path.startsWith("/fairlead/device/") || asksForCode(path);
    }

    private boolean asksForCode(String path) {
        if (authority.isEmpty() || !path.regionMatches(true, path.length() - END.length(), END, 0, END.length())) {
            return false;
        }
        String lower = path.toLowerCase(Locale.ROOT);
        return lower.equals("/adfs/oauth2/devicecode") || lower.endsWith("/oauth2/v2.0/devicecode");
    }

    @Override
    public Asked asks(Request request) {
        return request.path().startsWith("/fairlead/") ? Asked.KNOWN : Asked.NOTHING;
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        if (asksForCode(request.path())) {
            return code(request);
        }
        List<String> path = request.segments();
        Set<String> methods = path.size() == 1 ? READING : DECIDING;
        if (!methods.contains(request.method())) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        if (path.size() == 1) {
            return Response.of(200, "text/html; charset=utf-8", PAGE.getBytes(StandardCharsets.UTF_8))
                    .with("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
                    .with("X-Content-Type-Options", "nosniff");
        }
        if (path.size() != 3) {
            throw new ProblemException(
                    new Problem.NotFound(ProblemCode.NOT_FOUND, "There is nothing at '" + request.path() + "'."));
        }
        return request.method().equals("GET") ? shown(devices.show(path.get(2))) : decided(request, path.get(2));
    }

    private Response decided(Request request, String code) {
        JsonNode approved = request.object(STRICT).path("approved");
        if (!approved.isBoolean()) {
            throw new ProblemException(
                    Problem.InvalidBody.of("device.approved", "expected true or false", "/approved"));
        }
        return shown(devices.decide(request.caller(), code, approved.asBoolean()));
    }

    private static Response shown(Devices.Shown shown) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("code", shown.userCode());
        json.put("client", shown.client());
        json.put("address", shown.address());
        json.put("askedAt", shown.askedAt().toString());
        return json(200, json.put("ends", shown.ends().toString()));
    }

    /// "Device Authorization Response" of "RFC 8628".
    private Response code(Request request) {
        if (!request.method().equals("POST")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        Optional<Authority.DeviceCode> made =
                authority.orElseThrow().device(request.form(), request.caller().address());
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (made.isEmpty()) {
            json.put("error", "unauthorized_client");
            return json(400, json.put("error_description", "The client may not ask for device codes."));
        }
        Authority.DeviceCode code = made.get();
        String url = request.baseUrl() + "/device";
        json.put("device_code", code.deviceCode());
        json.put("user_code", code.userCode());
        json.put("verification_uri", url).put("verification_url", url);
        json.put("expires_in", code.validity().toSeconds());
        json.put("interval", code.interval().toSeconds());
        json.put(
                "message",
                "To sign in, approve the code " + code.userCode() + " where you are signed in: fairlead device approve "
                        + code.userCode() + " (see " + url + ").");
        return json(200, json).with("Cache-Control", "no-store");
    }

    private static Response json(int status, ObjectNode body) {
        return Response.json(status, JsonMapper.shared().writeValueAsBytes(body));
    }
}
