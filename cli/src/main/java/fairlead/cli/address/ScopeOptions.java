package fairlead.cli.address;

import fairlead.cli.session.Session;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options for the scope of a lock or a tag: a resource, else a subscription, else a resource group.
public final class ScopeOptions {

    @Option(names = "--on", arity = "2", paramLabel = "TYPE NAME", description = "a resource, rather than its group")
    private List<String> resource = List.of();

    @Option(names = "--whole-subscription", description = "the subscription, rather than a group")
    private boolean subscription;

    @Mixin
    private Scope scope = new Scope();

    /// Its id.
    public String id(Session session) throws InterruptedException {
        if (!resource.isEmpty()) {
            Type type = new Types(session.server()).resolve(resource.getFirst(), scope.apiVersion());
            Scope.Place group = scope.group(session.env());
            return Address.resource(group, type, List.of(), resource.getLast()).id();
        }
        return (subscription ? scope.everywhere(session.env()) : scope.group(session.env())).path();
    }
}
