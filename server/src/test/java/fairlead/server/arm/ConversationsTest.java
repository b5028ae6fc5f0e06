package fairlead.server.arm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Each file below `arm` is a conversation that begins with a fresh control plane, see [Conversation].
class ConversationsTest {

    private static final Path FILES = Path.of("src/test/resources/arm");

    @TempDir
    private Path folder;

    @TestFactory
    Stream<DynamicTest> withPatience() throws IOException {
        return conversations("sync", Duration.ofMinutes(1));
    }

    @TestFactory
    Stream<DynamicTest> withoutPatience() throws IOException {
        return conversations("async", Duration.ZERO);
    }

    private Stream<DynamicTest> conversations(String name, Duration patience) throws IOException {
        try (Stream<Path> files = Files.list(FILES.resolve(name))) {
            List<Path> conversations = files.sorted().toList();
            return conversations.stream()
                    .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                        Path data = folder.resolve(name + "-" + file.getFileName());
                        try (Plane plane = Plane.start(data, patience)) {
                            new Conversation(plane).run(Files.readAllLines(file));
                        }
                    }));
        }
    }
}
