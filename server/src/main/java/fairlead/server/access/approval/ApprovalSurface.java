package fairlead.server.access.approval;

import fairlead.schema.text.Percent;
import fairlead.server.access.Asked;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `/fairlead/approvals`: what has to be approved, and the decisions.
public final class ApprovalSurface implements Surface {

    /// The query options of the list; all else has none.
    public static final Set<String> QUERY_OPTIONS = Set.of("subscription", "resource", "state", "$top", "$skipToken");

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final String ROOT = "/fairlead/approvals";
    private static final int USUAL = 100;
    private static final int MOST = 1000;
    private static final int LONGEST_REASON = 1000;

    private final Approvals approvals;

    public ApprovalSurface(Approvals approvals) {
        this.approvals = approvals;
    }

    @Override
    public boolean serves(Request request) {
        return request.path().equals(ROOT) || request.path().startsWith(ROOT + "/");
    }

    /// What the caller may see and decide depends on the resource, and is looked at for each.
    @Override
    public Asked asks(Request request) {
        return Asked.KNOWN;
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        List<String> path = request.segments();
        return switch (path.size()) {
            case 2 -> {
                require(request, "GET");
                yield list(request);
            }
            case 3 -> {
                require(request, "GET");
                request.reads(Set.of());
                yield json(shown(approvals.get(request.caller(), path.get(2))));
            }
            case 4 -> {
                Deciding deciding = deciding(path.get(3), request);
                require(request, "POST");
                request.reads(Set.of());
                yield json(shown(deciding.decide(path.get(2), reason(request))));
            }
            default -> throw unknown(request);
        };
    }

    private interface Deciding {
        Approval decide(String id, String reason);
    }

    private Deciding deciding(String word, Request request) {
        return switch (word) {
            case "approve" -> (id, reason) -> approvals.approve(request.caller(), id, reason);
            case "deny" -> (id, reason) -> approvals.deny(request.caller(), id, reason);
            case "override" -> (id, reason) -> approvals.override(request.caller(), id, reason);
            default -> throw unknown(request);
        };
    }

    private static void require(Request request, String method) {
        if (!request.method().equals(method)) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
    }

    private static ProblemException unknown(Request request) {
        return new ProblemException(
                new Problem.NotFound(ProblemCode.NOT_FOUND, "There is nothing at '" + request.path() + "'."));
    }

    private static String reason(Request request) {
        if (request.body().length == 0) {
            return "";
        }
        ObjectNode body = request.object(STRICT);
        JsonNode reason = body.path("reason");
        for (String member : body.propertyNames()) {
            if (!member.equals("reason")) {
                throw new ProblemException(Problem.InvalidBody.of(
                        "approval.member", "there is no such member here, expected reason", "/" + member));
            }
        }
        boolean fits = reason.isMissingNode()
                || (reason.isString() && reason.stringValue().length() <= LONGEST_REASON);
        if (!fits) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "approval.reason", "expected a text of at most " + LONGEST_REASON + " characters", "/reason"));
        }
        return reason.asString("");
    }

    // -- lists --------------------------------------------------------------------------------------------------------

    private Response list(Request request) {
        request.reads(QUERY_OPTIONS);
        int most = top(request);
        Optional<Approval> after = request.query("$skipToken").map(id -> approvals.get(request.caller(), id));
        ApprovalStore.Search search = new ApprovalStore.Search(
                request.query("subscription").orElse("").toLowerCase(Locale.ROOT),
                request.query("state").map(ApprovalSurface::state).orElse(""),
                request.query("resource").orElse("").toLowerCase(Locale.ROOT));
        List<Approval> found = approvals.list(request.caller(), search, after, most + 1);
        List<Approval> page = found.subList(0, Math.min(most, found.size()));
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        page.forEach(approval -> value.add(brief(approval)));
        if (found.size() > page.size()) {
            json.put("nextLink", next(request, page.getLast().id()));
        }
        return json(json);
    }

    private static String next(Request request, String id) {
        StringBuilder link = new StringBuilder(request.baseUrl())
                .append(ROOT)
                .append("?%24skipToken=")
                .append(id);
        for (String option : List.of("subscription", "resource", "state", "$top")) {
            request.query(option)
                    .ifPresent(value -> link.append('&')
                            .append(Percent.encode(option))
                            .append('=')
                            .append(Percent.encode(value)));
        }
        return link.toString();
    }

    private static int top(Request request) {
        String text = request.query("$top").orElse(String.valueOf(USUAL));
        if (!text.matches("[0-9]{1,4}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > MOST) {
            throw wrong("$top", text, "a number from 1 to " + MOST);
        }
        return Integer.parseInt(text);
    }

    private static String state(String text) {
        String all =
                Arrays.stream(ApprovalState.values()).map(ApprovalState::word).collect(Collectors.joining(", "));
        return ApprovalState.find(text)
                .map(ApprovalState::name)
                .orElseThrow(() -> wrong("state", text, "one of " + all));
    }

    private static ProblemException wrong(String name, String found, String expected) {
        return new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_QUERY_PARAMETER,
                "The value of " + name + " is '" + found + "'; expected " + expected + ".",
                name));
    }

    // -- answers ------------------------------------------------------------------------------------------------------

    private static ObjectNode brief(Approval approval) {
        ApprovalDocument content = approval.content();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", approval.id());
        json.put("state", approval.state().word());
        json.put("verb", content.verb());
        json.put("resourceId", content.resourceId());
        json.put("resourceType", content.resourceType());
        json.put("askedBy", content.askedBy());
        json.put("askedAt", approval.askedAt().toString());
        json.put("expiresAt", approval.ends().toString());
        json.put("planHash", approval.subject().planHash());
        approval.operation().ifPresent(id -> json.put("operation", id));
        return json;
    }

    private static ObjectNode shown(Approval approval) {
        ObjectNode json = brief(approval);
        ObjectNode content = approval.content().shown();
        content.forEachEntry((name, value) -> {
            if (!json.has(name)) {
                json.set(name, value);
            }
        });
        ArrayNode decisions = json.putArray("decisions");
        approval.decisions().forEach(decision -> decisions.add(decision.json()));
        return json;
    }

    private static Response json(ObjectNode body) {
        return Response.json(200, JsonMapper.shared().writeValueAsBytes(body));
    }
}
