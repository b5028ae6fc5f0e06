package fairlead.server.access.identity;

import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.access.role.Roles;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `/fairlead/principals`, `/fairlead/whoami`, `/fairlead/access/check` and `/fairlead/bootstrap`: who is known here,
/// and
/// what they may do.
///
/// | address | |
/// |---|---|
/// | `GET /fairlead/whoami` | who the caller is |
/// | `POST /fairlead/access/check` | whether something would be allowed, and why |
/// | `GET /fairlead/access/decisions/{request}` | why a request was allowed or refused |
/// | `POST /fairlead/bootstrap` | `{"code", "name"}` makes the first administrator |
/// | `GET`, `POST /fairlead/principals` | those that are kept here; makes one: `{"name", "kind"}` |
/// | `GET`, `PATCH`, `DELETE /fairlead/principals/{id}` | one; `{"disabled"}` |
/// | `POST /fairlead/principals/{id}/revoke` | takes none of its tokens any more |
/// | `GET`, `POST /fairlead/principals/{id}/secrets` | its credentials; gives it a secret: `{"days"}` |
/// | `POST /fairlead/principals/{id}/federated` | lets it sign in by foreign tokens: `{"issuer", "subject",
/// "audience"}` |
/// | `POST /fairlead/principals/{id}/certificates` | lets it sign in by a certificate: `{"certificate", "days"}` |
/// | `POST /fairlead/principals/{id}/certificateNames` | lets it in by certificates of a name: `{"name", "days"}` |
/// | `DELETE /fairlead/principals/{id}/credentials/{credential}` | takes a credential from it |
/// | `PUT`, `DELETE /fairlead/principals/{id}/tenantAdministrator` | whether it may elevate its access |
/// | `GET /fairlead/principals/{id}/members` | of a group |
/// | `PUT`, `DELETE /fairlead/principals/{id}/members/{member}` | puts a principal into a group, or takes it out |
public final class IdentitySurface implements Surface {

    private static final String PRINCIPALS = "Fairlead.Identity/principals";
    private static final Set<String> ROOTS = Set.of("principals", "whoami", "bootstrap", "access");
    private static final int PAGE = 100;
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Directory directory;
    private final Bootstrap bootstrap;
    private final Roles roles;
    private final AccessChecks checks;
    private final Decisions decisions;

    /// Says why requests were allowed or refused.
    public interface Decisions {
        ObjectNode why(Caller caller, String id, Optional<String> subscription);
    }

    public IdentitySurface(
            Directory directory, Bootstrap bootstrap, Roles roles, Authorizer authorizer, Decisions decisions) {
        this.decisions = decisions;
        this.roles = roles;
        checks = new AccessChecks(authorizer);
        this.directory = directory;
        this.bootstrap = bootstrap;
    }

    @Override
    public boolean serves(Request request) {
        String path = request.path();
        if (!path.startsWith("/fairlead/")) {
            return false;
        }
        List<String> parts = request.segments();
        return parts.size() > 1 && ROOTS.contains(parts.get(1));
    }

    @Override
    public Asked asks(Request request) {
        List<String> path = request.segments();
        if (!path.get(1).equals("principals")) {
            return path.get(1).equals("bootstrap") ? Asked.NOTHING : Asked.KNOWN;
        }
        if (path.size() == 4 && path.get(3).equals("tenantAdministrator")) {
            return Asked.ofServer(Action.write("Fairlead.Identity/tenantAdministrators"));
        }
        boolean reads = request.method().equals("GET");
        boolean credentials = path.size() > 3 && !path.get(3).equals("members");
        String what = credentials ? PRINCIPALS + "/credentials" : PRINCIPALS;
        boolean removes = request.method().equals("DELETE") && !credentials && path.size() == 3;
        Action action = reads ? Action.read(what) : removes ? Action.delete(what) : Action.write(what);
        return path.size() == 2 ? Asked.ofServer(action) : new Asked.Of(action, DirectoryObject.scopeOf(path.get(2)));
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        List<String> path = request.segments();
        request.reads(queryOptions(path));
        if (!methods(request, path).contains(request.method())) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        return switch (path.get(1)) {
            case "whoami" -> json(200, whoami(request));
            case "access" ->
                path.size() == 4
                        ? json(200, decisions.why(request.caller(), path.get(3), subscription(request)))
                        : json(200, checks.answer(request.caller(), request.object(STRICT)));
            case "bootstrap" -> bootstrapped(request);
            default ->
                switch (path.size()) {
                    case 2 -> all(request);
                    case 3 -> one(request, id(path.get(2)));
                    case 4 -> of(request, id(path.get(2)), path.get(3));
                    case 5 -> part(request, id(path.get(2)), path.get(3), id(path.get(4)));
                    default -> throw nothing(request);
                };
        };
    }

