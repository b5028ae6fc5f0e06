package fairlead.server.registry.stack;

import fairlead.server.access.Action;
import fairlead.server.registry.RegistryActions;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.registry.query.QueryService;
import fairlead.server.registry.query.XmlWriter;
import java.util.Optional;

/// AWS CloudFormation as a whole: stacks, and the registry of their types.
public final class CloudFormationActions implements QueryService {

    private final RegistryActions registry;
    private final StackActions stacks;

    public CloudFormationActions(RegistryActions registry, StackActions stacks) {
        this.registry = registry;
        this.stacks = stacks;
    }

    @Override
    public String version() {
        return registry.version();
    }

    @Override
    public String namespace() {
        return registry.namespace();
    }

    @Override
    public String signingName() {
        return registry.signingName();
    }

    @Override
    public boolean changes(String action) {
        return StackAction.parse(action).map(StackAction::changes).orElseGet(() -> registry.changes(action));
    }

    @Override
    public Optional<Action> asks(String action) {
        return StackAction.parse(action).map(StackAction::permission).or(() -> registry.asks(action));
    }

    @Override
    public void answer(QueryCall call, XmlWriter result) {
        Optional<StackAction> action = StackAction.parse(call.action());
        if (action.isPresent()) {
            stacks.answer(action.get(), call, result);
        } else if (StackActions.isRefused(call.action())) {
            throw StackFaults.invalid(call.action() + " is not available on this server.");
        } else {
            registry.answer(call, result);
        }
    }
}
