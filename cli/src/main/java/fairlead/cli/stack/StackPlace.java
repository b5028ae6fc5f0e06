package fairlead.cli.stack;

import fairlead.cli.address.Address;
import fairlead.cli.address.Scope;
import fairlead.cli.session.Session;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options that say where stacks are.
final class StackPlace {

    private static final String ROOT = "/fairlead/stacks";

    @Option(names = "--subscription", paramLabel = "ID", description = "the subscription (FAIRLEAD_SUBSCRIPTION)")
    private Optional<String> subscription = Optional.empty();

    @Option(
            names = "--location",
            paramLabel = "NAME",
            description = "where the stack and its resources are (FAIRLEAD_LOCATION, else local)")
    private Optional<String> location = Optional.empty();

    /// The address of all stacks there.
    String all(Session session) {
        return ROOT + query(session);
    }

    /// The address of a stack.
    String of(Session session, String name) {
        return ROOT + "/" + Address.encode(name) + query(session);
    }

    /// The address of something of a stack.
    String of(Session session, String name, String what) {
        return ROOT + "/" + Address.encode(name) + "/" + what + query(session);
    }

    private String query(Session session) {
        return "?subscription=" + Address.encode(Scope.subscription(session.env(), subscription)) + "&location="
                + Address.encode(Scope.location(session.env(), location));
    }
}
