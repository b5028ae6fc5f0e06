package fairlead.cli;

import picocli.CommandLine.Command;

@Command(
        name = "front",
        description = "Run the front of servers for several locations until it is stopped.",
        customSynopsis = "fairlead front --cell=LOCATION=URL... [OPTION...]",
        footer = "%nThe front itself tells its options: the script passes 'front --help' on to it.")
final class FrontCommand extends StartedByScript {}
