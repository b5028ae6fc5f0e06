package fairlead.server.login;

import fairlead.server.access.AccessRecords;
import fairlead.server.access.Asked;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.identity.token.Authority;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.limit.FailedAttempts;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A cloud that the `az` command can be pointed at without a directory service.
///
/// | address | asked by |
/// |---|---|
/// | `GET /metadata/endpoints` | `az cloud register --endpoint-resource-manager URL` |
/// | `/msi/token` | `az login --identity` with `IDENTITY_ENDPOINT=URL/msi/token` and any `IDENTITY_HEADER`; older ones
/// with `MSI_ENDPOINT` |
/// | `/adfs/.well-known/openid-configuration`, `POST /adfs/oauth2/token` | `az login --service-principal` |
/// | `GET /tenants` | every login |
///
/// Tokens carry no signature. They are for development mode, which takes requests without any.
public final class LoginSurface implements Surface {

    /// The tenant of development mode.
    public static final String TENANT = "00000000-0000-0000-0000-000000000000";

    /// All addresses.
    public static final Set<String> ADDRESSES = Set.of(
            "/metadata/endpoints",
            "/tenants",
            "/msi/token",
            "/adfs/.well-known/openid-configuration",
            "/adfs/discovery/keys",
            "/adfs/oauth2/token");

    /// The query options of the addresses of tokens; the others have none.
    public static final Set<String> QUERY_OPTIONS = Set.of("resource");

    private static final Set<String> ROOTS = Set.of("metadata", "tenants", "msi", "adfs");
    private static final Set<String> READING = Set.of("GET");
    private static final Set<String> ASKING = Set.of("GET", "POST");
    private static final Map<String, String> OF_TENANTS = Map.of(
            "/v2.0/.well-known/openid-configuration",
            "/adfs/.well-known/openid-configuration",
            "/oauth2/v2.0/token",
            "/adfs/oauth2/token",
            "/discovery/v2.0/keys",
            "/adfs/discovery/keys");
    private static final Duration VALID = Duration.ofHours(24);
    private static final int LONGEST_CLIENT = 128;
    private static final String TOKEN = "/adfs/oauth2/token";

    /// What a device is told that is not approved yet: it is no failed attempt.
    private static final Set<String> WAITING = Set.of("authorization_pending", "slow_down");

    private final Clock clock;
    private final Optional<Authority> authority;
    private final AccessRecords records;
    private final FailedAttempts attempts;

    /// @param authority gives tokens to service principals; empty in development mode, where everybody gets one
    /// @param attempts of clients from their addresses
    public LoginSurface(Clock clock, Optional<Authority> authority, FailedAttempts attempts) {
        this(clock, authority, attempts, AccessRecords.NONE);
    }

    private LoginSurface(Clock clock, Optional<Authority> authority, FailedAttempts attempts, AccessRecords records) {
        this.attempts = attempts;
        this.clock = clock;
        this.authority = authority;
        this.records = records;
    }

    /// The same, which tells there who was given a token and who was not.
    public LoginSurface telling(AccessRecords others) {
        return new LoginSurface(clock, authority, attempts, others);
    }

    @Override
    public boolean serves(Request request) {
        List<String> path = request.segments();
        return !path.isEmpty() && (ROOTS.contains(path.getFirst().toLowerCase(Locale.ROOT)) || isOfTenant(path));
    }

    /// As Entra has them, with the tenant in front.
    private boolean isOfTenant(List<String> path) {
        return authority.isPresent() && path.size() > 1 && OF_TENANTS.containsKey(rest(path));
    }

    private static String rest(List<String> path) {
        return "/" + String.join("/", path.subList(1, path.size())).toLowerCase(Locale.ROOT);
    }

    @Override
    public Asked asks(Request request) {
        List<String> path = request.segments();
        return path.getFirst().equalsIgnoreCase("tenants") ? Asked.KNOWN : Asked.NOTHING;
    }

