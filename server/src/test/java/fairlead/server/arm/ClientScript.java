package fairlead.server.arm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs commands of other programs in a folder. What the last one has said is in the file `output` there.
public record ClientScript(Path folder) {

    private static final long MINUTES = 15;

    /// Takes files of the tests along.
    ///
    /// @param scripts the folder that they are in
    public static ClientScript of(Path folder, Path scripts, String... files) throws IOException {
        for (String file : files) {
            Files.copy(scripts.resolve(file), folder.resolve(file));
        }
        return new ClientScript(folder);
    }

    /// Installs what `requirements.txt` names for `sdk/bin/python`: what was said if that failed.
    public String installPython() throws IOException, InterruptedException {
        return shell("python3 -m venv sdk && sdk/bin/pip install -q --no-compile -r requirements.txt");
    }

    /// Commands of a shell that ends at the first that fails: what was said then.
    public String shell(String commands) throws IOException, InterruptedException {
        return run(List.of("bash", "-euo", "pipefail", "-c", commands));
    }

    /// What the command has said if it failed.
    public String run(List<String> command) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        } catch (IOException missing) {
            return String.valueOf(missing.getMessage());
        }
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            return command + " does not end: " + Files.readString(output);
        }
        return process.exitValue() == 0 ? "" : Files.readString(output);
    }

    /// The lines that say that a check holds.
    public List<String> held() throws IOException {
        return Files.readAllLines(folder.resolve("output")).stream()
                .filter(line -> line.startsWith("ok "))
                .toList();
    }
}
