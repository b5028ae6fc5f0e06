package fairlead.docs;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.docs.Page.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every page is true. Each has a folder, a server and a port of its own.
@Execution(ExecutionMode.CONCURRENT)
class PagesTest {

    static List<String> pages() {
        return Repository.pages();
    }

    static Stream<String> walkthroughs() {
        return pages().stream().filter(path -> Page.read(path).hasCommands());
    }

    @ParameterizedTest
    @MethodSource("walkthroughs")
    void answersAsItPromises(String path, @TempDir Path folder) throws IOException, InterruptedException {
        Walkthrough walkthrough = new Walkthrough(Page.read(path), folder.toRealPath());
        try {
            walkthrough.run();
        } finally {
            walkthrough.end();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksLeadSomewhere(String path) {
        Page page = Page.read(path);
        for (String link : page.links()) {
            String[] parts = link.split("#", 2);
            Path target = parts[0].isEmpty()
                    ? Repository.file(path)
                    : Repository.file(path).resolveSibling(parts[0]).normalize();
            assertThat(target).as("%s links to %s", path, link).exists();
            if (parts.length == 2) {
                String linked = Repository.ROOT.relativize(target).toString();
                assertThat(Page.read(linked).anchors())
                        .as("%s links to %s", path, link)
                        .contains(parts[1]);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void excerptsAreOfTheRealFile(String path) throws IOException {
        for (Block block : Page.read(path).blocks()) {
            String source = block.value("from");
            if (!source.isEmpty()) {
                String whole = Files.readString(Repository.file(source));
                for (String part : block.text().split("(?m)^\\s*// \\.\\.\\.\\R")) {
                    assertThat(unindented(whole))
                            .as("%s:%d", path, block.line())
                            .contains(unindented(part));
                }
            }
        }
    }

    private static String unindented(String text) {
        return text.replaceAll("(?m)^[ \\t]+", "").strip();
    }
}
