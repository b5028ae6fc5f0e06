package fairlead.cli;

import fairlead.cli.session.Env;
import fairlead.cli.terminal.Terminal;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/// The main class of the process.
///
/// The script that starts it passes what it knows of the terminal: `-Dfairlead.terminal=012` lists the streams
/// that are a terminal, `-Dfairlead.columns=120` its width.
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        Env env = env();
        int exit = Fairlead.run(args, env);
        env.streams().out().flush();
        env.streams().err().flush();
        // The HTTP client's thread would keep the process for a while.
        Runtime.getRuntime().halt(exit);
    }

    private static Env env() {
        Map<String, String> variables = System.getenv();
        Env.Streams streams =
                new Env.Streams(System.in, stream(FileDescriptor.out, 1 << 16), stream(FileDescriptor.err, 1 << 10));
        return new Env(streams, terminal(variables), variables, Clock.systemUTC(), Thread::sleep, Main::watch);
    }

    private static PrintStream stream(FileDescriptor descriptor, int buffer) {
        return new PrintStream(
                new BufferedOutputStream(new FileOutputStream(descriptor), buffer), false, StandardCharsets.UTF_8);
    }

    private static Terminal terminal(Map<String, String> variables) {
        String terminals = System.getProperty("fairlead.terminal", "");
        boolean plain = !variables.getOrDefault("NO_COLOR", "").isEmpty()
                || variables.getOrDefault("TERM", "dumb").equals("dumb");
        return new Terminal(
                terminals.contains("0"),
                terminals.contains("1"),
                terminals.contains("2"),
                Integer.getInteger("fairlead.columns", 0),
                !plain);
    }

    private static Env.Watch watch(Runnable interrupted) {
        AtomicBoolean over = new AtomicBoolean();
        Thread hook = new Thread(() -> {
            if (!over.get()) {
                interrupted.run();
            }
        });
        Runtime.getRuntime().addShutdownHook(hook);
        return () -> over.set(true);
    }
}