    @Override
    public String door() {
        return "login";
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        List<String> segments = request.segments();
        String written = "/" + String.join("/", segments).toLowerCase(Locale.ROOT);
        String path = isOfTenant(segments) ? OF_TENANTS.getOrDefault(rest(segments), written) : written;
        if (authority.isPresent() && path.equals(TOKEN)) {
            return granted(request, authority.get());
        }
        if (authority.isPresent() && path.equals("/msi/token")) {
            throw nothing(request);
        }
        return switch (path) {
            case "/adfs/discovery/keys" -> only(READING, request, keys());
            case "/metadata/endpoints" -> only(READING, request, endpoints(request));
            case "/tenants" -> only(READING, request, tenants());
            case "/msi/token", TOKEN -> only(ASKING, request, token(request));
            case "/adfs/.well-known/openid-configuration" -> only(READING, request, directory(request));
            default -> throw nothing(request);
        };
    }

    private static ProblemException nothing(Request request) {
        return new ProblemException(
                new Problem.NotFound(ProblemCode.NOT_FOUND, "There is nothing at '" + request.path() + "'."));
    }

    /// Development mode signs nothing, and has no keys.
    private ObjectNode keys() {
        return authority
                .map(own -> (ObjectNode) JsonMapper.shared().readTree(own.keys()))
                .orElseGet(() -> {
                    ObjectNode none = object();
                    none.putArray("keys");
                    return none;
                });
    }

