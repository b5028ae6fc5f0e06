package fairlead.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The arguments that name one resource.
final class Target {

    @Parameters(
            index = "0",
            paramLabel = "TYPE",
            description = "Fairlead::Lab::Thing, Fairlead.Lab/things, or its last part where that is clear")
    private String type = "";

    @Parameters(index = "1", paramLabel = "NAME", description = "its name; of a nested one authority/name")
    private String name = "";

    @Option(names = "--parent", paramLabel = "NAME", description = "the name of its parent, the outermost first")
    private List<String> parents = new ArrayList<>();

    @Mixin
    private Scope scope = new Scope();

    Address address(Session session) throws InterruptedException {
        Type known = new Types(session.server()).resolve(type, scope.apiVersion());
        return Address.resource(scope.group(session.env()), known, parents, name);
    }
}
