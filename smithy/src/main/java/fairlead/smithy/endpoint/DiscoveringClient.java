package fairlead.smithy.endpoint;

import fairlead.smithy.client.Auth;
import fairlead.smithy.client.Client;
import fairlead.smithy.protocol.Reply;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.Executor;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.OperationShape;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A service whose operations are called where they belong: at endpoints that the service names, or at its standard
/// one.
public final class DiscoveringClient {

    private final Client standard;
    private final DiscoveryTraits traits;
    private final EndpointDiscovery discovery;

    /// @param standard client of the standard endpoint
    /// @param settings that say the same standard endpoint
    /// @param cache of this client, or of several
    /// @param background runs requests that no caller waits for
    public DiscoveringClient(
            Model model,
            Client standard,
            DiscoveryTraits traits,
            DiscoverySettings settings,
            EndpointCache cache,
            Executor background) {
        this.standard = standard;
        this.traits = traits;
        OperationShape question = model.expectShape(traits.operation(), OperationShape.class);
        discovery = new EndpointDiscovery(
                traits, settings, cache, new ServiceDirectory(standard, question), standard.clock(), background);
    }

    /// Carries an operation out, as [Client#call] does.
    ///
    /// @throws DiscoveryException if it needs an endpoint, and none can be found
    public Reply call(OperationShape operation, ObjectNode input, Client.Call call) {
        return discovery.call(
                new EndpointDiscovery.Call(operation.getId(), accessKey(), member -> text(input, member)),
                endpoint -> at(endpoint).call(operation, input, call),
                this::saysInvalid);
    }

    private Client at(URI endpoint) {
        return new Client(
                standard.protocol(),
                standard.connection(),
                endpoint,
                standard.auth(),
                standard.patience(),
                standard.clock());
    }

    private boolean saysInvalid(Reply reply) {
        return reply instanceof Reply.Refusal refusal
                && traits.saysInvalid(refusal.status(), Optional.of(refusal.code()));
    }

    private String accessKey() {
        return standard.auth() instanceof Auth.SigV4 signature
                ? signature.credentials().keyId()
                : "";
    }

    private static Optional<String> text(ObjectNode input, String member) {
        return Optional.of(input.path(member)).filter(JsonNode::isString).map(JsonNode::stringValue);
    }
}
