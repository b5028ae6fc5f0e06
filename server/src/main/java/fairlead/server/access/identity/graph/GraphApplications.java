package fairlead.server.access.identity.graph;

import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.identity.ClientCertificate;
import fairlead.server.access.identity.Credential;
import fairlead.server.access.identity.Directory;
import fairlead.server.access.identity.DirectoryObject;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Applications, and what they sign in with.
final class GraphApplications {

    /// A year that a leap day is in is a year, too.
    private static final Duration YEAR = Directory.LONGEST.plusDays(1);

    private final Directory directory;
    private final Authorizer authorizer;

    GraphApplications(Directory directory, Authorizer authorizer) {
        this.directory = directory;
        this.authorizer = authorizer;
    }

    /// What a caller may see of what one signs in with.
    List<Credential> credentials(Caller caller, DirectoryObject object) {
        boolean may = authorizer.allows(caller, Action.read(GraphSurface.CREDENTIALS), object.scope());
        return may ? directory.credentials(object.id()) : List.of();
    }

    /// Makes an application, with the certificates that it is given.
    Response create(Request request) {
        ObjectNode body = request.object(GraphSurface.STRICT);
        List<Wanted> wanted = certificates(body.path("keyCredentials"));
        DirectoryObject made = directory.create(
                request.caller(),
                DirectoryObject.Kind.SERVICE,
                body.path("displayName").asString(""));
        if (!wanted.isEmpty()) {
            Caller caller = request.caller();
            caller = caller.with(authorizer.require(caller, Action.write(GraphSurface.CREDENTIALS), made.scope()));
            add(caller, made.id(), wanted);
        }
        return GraphSurface.json(201, GraphJson.application(made, directory.credentials(made.id())));
    }

    /// Changes what it is called, and by which certificates it signs in: those that the request leaves out are removed.
    void change(Request request, DirectoryObject object) {
        ObjectNode body = request.object(GraphSurface.STRICT);
        if (body.has("keyCredentials")) {
            JsonNode list = body.path("keyCredentials");
            List<Wanted> wanted = certificates(list);
            Set<String> kept = new HashSet<>();
            list.forEach(key -> kept.add(key.path("keyId").asString("")));
            for (Credential credential : directory.credentials(object.id())) {
                boolean certificate = credential.proof() instanceof Credential.Proof.Certificate;
                if (certificate && !kept.contains(credential.id().toString())) {
                    directory.removeCredential(request.caller(), object.id(), credential.id());
                }
            }
            add(request.caller(), object.id(), wanted);
        }
        String name = body.path("displayName").asString("");
        if (!name.isEmpty() && !name.equals(object.name())) {
            Caller caller = request.caller();
            directory.rename(
                    caller.with(authorizer.require(caller, Action.write(GraphSurface.PRINCIPALS), object.scope())),
                    object.id(),
                    name);
        }
    }

    /// What is below one.
    ///
    /// @param rest what stands behind its id
    Response below(Request request, DirectoryObject object, List<String> rest) {
        String what = rest.getFirst();
        if (what.equals("federatedIdentityCredentials") && rest.size() <= 2) {
            return federated(request, object, rest);
        }
        if (rest.size() > 1) {
            throw GraphSurface.nothing(request);
        }
        return switch (what) {
            case "addPassword" -> {
                GraphSurface.require(request, "POST");
                yield addPassword(request, object);
            }
            case "removePassword" -> {
                GraphSurface.require(request, "POST");
                JsonNode key = request.object(GraphSurface.STRICT).path("keyId");
                directory.removeCredential(request.caller(), object.id(), id(key, "/keyId"));
                yield Response.empty(204);
            }
            default -> throw GraphSurface.nothing(request);
        };
    }

    private Response addPassword(Request request, DirectoryObject object) {
        JsonNode wish = request.object(GraphSurface.STRICT).path("passwordCredential");
        Directory.NewSecret made = directory.addSecret(
                request.caller(),
                object.id(),
                validity(wish.path("endDateTime"), "/passwordCredential/endDateTime"),
                wish.path("displayName").asString(""));
        return GraphSurface.json(200, GraphJson.secret(made.credential(), made.secret()))
                .with("Cache-Control", "no-store");
    }

