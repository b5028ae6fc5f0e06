package fairlead.server.event.webhook;

import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.database.Database;
import fairlead.server.database.Dialect;
import fairlead.server.event.EventFeed;
import fairlead.server.event.EventFilters;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.OutgoingPost;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.limit.quota.Quotas;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.secret.Vault;
import fairlead.server.telemetry.Metrics;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The addresses below `/fairlead/webhooks`. Starts and stops the deliveries.
public final class WebhookSurface implements Surface, AutoCloseable {

    private static final String WEBHOOKS = "Fairlead.Control/webhooks";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}";
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Webhooks webhooks;
    private final WebhookDeliveries deliveries;

    /// The process that delivers.
    ///
    /// @param name among the nodes, different at every start
    public record Node(String name, Clock clock, RandomGenerator chance, Metrics metrics) {}

    /// Begins to deliver.
    ///
    /// @param anywhere whether receivers may be in private networks and on this machine
    public WebhookSurface(
            Database database,
            EventFeed feed,
            EventFilters filters,
            Quotas quotas,
            Vault vault,
            Node node,
            boolean anywhere) {
        Clock clock = node.clock();
        OutgoingPost post = new OutgoingPost(anywhere, PATIENCE);
        WebhookSender.Settings settings = WebhookSender.Settings.standard();
        SignedDelivery sending = new SignedDelivery(post, vault, node.metrics(), clock);
        webhooks = new Webhooks(database, feed, filters, quotas, sending, vault, clock);
        WebhookMetrics.declare(webhooks, clock, node.metrics());
        WebhookSender sender = new WebhookSender(database, feed, sending, settings, clock, node.chance(), node.name());
        deliveries = new WebhookDeliveries(database, webhooks, sender, settings, clock, node.name());
        deliveries.begin(database.dialect() == Dialect.SQLITE);
    }

    @Override
    public boolean serves(Request request) {
        String path = request.path();
        return path.equals("/fairlead/webhooks") || path.startsWith("/fairlead/webhooks/");
    }

    @Override
    public Asked asks(Request request) {
        return Asked.ofServer(Action.ofMethod(request.method().equals("POST") ? "PUT" : request.method(), WEBHOOKS));
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        List<String> path = request.segments().subList(2, request.segments().size());
        return switch (path.size()) {
            case 0 -> all(request);
            case 1 -> one(request, path.getFirst());
            case 2 -> verb(request, path.getFirst(), path.getLast());
            default -> throw nothing(request);
        };
    }

    private Response all(Request request) {
        require(request, "GET");
        ObjectNode list = JsonNodeFactory.instance.objectNode();
        ArrayNode value = list.putArray("value");
        webhooks.list().forEach(webhook -> value.add(json(webhook)));
        return json(200, list);
    }

    private Response one(Request request, String name) {
        return switch (request.method()) {
            case "GET" -> json(200, json(webhooks.get(name)));
            case "PUT" -> put(request, name);
            case "DELETE" -> Response.empty(webhooks.delete(name) ? 200 : 204);
            default -> throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        };
    }

    private Response verb(Request request, String name, String verb) {
        if (!verb.equals("resume") && !verb.equals("test")) {
            throw nothing(request);
        }
        require(request, "POST");
        return json(200, verb.equals("resume") ? resumed(request, name) : tried(name));
    }

    private ObjectNode resumed(Request request, String name) {
        return json(webhooks.resume(name, text(request.objectIfAny(STRICT), "from")));
    }

    private ObjectNode tried(String name) {
        Webhooks.Trial trial = webhooks.test(name);
        return JsonNodeFactory.instance
                .objectNode()
                .put("outcome", trial.outcome())
                .put("milliseconds", trial.millis());
    }

    private Response put(Request request, String name) {
        if (!name.matches(NAME)) {
            throw Webhooks.wrong("A webhook can't be called '" + name + "'.", "name");
        }
        ObjectNode body = request.object(STRICT);
        EventSelection wanted = new EventSelection(
                text(body, "scope"), texts(body, "types"), texts(body, "kinds"), texts(body, "changes"));
        URI url = url(text(body, "url").orElseThrow(() -> Webhooks.wrong("A webhook needs a url.", "/url")));
        Webhooks.Outcome outcome =
                webhooks.put(new Webhooks.Settings(name, url, wanted, text(body, "secret"), text(body, "from")));
        return json(outcome.created() ? 201 : 200, json(outcome.webhook()));
    }

    private static URI url(String text) {
        try {
            return URI.create(new URI(text).toASCIIString());
        } catch (URISyntaxException malformed) {
            throw Webhooks.wrong("The url '" + text + "' is none.", "/url");
        }
    }

    private static Optional<String> text(ObjectNode body, String name) {
        JsonNode value = body.path(name);
        if (value.isMissingNode() || value.isString()) {
            return Optional.of(value.asString("")).filter(text -> !text.isEmpty());
        }
        throw Webhooks.wrong(name + " has to be a text.", "/" + name);
    }

    private static List<String> texts(ObjectNode body, String name) {
        JsonNode list = body.path(name);
        if (!list.isMissingNode() && (!list.isArray() || list.valueStream().anyMatch(item -> !item.isString()))) {
            throw Webhooks.wrong(name + " has to be a list of texts.", "/" + name);
        }
        return EventSelection.texts(list);
    }

    /// Without the secret.
    private ObjectNode json(Webhook webhook) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("name", webhook.name());
        json.put("url", webhook.url().toString());
        json.setAll(webhook.wanted().json());
        json.put("state", webhook.state().word());
        if (!webhook.reason().isEmpty()) {
            json.put("reason", webhook.reason());
        }
        json.put("position", webhooks.token(webhook.progress().position()));
        json.put("failedAttempts", webhook.deliveries().failed());
        if (webhook.deliveries().failed() > 0) {
            json.put("nextAttemptAt", webhook.deliveries().dueAt().toString());
        }
        if (!webhook.deliveries().lastOutcome().isEmpty()) {
            json.put("lastOutcome", webhook.deliveries().lastOutcome());
        }
        webhook.deliveries().deliveredAt().ifPresent(time -> json.put("deliveredAt", time.toString()));
        json.put("createdAt", webhook.createdAt().toString());
        return json;
    }

    private static void require(Request request, String method) {
        if (!request.method().equals(method)) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
    }

    private static ProblemException nothing(Request request) {
        return new ProblemException(
                new Problem.NotFound(ProblemCode.NOT_FOUND, "There is nothing at '" + request.path() + "'."));
    }

    private static Response json(int status, ObjectNode body) {
        return Response.json(status, JsonMapper.shared().writeValueAsBytes(body));
    }

    /// Waits for the deliveries under way.
    @Override
    public void close() {
        deliveries.close();
    }
}
