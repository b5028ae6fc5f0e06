package fairlead.docs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// A shell that runs one block after the other, and keeps folder and variables between them.
final class Terminal implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String END = "-- end of block ";

    private final Process process;
    private final Writer keyboard;
    private final BufferedReader screen;

    Terminal(Path folder, Map<String, String> variables) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder("bash").directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(variables);
        process = builder.start();
        keyboard = process.outputWriter(StandardCharsets.UTF_8);
        screen = process.inputReader(StandardCharsets.UTF_8);
    }

    /// What the commands answered, and the exit status of the last one.
    record Ran(String output, int status) {}

    Ran run(String commands) throws IOException {
        keyboard.write("{ " + commands + "\n} </dev/null\nprintf '\\n%s%s\\n' '" + END + "' $?\n");
        keyboard.flush();
        CompletableFuture<Void> alarm = new CompletableFuture<Void>()
                .completeOnTimeout(null, PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .thenRun(this::giveUp);
        try {
            return read();
        } finally {
            alarm.cancel(false);
        }
    }

    private void giveUp() {
        process.destroyForcibly();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
    }

    private Ran read() throws IOException {
        StringBuilder output = new StringBuilder();
        for (String line = screen.readLine(); line != null; line = screen.readLine()) {
            if (line.startsWith(END)) {
                int status = Integer.parseInt(line.substring(END.length()));
                return new Ran(output.substring(0, Math.max(0, output.length() - 1)), status);
            }
            output.append(line).append('\n');
        }
        throw new IOException("the shell ended after: " + output);
    }

    @Override
    public void close() {
        try {
            keyboard.close();
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
