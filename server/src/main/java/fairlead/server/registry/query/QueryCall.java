package fairlead.server.registry.query;

import fairlead.server.signature.Signed;
import java.util.function.BooleanSupplier;

/// A call of a service's action.
///
/// @param signed who calls
/// @param baseUrl where callers reach this server, without a slash at the end
/// @param abandoned whether the caller no longer waits for the answer
public record QueryCall(
        String action, QueryParameters parameters, Signed signed, String baseUrl, BooleanSupplier abandoned) {

    /// The same, of a signer for whom it was decided.
    QueryCall by(Signed other) {
        return new QueryCall(action, parameters, other, baseUrl, abandoned);
    }
}
