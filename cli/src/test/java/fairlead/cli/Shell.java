package fairlead.cli;

import fairlead.cli.session.Env;
import fairlead.cli.terminal.Terminal;
import fairlead.handler.testing.SettableClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Runs commands as a shell would: an environment, a keyboard, two outputs; waiting moves the clock.
public final class Shell {

    /// What a command left behind.
    public record Ran(int exit, String out, String err) {}

    public final SettableClock clock = SettableClock.atNoon();
    public final List<Duration> pauses = new ArrayList<>();
    final List<Runnable> watches = new ArrayList<>();
    private final Map<String, String> variables = new HashMap<>();
    private Terminal terminal = Terminal.none();
    private String keyboard = "";
    private int patience = Integer.MAX_VALUE;
    private Consumer<String> meanwhile = _ -> {};
    private ByteArrayOutputStream said = new ByteArrayOutputStream();

    public Shell(ScriptedServer server) {
        this(server.url());
    }

    public Shell(String url) {
        variables.put("FAIRLEAD_SERVER", url);
    }

    public Shell variable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    public Shell on(Terminal wanted) {
        terminal = wanted;
        return this;
    }

    public Shell typing(String text) {
        keyboard = text;
        return this;
    }

    /// Interrupts the command after so many pauses.
    public Shell interruptedAfter(int wanted) {
        patience = wanted;
        return this;
    }

    /// Does something each time a command waits, with what it has said so far beside its results.
    public Shell meanwhile(Consumer<String> deed) {
        meanwhile = deed;
        return this;
    }

    public Ran run(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        said = err;
        Env.Streams streams = new Env.Streams(
                new ByteArrayInputStream(keyboard.getBytes(StandardCharsets.UTF_8)), print(out), print(err));
        Env env = new Env(streams, terminal, variables, clock, this::pause, this::watch);
        int exit = Fairlead.run(args, env);
        return new Ran(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private void pause(Duration time) throws InterruptedException {
        if (pauses.size() >= patience) {
            watches.forEach(Runnable::run);
            throw new InterruptedException();
        }
        meanwhile.accept(said.toString(StandardCharsets.UTF_8));
        pauses.add(time);
        clock.advance(time);
    }

    private Env.Watch watch(Runnable interrupted) {
        watches.add(interrupted);
        return () -> watches.remove(interrupted);
    }
}
