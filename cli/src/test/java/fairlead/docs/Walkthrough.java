package fairlead.docs;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.docs.Page.Block;
import fairlead.docs.Terminal.Ran;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Does what a page tells its reader to do, and looks whether the answers are those that it promises.
final class Walkthrough {

    private static final boolean REWRITE = "rewrite".equals(System.getProperty("docs"));

    private final Page page;
    private final Workplace place;
    private final Terminal terminal;
    private final Deque<Process> servers = new ArrayDeque<>();
    private final Deque<Map.Entry<Block, String>> rewritten = new ArrayDeque<>();
    private String answer = "";

    Walkthrough(Page page, Path folder) throws IOException {
        this.page = page;
        place = new Workplace(folder);
        terminal = new Terminal(folder, place.variables());
    }

    void run() throws IOException, InterruptedException {
        List<Block> blocks = page.blocks();
        for (int i = 0; i < blocks.size(); i++) {
            Block block = blocks.get(i);
            if (block.isOutput()) {
                compare(block);
            } else if (block.is("sh", "server")) {
                serve(block, blocks.get(i + 1).text());
            } else if (block.is("text", "stop")) {
                stop();
            } else if (block.info().getFirst().equals("sh") && !block.is("sh", "not-run")) {
                type(block, i + 1 < blocks.size() && blocks.get(i + 1).isOutput());
            } else if (!block.value("file").isEmpty()) {
                write(block);
            }
        }
        for (Map.Entry<Block, String> change : rewritten) {
            page.replace(change.getKey(), change.getValue());
        }
    }

    private void compare(Block block) {
        String shown = place.shown(answer);
        Optional<String> differing = Answer.differing(block, shown);
        if (differing.isPresent() && REWRITE) {
            rewritten.push(Map.entry(block, differing.get()));
        } else if (differing.isPresent()) {
            assertThat(shown)
                    .as("%s:%d; -Ddocs=rewrite writes what was answered", page.path(), block.line())
                    .isEqualTo(block.text());
        }
    }

    /// A command that fails without the page showing its answer is a mistake of the page.
    private void type(Block block, boolean answerShown) throws IOException {
        Ran ran = terminal.run(place.real(block.text()));
        answer = ran.output();
        if (!answerShown) {
            assertThat(ran.status())
                    .as("%s:%d: %s", page.path(), block.line(), answer)
                    .isZero();
        }
    }

    /// @param promised what it says when it is ready: as many lines of its output are read
    private void serve(Block block, String promised) throws IOException {
        Process server = new ProcessBuilder("bash", "-c", "exec " + place.real(block.text()))
                .directory(place.root().toFile())
                .redirectError(place.root().resolve("server.log").toFile())
                .start();
        servers.push(server);
        BufferedReader output = server.inputReader(StandardCharsets.UTF_8);
        String last = promised.lines()
                .filter(line -> !line.isBlank() && !line.equals("..."))
                .reduce("", (_, line) -> line);
        CompletableFuture<Void> alarm = new CompletableFuture<Void>()
                .completeOnTimeout(null, 60, TimeUnit.SECONDS)
                .thenRun(server::destroy);
        StringBuilder said = new StringBuilder();
        String line = "";
        while (!place.shown(line).equals(last)) {
            line = output.readLine();
            assertThat(line)
                    .as("%s:%d: after %s%s", page.path(), block.line(), said, log())
                    .isNotNull();
            said.append(line).append('\n');
        }
        alarm.cancel(false);
        Thread.ofPlatform().daemon().start(() -> drain(output));
        answer = said.toString();
    }

    private String log() throws IOException {
        return Files.readString(place.root().resolve("server.log"));
    }

    private static void drain(BufferedReader output) {
        try (output) {
            output.lines().forEach(_ -> {});
        } catch (IOException | UncheckedIOException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop() throws InterruptedException {
        Process server = servers.pop();
        server.destroy();
        assertThat(server.waitFor()).as(page.path()).isZero();
    }

    private void write(Block block) throws IOException {
        Path file = place.root().resolve(block.value("file"));
        Files.createDirectories(file.getParent());
        Files.writeString(file, block.text());
    }

    /// Ends what is still running.
    void end() throws InterruptedException {
        terminal.close();
        while (!servers.isEmpty()) {
            Process server = servers.pop();
            server.destroy();
            server.waitFor();
        }
    }
}
