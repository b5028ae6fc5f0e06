package fairlead.cli;

import picocli.CommandLine.Command;

@Command(
        name = "serve",
        description = "Run a server until it is stopped.",
        customSynopsis = "fairlead serve [OPTION...]",
        footer = "%nThe server itself tells its options: the script passes 'serve --help' on to it.")
final class ServeCommand extends StartedByScript {}