    /// The query options of an address: the only place where one is declared.
    ///
    /// @param path its segments
    public static Set<String> queryOptions(List<String> path) {
        if (path.size() == 4 && path.get(1).equals("access")) {
            return Set.of("subscription");
        }
        return path.size() == 2 && path.getLast().equals("principals") ? Set.of("$skipToken") : Set.of();
    }

    /// What can be done at an address; a problem if there is no such address.
    private static Set<String> methods(Request request, List<String> path) {
        String shape = path.size() + " " + (path.size() > 3 ? path.get(3) : path.size() == 3 ? "" : path.get(1));
        return switch (path.get(1).equals("access") && path.size() > 2
                ? "access " + path.size() + " " + path.get(2)
                : shape) {
            case "access 4 decisions" -> Set.of("GET");
            case "access 3 check", "2 bootstrap" -> Set.of("POST");
            case "2 whoami", "4 members" -> Set.of("GET");
            case "2 principals", "4 secrets" -> Set.of("GET", "POST");
            case "3 " -> Set.of("GET", "PATCH", "DELETE");
            case "4 revoke", "4 federated", "4 certificates", "4 certificateNames" -> Set.of("POST");
            case "5 credentials" -> Set.of("DELETE");
            case "5 members", "4 tenantAdministrator" -> Set.of("PUT", "DELETE");
            default -> throw nothing(request);
        };
    }

    private static Optional<String> subscription(Request request) {
        return request.query("subscription").filter(text -> !text.isBlank()).map(text -> text.toLowerCase(Locale.ROOT));
    }

    private static ObjectNode whoami(Request request) {
        Principal principal = request.caller().principal();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", principal.id().toString());
        json.put("name", principal.name());
        json.put("type", principal.type());
        ArrayNode groups = json.putArray("groups");
        request.caller().subject().groups().stream().sorted().forEach(group -> groups.add(group.toString()));
        return json;
    }

    private Response bootstrapped(Request request) {
        ObjectNode body = request.object(STRICT);
        String name = body.path("name").asString("administrator");
        boolean known = !request.caller().principal().equals(Principal.ANONYMOUS);
        Bootstrap.Administrator made =
                bootstrap.redeem(request.caller(), body.path("code").asString(""), known, name);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", made.id().toString()).put("name", made.name());
        made.secret()
                .ifPresent(secret -> json.put("clientId", made.id().toString()).put("clientSecret", secret));
        return json(201, json).with("Cache-Control", "no-store");
    }

    private Response all(Request request) {
        return switch (request.method()) {
            case "GET" -> list(request);
            case "POST" -> {
                ObjectNode body = request.object(STRICT);
                String kind = body.path("kind").asString("service");
                if (!kind.equals("service") && !kind.equals("group")) {
                    throw new ProblemException(Problem.InvalidBody.of(
                            "principal.kind",
                            "expected service or group, found '" + kind + "': users come from issuers",
                            "/kind"));
                }
                DirectoryObject.Kind wanted =
                        kind.equals("group") ? DirectoryObject.Kind.GROUP : DirectoryObject.Kind.SERVICE;
                yield json(
                        201,
                        json(directory.create(
                                request.caller(), wanted, body.path("name").asString(""))));
            }
            default -> throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        };
    }

    private Response list(Request request) {
        List<DirectoryObject> found = directory.list(request.query("$skipToken").orElse(""), PAGE + 1);
        List<DirectoryObject> page = found.subList(0, Math.min(found.size(), PAGE));
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        page.forEach(object -> value.add(json(object)));
        if (found.size() > page.size()) {
            json.put(
                    "nextLink",
                    request.urlWith("$skipToken", page.getLast().id().toString()));
        }
        return json(200, json);
    }

    private Response one(Request request, UUID id) {
        return switch (request.method()) {
            case "GET" -> json(200, json(directory.get(id)));
            case "PATCH" -> {
                var disabled = request.object(STRICT).path("disabled");
                if (!disabled.isBoolean()) {
                    throw new ProblemException(
                            Problem.InvalidBody.of("principal.disabled", "expected true or false", "/disabled"));
                }
                yield json(200, json(directory.setDisabled(request.caller(), id, disabled.asBoolean())));
            }
            case "DELETE" -> Response.empty(directory.delete(request.caller(), id) ? 200 : 204);
            default -> throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        };
    }