    /// The token endpoint ("RFC 6749", "Issuing an Access Token").
    private Response granted(Request request, Authority giving) {
        if (!request.method().equals("POST")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        ObjectNode json = object();
        Map<String, String> form = request.form();
        String client = request.caller().address() + " " + form.getOrDefault("client_id", "");
        attempts.pause(client).ifPresent(pause -> {
            throw new ProblemException(new Problem.TooManyRequests("failed sign-ins", pause));
        });
        Authority.Grant grant = giving.token(form, request.baseUrl());
        boolean waits = grant instanceof Authority.Grant.Refused(var error, var _) && WAITING.contains(error);
        if (!waits) {
            records.done(request.caller(), deed(form, grant));
        }
        return switch (grant) {
            case Authority.Grant.Token(var token, var validity) -> {
                attempts.succeeded(client);
                json.put("token_type", "Bearer");
                json.put("access_token", token);
                json.put("expires_in", validity.toSeconds());
                json.put("ext_expires_in", validity.toSeconds());
                yield json(json).with("Cache-Control", "no-store");
            }
            case Authority.Grant.Session session -> {
                attempts.succeeded(client);
                json.put("token_type", "Bearer");
                json.put("access_token", session.token());
                json.put("expires_in", session.validity().toSeconds());
                json.put("ext_expires_in", session.validity().toSeconds());
                json.put("scope", request.baseUrl() + "//.default offline_access openid profile");
                json.put("refresh_token", session.refresh());
                json.put("id_token", session.identity());
                json.put("client_info", session.clientInfo());
                yield json(json).with("Cache-Control", "no-store");
            }
            case Authority.Grant.Refused(var error, var description) -> {
                if (!waits) {
                    attempts.failed(client);
                }
                json.put("error", error).put("error_description", description);
                int status = error.equals("invalid_client") ? 401 : 400;
                yield Response.json(status, JsonMapper.shared().writeValueAsBytes(json))
                        .with("Cache-Control", "no-store");
            }
        };
    }

    /// What of it is recorded: neither what the client has shown nor the token.
    private static AuditTrail.Deed deed(Map<String, String> form, Authority.Grant grant) {
        String client = form.getOrDefault("client_id", "");
        String known = client.length() > LONGEST_CLIENT ? client.substring(0, LONGEST_CLIENT) : client;
        ObjectNode parameters = object().put("clientId", known);
        parameters.put("grantType", form.containsKey("client_assertion") ? "client_assertion" : "client_secret");
        AuditTrail.Deed deed = AuditTrail.Deed.managing(
                "IssueToken",
                "",
                "",
                "/fairlead/tokens/" + known,
                "Fairlead.Control/tokens",
                JsonMapper.shared().writeValueAsBytes(parameters));
        return grant instanceof Authority.Grant.Refused(var error, var description)
                ? deed.with(AuditTrail.Deed.Details.refused(error, description + " (" + known + ")"))
                : deed;
    }

    private static Response only(Set<String> methods, Request request, ObjectNode body) {
        return methods.contains(request.method())
                ? json(body)
                : ErrorDocument.response(request, new Problem.MethodNotAllowed(request.method()))
                        .with(
                                "Allow",
                                String.join(", ", methods.stream().sorted().toList()));
    }

    private static Response json(ObjectNode body) {
        return Response.json(200, JsonMapper.shared().writeValueAsBytes(body));
    }

    /// The names of the first version that clients ask for, and of later ones.
    private static ObjectNode endpoints(Request request) {
        String url = request.baseUrl();
        ObjectNode json = object();
        json.put("name", "Fairlead");
        json.put("resourceManager", url + "/");
        json.put("galleryEndpoint", url + "/").put("gallery", url + "/");
        json.put("graphEndpoint", url + "/").put("graph", url + "/");
        json.put("microsoftGraphResourceId", url + "/");
        json.put("portalEndpoint", url + "/").put("portal", url + "/");
        ObjectNode authentication = json.putObject("authentication");
        authentication.put("loginEndpoint", url + "/adfs");
        authentication.put("tenant", "adfs");
        authentication.put("identityProvider", "ADFS");
        authentication.putArray("audiences").add(url + "/");
        json.putObject("suffixes");
        return json;
    }

    private static ObjectNode tenants() {
        ObjectNode list = object();
        list.putArray("value")
                .addObject()
                .put("id", "/tenants/" + TENANT)
                .put("tenantId", TENANT)
                .put("displayName", "Development");
        return list;
    }

    private static ObjectNode directory(Request request) {
        String url = request.baseUrl();
        ObjectNode json = object();
        json.put("issuer", url + "/adfs");
        json.put("authorization_endpoint", url + "/adfs/oauth2/authorize");
        json.put("token_endpoint", url + TOKEN);
        json.put("device_authorization_endpoint", url + "/adfs/oauth2/devicecode");
        json.put("jwks_uri", url + "/adfs/discovery/keys");
        json.putArray("response_types_supported").add("code");
        json.putArray("subject_types_supported").add("public");
        json.putArray("id_token_signing_alg_values_supported").add("ES256");
        return json;
    }

    private ObjectNode token(Request request) {
        request.reads(QUERY_OPTIONS);
        Instant now = clock.instant();
        Instant end = now.plus(VALID);
        String audience = request.query("resource").orElse(request.baseUrl() + "/");
        ObjectNode json = object();
        json.put("token_type", "Bearer");
        json.put("access_token", unsigned(request.baseUrl() + "/adfs", audience, now, end));
        json.put("expires_in", VALID.toSeconds());
        json.put("expires_on", Long.toString(end.getEpochSecond()));
        json.put("not_before", Long.toString(now.getEpochSecond()));
        json.put("resource", audience);
        return json;
    }

    private static String unsigned(String issuer, String audience, Instant from, Instant to) {
        ObjectNode header = object().put("typ", "JWT").put("alg", "none");
        ObjectNode claims = object();
        claims.put("iss", issuer);
        claims.put("aud", audience);
        claims.put("tid", TENANT);
        claims.put("oid", TENANT);
        claims.put("sub", "developer");
        claims.put("appid", "developer");
        claims.put("iat", from.getEpochSecond());
        claims.put("nbf", from.getEpochSecond());
        claims.put("exp", to.getEpochSecond());
        return encoded(header) + "." + encoded(claims) + ".";
    }

    private static String encoded(ObjectNode part) {
        byte[] bytes = JsonMapper.shared().writeValueAsString(part).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
