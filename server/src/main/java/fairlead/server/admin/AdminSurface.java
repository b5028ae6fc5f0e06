package fairlead.server.admin;

import fairlead.schema.reference.Lookup;
import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.access.audit.EventLookup;
import fairlead.server.database.DamageCheck;
import fairlead.server.health.Health;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.imports.Imports;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.Registrations;
import fairlead.server.type.Types;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The addresses below `/fairlead`.
public final class AdminSurface implements Surface {

    private static final String TYPES = "Fairlead.Control/types";

    private final Registrations registrations;
    private final TypeRoutes routes;
    private final SimulationRoutes simulations;
    private final ImportRoutes imports;
    private final LiveRoutes live;
    private final AuditRoutes audit;
    private final Secrets secrets;
    private final About about;
    private final Condition condition;

    /// What a server says of itself.
    ///
    /// @param version of the program
    /// @param database `sqlite` or `postgresql`
    /// @param mode `development`, or `sign-in` where callers have to say who they are
    public record About(String version, String database, String mode) {}

    /// How the server is.
    public record Condition(Health health, DamageCheck damage) {}

    /// What callers can do.
    public record Verbs(
            Types types,
            Registrations registrations,
            Imports imports,
            ReferenceLookup live,
            AuditRoutes audit,
            Secrets secrets) {}

    /// What is done with what is secret.
    public record Secrets(SealRoutes seal, SecretTargetRoutes targets) {}

    public AdminSurface(Verbs verbs, About about, Condition condition, Authorizer authorizer) {
        Types types = verbs.types();
        audit = verbs.audit();
        secrets = verbs.secrets();
        registrations = verbs.registrations();
        this.about = about;
        this.condition = condition;
        routes = new TypeRoutes(types, registrations, authorizer);
        simulations = new SimulationRoutes(registrations);
        imports = new ImportRoutes(new AccountTypes(types), verbs.imports(), authorizer);
        live = new LiveRoutes(verbs.live(), authorizer);
    }

    @Override
    public boolean serves(Request request) {
        List<String> path = request.segments();
        return !path.isEmpty() && path.getFirst().equals("fairlead");
    }

    @Override
    public boolean isVital(Request request) {
        return request.path().equals("/fairlead/health");
    }

    @Override
    public Asked asks(Request request) {
        List<String> path = request.segments();
        return AdminSection.of(path.size() < 2 ? "" : path.get(1))
                .map(section -> asked(section, request, path))
                .orElse(Asked.KNOWN);
    }

    /// Who may register types brings in code that runs with what they are given: it is the server's business, not that
    /// of
    /// one subscription.
    private static Asked asked(AdminSection section, Request request, List<String> path) {
        boolean reads = request.method().equals("GET");
        return switch (section) {
            case TYPES -> reads ? Asked.KNOWN : Asked.ofServer(ofTypes(request.method(), path));
            case SIMULATIONS -> Asked.ofServer(Action.write(TYPES));
            case DOCUMENTS -> Asked.ofServer(Action.write(TYPES));
            case IMPORTS, RESOURCES, VERSION -> Asked.KNOWN;
            case GRAPH -> new Asked.Of(Action.read("Microsoft.Resources/subscriptions/resources"), of(request));
            case AUDIT -> ofAudit(request, path);
            case HEALTH -> Asked.NOTHING;
            case CHECK -> Asked.ofServer(Action.ofMethod(request.method(), "Fairlead.Control/check"));
            case SEAL -> Asked.ofServer(SealRoutes.action(path));
            case TARGETS -> SecretTargetRoutes.asked(request);
        };
    }

    private static Action ofTypes(String method, List<String> path) {
        boolean configures = path.size() == 4 && path.getLast().equals("configuration");
        return configures
                ? Action.write(TYPES + "/configuration")
                : Action.ofMethod(method.equals("POST") ? "PUT" : method, TYPES);
    }