    // -- federated credentials ----------------------------------------------------------------------------------------

    private Response federated(Request request, DirectoryObject object, List<String> rest) {
        List<Credential> all = directory.credentials(object.id()).stream()
                .filter(credential -> credential.proof() instanceof Credential.Proof.Federated)
                .toList();
        if (request.method().equals("GET")) {
            authorizer.require(request.caller(), Action.read(GraphSurface.CREDENTIALS), object.scope());
        }
        if (rest.size() == 2) {
            Credential one = all.stream()
                    .filter(credential -> credential.id().toString().equals(rest.get(1))
                            || credential.label().equals(rest.get(1)))
                    .findFirst()
                    .orElseThrow(() -> GraphSurface.nothing(request));
            return switch (request.method()) {
                case "GET" -> GraphSurface.json(200, json(one));
                case "DELETE" -> {
                    directory.removeCredential(request.caller(), object.id(), one.id());
                    yield Response.empty(204);
                }
                default -> throw GraphSurface.notAllowed(request);
            };
        }
        return switch (request.method()) {
            case "GET" ->
                GraphSurface.list(all.stream().map(GraphApplications::json).toList());
            case "POST" -> {
                ObjectNode body = request.object(GraphSurface.STRICT);
                JsonNode audiences = body.path("audiences");
                if (audiences.size() != 1) {
                    throw invalid("expected one audience", "/audiences");
                }
                var proof = new Credential.Proof.Federated(
                        body.path("issuer").asString(""),
                        body.path("subject").asString(""),
                        audiences.get(0).asString(""));
                yield GraphSurface.json(
                        201,
                        json(directory.addFederated(
                                request.caller(),
                                object.id(),
                                proof,
                                body.path("name").asString(""))));
            }
            default -> throw GraphSurface.notAllowed(request);
        };
    }

    private static ObjectNode json(Credential credential) {
        return GraphJson.federated(credential, (Credential.Proof.Federated) credential.proof());
    }

    // -- certificates -------------------------------------------------------------------------------------------------

    private record Wanted(ClientCertificate certificate, Duration validity, String label) {}

    /// Those of a list that are to be added: the others are there, and come without their key.
    private static List<Wanted> certificates(JsonNode list) {
        List<Wanted> wanted = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            JsonNode one = list.get(i);
            String pointer = "/keyCredentials/" + i;
            String key = one.path("key").asString("");
            if (!key.isEmpty()) {
                wanted.add(new Wanted(
                        ClientCertificate.parse(key, pointer + "/key"),
                        validity(one.path("endDateTime"), pointer + "/endDateTime"),
                        one.path("displayName").asString("")));
            }
        }
        return wanted;
    }

    private void add(Caller caller, UUID principal, List<Wanted> wanted) {
        wanted.forEach(
                one -> directory.addCertificate(caller, principal, one.validity(), one.label(), one.certificate()));
    }

    private static Duration validity(JsonNode end, String pointer) {
        if (end.isMissingNode() || end.isNull()) {
            return Directory.USUAL;
        }
        try {
            Duration asked = Duration.between(
                    Instant.now(), OffsetDateTime.parse(end.asString("")).toInstant());
            if (asked.compareTo(YEAR) > 0) {
                throw invalid("expected at most " + Directory.LONGEST.toDays() + " days from now", pointer);
            }
            return asked.compareTo(Directory.LONGEST) > 0 ? Directory.LONGEST : asked;
        } catch (DateTimeException notOne) {
            throw invalid("expected a time such as 2027-01-31T00:00:00Z", pointer);
        }
    }

    private static UUID id(JsonNode text, String pointer) {
        try {
            return UUID.fromString(text.asString(""));
        } catch (IllegalArgumentException notOne) {
            throw invalid("expected a GUID", pointer);
        }
    }

    private static ProblemException invalid(String message, String pointer) {
        return new ProblemException(Problem.InvalidBody.of("graph.credential", message, pointer));
    }
}
