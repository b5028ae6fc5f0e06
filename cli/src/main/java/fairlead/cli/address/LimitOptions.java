package fairlead.cli.address;

import fairlead.cli.session.Env;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options that say how much to list of what has happened, and in which subscription.
public final class LimitOptions {

    @Option(names = "--limit", paramLabel = "COUNT", description = "so many at most (else 20)")
    private int limit = 20;

    @Option(names = "--subscription", paramLabel = "ID", description = "the subscription (FAIRLEAD_SUBSCRIPTION)")
    private Optional<String> subscription = Optional.empty();

    public int limit() {
        return limit;
    }

    public String subscription(Env env) {
        return Scope.subscription(env, subscription);
    }
}
