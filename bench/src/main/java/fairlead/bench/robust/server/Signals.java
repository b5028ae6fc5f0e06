package fairlead.bench.robust.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Signals to processes.
final class Signals {

    private Signals() {}

    static void send(String signal, List<Long> processes) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        processes.forEach(process -> command.add(Long.toString(process)));
        new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    }
}
