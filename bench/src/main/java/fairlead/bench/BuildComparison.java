package fairlead.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// Measures this build beside another one.
final class BuildComparison {

    private static final int RESOURCES = 1000;
    private static final List<String> OPTIONS = List.of("--sync-wait", "10s");

    private final Path folder;
    private final Comparison comparison;

    BuildComparison(Path folder, Comparison comparison) {
        this.folder = folder;
        this.comparison = comparison;
    }

    /// @param program the script `fairlead` of the other build
    /// @return the report
    String report(Path program) throws Exception {
        try (ServerProcess ours = new ServerProcess(fresh("this"), OPTIONS);
                ServerProcess other = new ServerProcess(program, fresh("other"), OPTIONS)) {
            fill(ours);
            fill(other);
            return "# This build beside " + program + "\n\n" + comparison.terms() + "\n"
                    + section("PUT", 201, ours, other, (round, number) -> Requests.put(round + number))
                    + section("GET", 200, ours, other, (_, _) -> anyGet());
        }
    }

    private String section(String name, int status, ServerProcess ours, ServerProcess other, Comparison.Kind kind)
            throws IOException {
        return comparison.section(
                name, status, new Comparison.Contender(ours, kind), new Comparison.Contender(other, kind));
    }

    private static byte[] anyGet() {
        return Requests.get("r" + ThreadLocalRandom.current().nextInt(RESOURCES));
    }

    private static void fill(ServerProcess server) throws IOException {
        try (Exchanger client = new Exchanger(server.port(), 201, number -> Requests.put("r" + number))) {
            for (int i = 0; i < RESOURCES; i++) {
                client.once(i);
            }
        }
    }

    private Path fresh(String name) throws IOException {
        return Files.createDirectory(folder.resolve(name));
    }
}
