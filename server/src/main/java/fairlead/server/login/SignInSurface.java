package fairlead.server.login;

import fairlead.server.access.Asked;
import fairlead.server.access.identity.token.TrustedIssuer;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `GET /fairlead/signin`: where people can sign in, for a program that has not signed them in yet. Of each issuer that
/// has a
/// client for the command line: its address, the client id, and what to ask for. None of it is secret.
public final class SignInSurface implements Surface {

    private static final String ADDRESS = "/fairlead/signin";

    private final byte[] answer;

    /// @param issuers those whose tokens are taken
    public SignInSurface(List<TrustedIssuer> issuers) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode list = json.putArray("issuers");
        issuers.forEach(issuer -> issuer.program()
                .ifPresent(program -> list.addObject()
                        .put("issuer", issuer.issuer())
                        .put("clientId", program.clientId())
                        .put("scope", program.scope())));
        answer = JsonMapper.shared().writeValueAsBytes(json);
    }

    @Override
    public boolean serves(Request request) {
        return request.path().equals(ADDRESS);
    }

    @Override
    public Asked asks(Request request) {
        return Asked.NOTHING;
    }

    @Override
    public String door() {
        return "login";
    }

    @Override
    public Response answer(Request request) {
        return request.method().equals("GET")
                ? Response.json(200, answer)
                : ErrorDocument.response(request, new Problem.MethodNotAllowed(request.method()))
                        .with("Allow", "GET");
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }
}
