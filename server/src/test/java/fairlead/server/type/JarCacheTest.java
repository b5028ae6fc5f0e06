package fairlead.server.type;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.HandlerException;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JarCacheTest extends OnNodes {

    @Override
    Database connect() {
        return SqliteDatabase.open(folder.resolve("fairlead.db"));
    }

    @Test
    void isFilledAgainWhenItIsLost() {
        node.register(Archives.example());
        Node restarted = node(node.database, "elsewhere");

        assertThat(create(restarted.bookmark().current(), "news")).isInstanceOf(Progress.Done.class);
    }

    @Test
    void isNotBelievedWhenItWasTamperedWith() throws IOException {
        TypeVersion version = node.register(Archives.example()).version();
        Path jar = folder.resolve("cache").resolve(version.digest()).resolve("bookmark.jar");
        byte[] original = Files.readAllBytes(jar);
        Files.write(jar, Archives.jar(Map.of("Evil.java", "package example; public class Evil {}")));
        Files.write(jar.resolveSibling("extra.jar"), original);

        assertThat(create(version, "news")).isInstanceOf(Progress.Done.class);

        assertThat(jar).hasBinaryContent(original);
        assertThat(jar.resolveSibling("extra.jar")).doesNotExist();
    }

    @Test
    void isNotBelievedWhenTheDatabaseWasTamperedWith() {
        TypeVersion version = node.register(Archives.example()).version();
        byte[] other = Archives.exampleWith("worth coming", "worth going");
        node.database.write(
                transaction -> transaction.update("UPDATE resource_type_version SET archive = ?", (Object) other));
        Node restarted = node(node.database, "elsewhere");

        Optional<HandlerException> failure = Optional.empty();
        try {
            create(restarted.types.version(BOOKMARK, version.version()), "news");
        } catch (HandlerException refused) {
            failure = Optional.of(refused);
        }
        assertThat(failure).get().extracting(HandlerException::code).hasToString("InternalFailure");
    }

    @Test
    void keepsNothingOfWhatWasRefused() {
        problem(() -> node.register(Archives.exampleWith("example.BookmarkHandler", "example.Missing")));

        try (Stream<Path> left = Files.list(folder.resolve("cache"))) {
            assertThat(left).isEmpty();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void isSweptAtTheStartOfWhatAKilledProcessLeft() throws IOException {
        TypeVersion version = node.register(Archives.example()).version();
        Path cache = folder.resolve("cache");
        Path left = Files.createDirectories(cache.resolve("new-1"));
        Path young = Files.createDirectories(cache.resolve("new-2"));
        Files.setLastModifiedTime(left, FileTime.from(clock.instant().minusSeconds(3601)));
        Files.setLastModifiedTime(young, FileTime.from(clock.instant().minusSeconds(3599)));

        node(node.database, "cache").types.refresh();

        assertThat(left).doesNotExist();
        assertThat(young).exists();
        assertThat(cache.resolve(version.digest())).exists();
    }
}
