package fairlead.lambda;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// How a provider's process is started.
///
/// @param command the program and its arguments; `{temp}` in them stands for the process's own temporary folder
/// @param environment all of it, but for what is the process's own
/// @param directory where it is started: the provider's code
/// @param guard the script that starts it in a group of its own, and ends that group when the server ends
record Launch(List<String> command, Map<String, String> environment, Path directory, Path guard, int memoryMegabytes) {

    Launch {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }
}
