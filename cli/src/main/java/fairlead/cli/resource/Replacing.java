package fairlead.cli.resource;

import fairlead.cli.address.Address;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// The option that allows for a resource to be replaced.
final class Replacing {

    private static final String WITHOUT = "true";

    @Option(
            names = "--replace",
            arity = "0..1",
            fallbackValue = WITHOUT,
            preprocessor = Attached.class,
            paramLabel = "ORDER",
            description =
                    "replace the resource if it can't be changed in place: as its type declares, or create_then_delete,"
                            + " or delete_then_create")
    private Optional<String> order = Optional.empty();

    /// What follows without `=` is not the order, but the type.
    static final class Attached implements IParameterPreprocessor {

        @Override
        public boolean preprocess(Stack<String> rest, CommandSpec command, ArgSpec option, Map<String, Object> how) {
            if (!command.parser().separator().equals(how.get("separator"))) {
                rest.push(WITHOUT);
            }
            return false;
        }
    }

    /// The path of a request that allows for it.
    String path(String path) {
        return order.map(how -> path + "&replace=" + Address.encode(how)).orElse(path);
    }
}
