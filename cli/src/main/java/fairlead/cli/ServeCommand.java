package fairlead.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Unmatched;

/// Stands in the help for the server, which the script starts in this command's place.
@Command(
        name = "serve",
        description = "Run a server until it is stopped.",
        customSynopsis = "fairlead serve [OPTION...]",
        footer = "%nThe server itself tells its options: the script passes 'serve --help' on to it.")
final class ServeCommand implements Callable<Integer> {

    @Parameters(hidden = true)
    private List<String> arguments = new ArrayList<>();

    @Unmatched
    private List<String> options = new ArrayList<>();

    @Override
    public Integer call() {
        throw new Refused(
                Exit.USAGE,
                "the server is started by the script: fairlead serve " + String.join(" ", arguments)
                        + String.join(" ", options));
    }
}
