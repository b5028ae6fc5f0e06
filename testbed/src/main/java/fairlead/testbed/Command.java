package fairlead.testbed;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A command of the operating system, run to its end.
final class Command {

    private Command() {}

    /// What the command prints; throws if it can't be run or fails.
    static String run(List<String> command) {
        return run(command, InputStream.nullInputStream());
    }

    static String run(List<String> command, InputStream input) {
        try {
            // Away from the current folder, which another user may not be allowed to enter.
            Process process = new ProcessBuilder(command)
                    .directory(new File("/"))
                    .redirectErrorStream(true)
                    .start();
            try (OutputStream stdin = process.getOutputStream()) {
                input.transferTo(stdin);
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            int code = process.waitFor();
            if (code != 0) {
                throw new IllegalStateException(
                        "`%s` failed with exit code %d: %s".formatted(String.join(" ", command), code, output));
            }
            return output;
        } catch (IOException failure) {
            throw new UncheckedIOException("`" + String.join(" ", command) + "` can't be run", failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while running " + command.getFirst(), interrupted);
        }
    }

    static boolean works(List<String> command) {
        try {
            run(command);
            return true;
        } catch (IllegalStateException | UncheckedIOException _) {
            return false;
        }
    }
}
