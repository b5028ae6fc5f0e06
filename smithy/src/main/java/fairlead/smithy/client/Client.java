package fairlead.smithy.client;

import fairlead.smithy.checksum.Signing;
import fairlead.smithy.protocol.HttpCall;
import fairlead.smithy.protocol.Protocol;
import fairlead.smithy.protocol.Reply;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import software.amazon.smithy.aws.traits.auth.UnsignedPayloadTrait;
import software.amazon.smithy.model.shapes.OperationShape;
import tools.jackson.databind.node.ObjectNode;

/// A service at its address.
///
/// @param endpoint where it is; may have a path and a query of its own
/// @param patience the longest that one call takes
public record Client(
        Protocol protocol, Connection connection, URI endpoint, Auth auth, Duration patience, Clock clock) {

    private static final Duration LEAST = Duration.ofMillis(1);

    /// What belongs to one call.
    ///
    /// @param token for members with `idempotencyToken`: the same whenever the call is repeated
    /// @param deadline when an answer has to be there
    /// @param headers besides those of the protocol, for traces
    public record Call(String token, Instant deadline, Map<String, String> headers) {}

    /// Carries an operation out.
    ///
    /// @throws TransportException if no answer came
    /// @throws fairlead.smithy.protocol.MalformedAnswer if the answer can't be understood
    /// @throws IllegalArgumentException if the input does not fit the model
    public Reply call(OperationShape operation, ObjectNode input, Call call) {
        HttpCall request = protocol.call(operation, input, call.token(), signing(operation));
        for (Map.Entry<String, String> header : call.headers().entrySet()) {
            request = request.withHeaders(request.headers().with(header.getKey(), header.getValue()));
        }
        URI address = request.at(endpoint);
        Instant now = clock.instant();
        HttpCall authorized = switch (auth) {
            case Auth.None() -> request;
            case Auth.Bearer(var token) ->
                request.withHeaders(request.headers().with("Authorization", "Bearer " + token));
            case Auth.SigV4 signature -> Signer.sign(request, address, signature, signing(operation), now);
        };
        Duration left = Duration.between(now, call.deadline());
        Duration within = left.compareTo(patience) < 0 ? left : patience;
        return protocol.reply(
                operation, connection.send(authorized, address, within.compareTo(LEAST) < 0 ? LEAST : within));
    }

    private Signing signing(OperationShape operation) {
        boolean covers = auth instanceof Auth.SigV4 && !operation.hasTrait(UnsignedPayloadTrait.class);
        return covers ? Signing.HEADER : Signing.UNSIGNED;
    }
}
