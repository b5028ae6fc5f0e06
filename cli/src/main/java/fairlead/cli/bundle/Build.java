package fairlead.cli.bundle;

import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Runs the command named `build` in a type's `fairlead.json`, which makes its files ready to be packed.
///
/// It runs in the folder, by `sh`. The JDK's commands are on its path; `FAIRLEAD_CLASSPATH` has what a handler in
/// Java compiles against.
public final class Build {

    private final Session session;
    private final Path folder;
    private final Optional<String> command;

    private Build(Session session, Path folder, Optional<String> command) {
        this.session = session;
        this.folder = folder;
        this.command = command;
    }

    public static Build of(Session session, Path folder) {
        Path file = folder.resolve("fairlead.json");
        if (!Files.isRegularFile(file)) {
            return new Build(session, folder, Optional.empty());
        }
        String command =
                Documents.object(session, file.toString()).path("build").asString("");
        return new Build(session, folder, Optional.of(command).filter(text -> !text.isBlank()));
    }

    /// Builds; throws [Refused] with all that the command said if it fails.
    public void run() throws InterruptedException {
        if (command.isEmpty()) {
            return;
        }
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command.get())
                .directory(folder.toAbsolutePath().toFile())
                .redirectErrorStream(true);
        surroundings(builder.environment());
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new Refused(
                        Exit.INVALID,
                        "the build failed with exit code " + process.exitValue() + ": " + command.get() + "\n"
                                + said.strip());
            }
        } catch (IOException failure) {
            throw new Refused(Exit.USAGE, "can't run the build: " + failure.getMessage());
        }
    }

    private void surroundings(Map<String, String> environment) {
        environment.putAll(session.env().variables());
        String home = System.getProperty("java.home");
        environment.put("JAVA_HOME", home);
        environment.put(
                "PATH", Path.of(home, "bin") + File.pathSeparator + environment.getOrDefault("PATH", "/usr/bin:/bin"));
        environment.put("FAIRLEAD_CLASSPATH", System.getProperty("java.class.path"));
    }
}