    private Response of(Request request, UUID id, String word) {
        return switch (request.method() + " " + word) {
            case "POST revoke" -> json(200, json(directory.revoke(request.caller(), id)));
            case "GET secrets" -> credentials(id);
            case "POST secrets" -> secret(request, id);
            case "POST federated" -> {
                ObjectNode body = request.object(STRICT);
                var federated = new Credential.Proof.Federated(
                        body.path("issuer").asString(""),
                        body.path("subject").asString(""),
                        body.path("audience").asString(""));
                yield json(201, json(directory.addFederated(request.caller(), id, federated)));
            }
            case "POST certificates" -> {
                ObjectNode body = request.object(STRICT);
                ClientCertificate certificate =
                        ClientCertificate.parse(body.path("certificate").asString(""), "/certificate");
                yield json(
                        201,
                        json(directory.addCertificate(request.caller(), id, days(body.path("days")), "", certificate)));
            }
            case "POST certificateNames" -> {
                ObjectNode body = request.object(STRICT);
                String name = body.path("name").asString("");
                yield json(
                        201, json(directory.addCertificateName(request.caller(), id, days(body.path("days")), name)));
            }
            case "GET members" -> {
                ObjectNode json = JsonNodeFactory.instance.objectNode();
                ArrayNode value = json.putArray("value");
                directory.members(id).forEach(member -> value.add(member.toString()));
                yield json(200, json);
            }
            case "PUT tenantAdministrator", "DELETE tenantAdministrator" -> {
                directory.get(id);
                roles.markTenantAdministrator(
                        request.caller(), id, request.method().equals("PUT"));
                yield Response.empty(200);
            }
            default -> throw nothing(request);
        };
    }

    private Response credentials(UUID id) {
        directory.get(id);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        directory.credentials(id).forEach(credential -> value.add(json(credential)));
        return json(200, json);
    }

    private Response secret(Request request, UUID id) {
        Duration validity = days(request.objectIfAny(STRICT).path("days"));
        Directory.NewSecret made = directory.addSecret(request.caller(), id, validity);
        ObjectNode json = json(made.credential());
        json.put("secret", made.secret());
        return json(201, json).with("Cache-Control", "no-store");
    }

    private static Duration days(JsonNode days) {
        return days.isMissingNode() ? Directory.USUAL : Duration.ofDays(days.asInt(0));
    }

    private Response part(Request request, UUID id, String word, UUID part) {
        return switch (request.method() + " " + word) {
            case "DELETE credentials" ->
                Response.empty(directory.removeCredential(request.caller(), id, part) ? 200 : 204);
            case "PUT members" -> Response.empty(directory.join(request.caller(), id, part) ? 201 : 200);
            case "DELETE members" -> Response.empty(directory.leave(request.caller(), id, part) ? 200 : 204);
            default -> throw nothing(request);
        };
    }

    private static ObjectNode json(DirectoryObject object) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", object.id().toString());
        json.put("name", object.name());
        json.put("kind", object.kind().word());
        if (!object.issuer().isEmpty()) {
            json.put("issuer", object.issuer()).put("subject", object.subject());
        }
        json.put("disabled", object.disabled());
        if (object.tokensValidFrom().getEpochSecond() > 0) {
            json.put("tokensValidFrom", object.tokensValidFrom().toString());
        }
        return json.put("createdAt", object.createdAt().toString());
    }

    /// Without what is secret.
    private static ObjectNode json(Credential credential) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", credential.id().toString());
        switch (credential.proof()) {
            case Credential.Proof.Secret(var _, var hint) ->
                json.put("kind", "secret").put("hint", hint);
            case Credential.Proof.Federated(var issuer, var subject, var audience) ->
                json.put("kind", "federated")
                        .put("issuer", issuer)
                        .put("subject", subject)
                        .put("audience", audience);
            case Credential.Proof.Certificate certificate ->
                json.put("kind", "certificate")
                        .put("thumbprint", ClientCertificate.kept(certificate).hexThumbprint());
            case Credential.Proof.CertificateName(var name) ->
                json.put("kind", "certificateName").put("name", name);
        }
        if (!credential.label().isEmpty()) {
            json.put("label", credential.label());
        }
        return json.put("ends", credential.ends().toString());
    }

    private static UUID id(String text) {
        return Optional.of(text)
                .filter(one -> one.matches("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"))
                .map(UUID::fromString)
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.PRINCIPAL_NOT_FOUND, "There is no principal '" + text + "'.")));
    }

    private static ProblemException nothing(Request request) {
        return new ProblemException(
                new Problem.NotFound(ProblemCode.NOT_FOUND, "There is nothing at '" + request.path() + "'."));
    }

    private static Response json(int status, ObjectNode body) {
        return Response.json(status, JsonMapper.shared().writeValueAsBytes(body));
    }
}
