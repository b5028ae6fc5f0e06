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
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nOptions of the server:%n",
        footer = {
            "      --port=PORT          where to listen (8080)",
            "      --host=HOST          the address to listen on (127.0.0.1)",
            "      --data=DIR           the folder of its database and registered types (.fairlead/)",
            "      --database=URL       postgresql://... instead of the database in that folder",
            "      --sync-wait=TIME     how long a request waits for its result before it is answered as accepted",
            "      --min-retry-after=SECONDS",
            "                           the shortest Retry-After of its answers"
        })
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
