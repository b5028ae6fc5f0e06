package fairlead.server.registry.query;

import fairlead.server.access.Action;
import java.util.Optional;
import java.util.function.Predicate;

/// A service whose actions are in two parts.
///
/// @param first has the actions that `ofFirst` knows, and the second all others
public record JoinedService(QueryService first, Predicate<String> ofFirst, QueryService second)
        implements QueryService {

    private QueryService of(String action) {
        return ofFirst.test(action) ? first : second;
    }

    @Override
    public String version() {
        return second.version();
    }

    @Override
    public String namespace() {
        return second.namespace();
    }

    @Override
    public String signingName() {
        return second.signingName();
    }

    @Override
    public boolean changes(String action) {
        return of(action).changes(action);
    }

    @Override
    public Optional<Action> asks(String action) {
        return of(action).asks(action);
    }

    @Override
    public boolean isUnsigned(String action) {
        return of(action).isUnsigned(action);
    }

    @Override
    public void answer(UnsignedCall call, XmlWriter result) {
        of(call.action()).answer(call, result);
    }

    @Override
    public void answer(QueryCall call, XmlWriter result) {
        of(call.action()).answer(call, result);
    }
}
