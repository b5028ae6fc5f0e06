package fairlead.modelled;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The service of `examples/warehouse`, in a process of its own.
final class WarehouseProcess implements AutoCloseable {

    static final Path EXAMPLE =
            Path.of("..", "examples", "warehouse").toAbsolutePath().normalize();

    private final Process process;
    private final URI address;

    private WarehouseProcess(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    static WarehouseProcess start() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        try {
            Process process = new ProcessBuilder(
                            java,
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            classPath,
                            EXAMPLE.resolve("Warehouse.java").toString(),
                            "--port",
                            "0")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
            String line = String.valueOf(said.readLine());
            return new WarehouseProcess(process, URI.create(line.substring(line.lastIndexOf(' ') + 1)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    URI address() {
        return address;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
