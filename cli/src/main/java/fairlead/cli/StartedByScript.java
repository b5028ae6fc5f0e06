package fairlead.cli;

import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/// The entry in the help of a program that the script starts instead of this command.
abstract class StartedByScript implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(hidden = true)
    private List<String> arguments = new ArrayList<>();

    @Unmatched
    private List<String> options = new ArrayList<>();

    @Override
    public Integer call() {
        throw new Refused(
                Exit.USAGE,
                "the server is started by the script: fairlead " + spec.name() + " " + String.join(" ", arguments)
                        + String.join(" ", options));
    }
}
