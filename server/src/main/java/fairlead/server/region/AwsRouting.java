package fairlead.server.region;

import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.region.cell.PlacementTokens;
import fairlead.server.registry.query.QuerySurface;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.scope.PlacedName;
import fairlead.server.signature.Signatures;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// The routes of requests by AWS clients. The region for which a request is signed is a location, and the front
/// passes the request to the cell of that location, which verifies the signature.
///
/// A region's own groups are made when they are needed: the cell that refuses a request says which group is
/// missing.
final class AwsRouting {

    private static final String TARGET = "X-Amz-Target";

    /// A question that a cell may hold until there is news.
    private static final String HELD = "CloudApiService.GetResourceRequestStatus";

    private static final long BODY_LIMIT = 1L << 20;
    private static final String GROUPS_VERSION = "?api-version=2022-12-01";

    private final Cells cells;
    private final NamePlacement placing;
    private final CellClient client;

    AwsRouting(Cells cells, NamePlacement placing, CellClient client) {
        this.cells = cells;
        this.placing = placing;
        this.client = client;
    }

    /// Whether a request is signed, or ought to be.
    static boolean isMeant(Request request) {
        return request.header(TARGET).isPresent()
                || QuerySurface.isMeant(request)
                || request.header("Authorization").orElse("").startsWith("AWS4-")
                || request.rawQuery().contains("X-Amz-Credential=");
    }

    /// A problem of the front itself in the form of the protocol.
    static Response refusal(Request request, Problem problem) {
        if (QuerySurface.isMeant(request)) {
            return QuerySurface.refusal(request, problem, "");
        }
        return request.header(TARGET).isPresent() ? inJson(problem) : inXml(problem);
    }

    private static Response inJson(Problem problem) {
        String type = problem.status() < 500 ? "ValidationException" : "ServiceInternalErrorException";
        String body = JsonNodeFactory.instance
                .objectNode()
                .put("__type", type)
                .put("message", problem.message())
                .toString();
        return Response.of(problem.status(), "application/x-amz-json-1.0", body.getBytes(StandardCharsets.UTF_8));
    }

    private static Response inXml(Problem problem) {
        byte[] body = new XmlWriter()
                .root(
                        "Error",
                        "",
                        error -> error.text("Code", problem.code().text()).text("Message", problem.message()))
                .bytes();
        return Response.of(problem.status(), "application/xml", body);
    }

    /// The answer of the region's cell. The first one says what is wrong with a region that there is not.
    Response answer(Request request) {
        Optional<String> region = Signatures.region(request);
        Cell cell = region.flatMap(cells::of).orElse(cells.home());
        return request.header(TARGET).isPresent()
                ? onResources(request, cell, region.orElse(""))
                : client.send(cell, FrontSurface.flowing(request)).passedOn();
    }

    private Response onResources(Request request, Cell cell, String region) {
        CellRequest call = call(request);
        CellResponse answer = client.send(cell, call);
        Optional<PlacedName> missing = missing(answer);
        if (missing.isEmpty()) {
            return answer.passedOn();
        }
        answer.close();
        make(missing.get(), region);
        return client.send(cell, call).passedOn();
    }

    /// The group that the cell needs first.
    private static Optional<PlacedName> missing(CellResponse answer) {
        String name = answer.header(PlacementTokens.MISDIRECTED);
        return name.isEmpty() || name.contains("/providers/") ? Optional.empty() : Optional.of(PlacedName.parse(name));
    }

    private static CellRequest call(Request request) {
        CellRequest call = CellRequest.passing(request, FrontSurface.bytes(request.body(BODY_LIMIT)));
        if (request.header(TARGET).filter(HELD::equals).isPresent()) {
            call = call.whileAsked(request::isAbandoned);
        }
        return call;
    }

    /// What can't be made is missed once more, by the cell.
    private void make(PlacedName group, String region) {
        byte[] body = JsonMapper.shared()
                .writeValueAsBytes(JsonNodeFactory.instance.objectNode().put("location", region));
        placing.put(group, CellRequest.own("PUT", group.key() + GROUPS_VERSION, Optional.of(body)));
    }
}