    /// The log as a whole has the records of all subscriptions.
    private static Asked ofAudit(Request request, List<String> path) {
        return switch (path.size() > 2 ? path.get(2) : "") {
            case "erasures" -> Asked.ofServer(Action.called("erase", "Fairlead.Control/audit"));
            case HoldRoutes.WORD -> Asked.ofServer(HoldRoutes.action(request));
            case "", "proof" -> new Asked.Of(EventLookup.READ, of(request));
            default -> new Asked.Of(EventLookup.READ, AccessScope.ROOT);
        };
    }

    /// The subscription that is asked about; the whole server, if none is named.
    private static AccessScope of(Request request) {
        return request.written("subscription").map(AccessScope::subscription).orElse(AccessScope.ROOT);
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        List<String> path = request.segments();
        request.reads(NativeQueryOptions.of(request.method(), path));
        AdminSection section =
                AdminSection.of(path.size() < 2 ? "" : path.get(1)).orElseThrow(() -> UnknownAddress.of(request));
        return switch (section) {
            case TYPES -> routes.answer(request, path.subList(2, path.size()));
            case IMPORTS -> imports.answer(request, path.subList(2, path.size()));
            case SIMULATIONS -> simulations.answer(request, path.subList(2, path.size()));
            case RESOURCES -> only("GET", request, path, () -> live.resources(request));
            case GRAPH -> only("GET", request, path, () -> live.graph(request));
            case AUDIT -> audit.answer(request, path.subList(2, path.size()));
            case DOCUMENTS -> only("GET", request, path, () -> document(request));
            case VERSION -> only("GET", request, path, this::version);
            case HEALTH -> only("GET", request, path, this::health);
            case CHECK -> check(request, path);
            case SEAL -> secrets.seal().answer(request, path.subList(2, path.size()));
            case TARGETS -> secrets.targets().answer(request, path.subList(2, path.size()));
        };
    }

    private interface Answering {
        ObjectNode answer();
    }

    private static Response only(String method, Request request, List<String> path, Answering answering) {
        if (path.size() > 2) {
            throw UnknownAddress.of(request);
        }
        if (!request.method().equals(method)) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        return JsonAnswer.of(200, answering.answer());
    }

    /// What a schema that is registered now would find under a URI.
    private ObjectNode document(Request request) {
        String text = request.query("uri").orElse("");
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException malformed) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_DOCUMENT_URI, "uri has to be a URI, found '" + text + "'.", "uri"));
        }
        return switch (registrations.documents().find(uri)) {
            case Lookup.Found(ObjectNode document) -> document;
            case Lookup.Found _ -> throw notFound("what is there is no JSON object");
            case Lookup.Missing(List<String> why) -> throw notFound(String.join("; ", why));
        };
    }

    private static ProblemException notFound(String why) {
        return new ProblemException(new Problem.NotFound(ProblemCode.DOCUMENT_NOT_FOUND, why));
    }

    private ObjectNode version() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("version", about.version())
                .put("java", String.valueOf(Runtime.version().feature()))
                .put("database", about.database())
                .put("mode", about.mode());
    }

    /// Healthy is who has a database that answers and that takes writes.
    private ObjectNode health() {
        if (!condition.health().isServing()) {
            throw new ProblemException(new Problem.Unavailable());
        }
        return JsonNodeFactory.instance.objectNode().put("status", "healthy");
    }

    /// POST begins to read the whole database; GET tells how far that is and what it has found.
    private Response check(Request request, List<String> path) {
        if (request.method().equals("POST") && path.size() == 2) {
            return JsonAnswer.of(202, found(condition.damage().start()));
        }
        return only("GET", request, path, () -> found(condition.damage().report()));
    }

    private static ObjectNode found(DamageCheck.Report report) {
        String state = switch (report.state()) {
            case NONE -> "None";
            case RUNNING -> "Running";
            case BROKEN_OFF -> "BrokenOff";
            case ENDED -> "Ended";
        };
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("state", state);
        json.put("tables", report.tables()).put("records", report.records());
        report.damages().forEach(json.putArray("damages")::add);
        return json;
    }
}
