package fairlead.server.arm;

import fairlead.server.access.Authorizer;
import fairlead.server.arm.address.Address;
import fairlead.server.arm.address.Paging;
import fairlead.server.drift.Drifts;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.type.definition.DriftPolicy;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Drift: of one resource, and lists of it.
final class DriftRoutes {

    private final Drifts drifts;
    private final ApiVersions versions;
    private final Authorizer authorizer;

    DriftRoutes(Drifts drifts, ApiVersions versions, Authorizer authorizer) {
        this.authorizer = authorizer;
        this.drifts = drifts;
        this.versions = versions;
    }

    /// What is known; with PATCH, what is to happen. `{"properties": {"policy": null}}` goes back to what is usual.
    Response answer(Request request, Address.DriftOf address, String apiVersion) {
        versions.require(address.type(), apiVersion);
        return switch (request.method()) {
            case "GET" -> told(request, drifts.get(address.id()));
            case "PATCH" -> told(request, drifts.setPolicy(request.caller(), address.id(), policy(request)));
            default -> Answers.notAllowed(request, "GET, PATCH");
        };
    }

    Response answer(Request request, Address.DetectDrift address, String apiVersion) {
        versions.require(address.type(), apiVersion);
        return request.method().equals("POST")
                ? told(request, drifts.detect(request.caller(), address.id()))
                : Answers.notAllowed(request, "POST");
    }

    Response answer(Request request, Address.Drifted address) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        Paging paging = Paging.of(request);
        Drifts.Page page = drifts.list(
                address.subscription(),
                address.group(),
                Filters.ofDrift(request.query("$filter")),
                paging.after().orElse(""),
                paging.limit());
        ListJson list = new ListJson();
        DriftJson json = new DriftJson(request.language());
        ReadableResources shown = new ReadableResources(authorizer, request.caller());
        page.reports().stream().filter(report -> shown.test(report.id())).forEach(report -> list.add(json.of(report)));
        Response response = list.end(page.next().map(mark -> Paging.next(request, mark)));
        return ErrorDocument.inLanguage(response, request.language().tag());
    }

    private static Response told(Request request, Drifts.View view) {
        return Answers.told(request, new DriftJson(request.language()).of(view));
    }

    private static Optional<DriftPolicy> policy(Request request) {
        @Nullable
        JsonNode policy = request.object(Documents.JSON).path("properties").get("policy");
        if (policy != null && policy.isNull()) {
            return Optional.empty();
        }
        Optional<DriftPolicy> chosen =
                Optional.ofNullable(policy).map(word -> word.asString("")).flatMap(DriftPolicy::parse);
        if (chosen.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(List.of(new Detail(
                    "drift.policy",
                    "expected observe, alert, repair or null, found " + policy,
                    "/properties/policy"))));
        }
        return chosen;
    }
}
