package fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A server as it is shipped: a process of its own, and a database in a folder.
public record ServerProcess(Process process, String url) {

    /// @param options of the server, besides the usual ones
    public static ServerProcess start(Path folder, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "fairlead.server.Main",
                "--port=0",
                "--data=" + folder.resolve("data"),
                "--handler-files=" + folder.resolve("cellars")));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command)
                .redirectError(folder.resolve("server.log").toFile())
                .start();
        return new ServerProcess(process, address(process.inputReader(StandardCharsets.UTF_8)));
    }

    private static String address(BufferedReader output) throws IOException {
        String line = String.valueOf(output.readLine());
        assertThat(line).startsWith("Fairlead listens on http://127.0.0.1:");
        return line.substring("Fairlead listens on ".length());
    }

    public void close() throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor()).isZero();
    }
}
