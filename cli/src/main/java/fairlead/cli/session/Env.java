package fairlead.cli.session;

import fairlead.cli.http.Pause;
import fairlead.cli.terminal.Terminal;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/// All that a command may use besides its arguments, files and the server.
///
/// @param variables the environment variables
/// @param pause how to wait
/// @param interrupts what to do when the person presses Ctrl-C
public record Env(
        Streams streams,
        Terminal terminal,
        Map<String, String> variables,
        Clock clock,
        Pause pause,
        Interrupts interrupts) {

    /// The three streams of a process: input, results, and everything else.
    public record Streams(InputStream in, PrintStream out, PrintStream err) {}

    /// Says something when the command is interrupted.
    @FunctionalInterface
    public interface Interrupts {
        /// Calls that once if an interrupt comes before the watch is closed.
        Watch watch(Runnable interrupted);
    }

    /// The time during which an interrupt is of interest.
    @FunctionalInterface
    public interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    public Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(name)).filter(value -> !value.isBlank());
    }
}
