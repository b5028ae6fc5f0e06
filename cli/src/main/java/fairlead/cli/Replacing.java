package fairlead.cli;

import java.util.Optional;
import picocli.CommandLine.Option;

/// The option that allows for a resource to be replaced.
final class Replacing {

    @Option(
            names = "--replace",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "ORDER",
            description =
                    "replace the thing if it can't be changed in place: as its type declares, or create_then_delete,"
                            + " or delete_then_create")
    private Optional<String> order = Optional.empty();

    /// The path of a request that allows for it.
    String path(String path) {
        return order.map(how -> path + "&replace=" + Address.encode(how)).orElse(path);
    }
}
