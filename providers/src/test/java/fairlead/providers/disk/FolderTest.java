package fairlead.providers.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FolderTest {

    private static final Set<PosixFilePermission> ALL = PosixFilePermissions.fromString("rwxrwxrwx");
    private static final int SWAPS = 5000;

    @TempDir
    Path folder;

    @Test
    void writesWithExactlyThePermissionsAskedFor() throws IOException {
        try (Folder open = Folder.open(folder)) {
            open.write("a", new byte[] {1}, ALL);
            open.makeFolder("b", ALL);
        }
        assertThat(Files.getPosixFilePermissions(folder.resolve("a"))).isEqualTo(ALL);
        assertThat(Files.getPosixFilePermissions(folder.resolve("b"))).isEqualTo(ALL);
    }

    @Test
    void replacesWhatACrashHasLeftBehind() throws IOException {
        Path left = folder.resolve(Folder.UNFINISHED + Digest.of("a"));
        Files.writeString(left, "half");
        try (Folder open = Folder.open(folder)) {
            open.write("a", "whole".getBytes(StandardCharsets.UTF_8), ALL);
        }
        assertThat(left).doesNotExist();
        assertThat(folder.resolve("a")).hasContent("whole");
    }

    @Test
    void leavesNothingOfAWriteThatFailed() throws IOException {
        Files.createDirectory(folder.resolve("a"));
        try (Folder open = Folder.open(folder)) {
            assertThatThrownBy(() -> open.write("a", new byte[1], ALL)).isInstanceOf(FileSystemException.class);
            assertThat(open.names()).containsExactly("a");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "/a", "a\u0000"})
    void takesPlainNamesOnly(String name) throws IOException {
        try (Folder open = Folder.open(folder)) {
            assertThatThrownBy(() -> open.look(name)).isInstanceOf(InvalidPathException.class);
            assertThatThrownBy(() -> open.at(name)).isInstanceOf(InvalidPathException.class);
            assertThatThrownBy(() -> open.write(name, new byte[0], ALL)).isInstanceOf(InvalidPathException.class);
            assertThatThrownBy(() -> open.remove(name)).isInstanceOf(InvalidPathException.class);
        }
    }

    @Test
    void isNotLeftThroughALinkThatIsSwappedInAfterTheLook() throws IOException {
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Files.writeString(outside.resolve("a"), "precious");
        Files.writeString(folder.resolve("file"), "mine");
        try (Folder open = Folder.open(folder)) {
            PosixFileAttributes seen = open.look("file").orElseThrow();
            Files.delete(folder.resolve("file"));
            Files.createSymbolicLink(folder.resolve("file"), outside.resolve("a"));
            Files.createSymbolicLink(folder.resolve("directory"), outside);
            assertThatThrownBy(() -> open.openRegular("file", seen)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> open.enter("directory")).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> open.permit("file", ALL)).isInstanceOf(IOException.class);
        }
        assertThat(Files.getPosixFilePermissions(outside.resolve("a"))).isNotEqualTo(ALL);
    }

    @Test
    void isNotLeftThroughALinkThatIsSwappedInAgainAndAgain() throws Exception {
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Files.writeString(outside.resolve("a"), "precious");
        Path root = Files.createDirectory(folder.resolve("root"));
        Path inside = Files.createDirectory(root.resolve("inside"));
        var swaps = new FutureTask<Void>(() -> swap(inside, outside), null);
        Thread.ofPlatform().start(swaps);
        int reached = 0;
        boolean swapped;
        do {
            swapped = swaps.isDone();
            reached = changeReaches(root) ? reached + 1 : reached;
        } while (!swapped);
        swaps.get();
        assertThat(reached).as("the last one found the folder in its place").isPositive();
        assertThat(outside.resolve("a")).hasContent("precious");
        try (var entries = Files.list(outside)) {
            assertThat(entries).containsExactly(outside.resolve("a"));
        }
    }

    private static boolean changeReaches(Path root) {
        try (Folder open = Folder.open(root);
                Folder below = open.at("inside")) {
            below.write("a", "evil".getBytes(StandardCharsets.UTF_8), ALL);
            below.permit("a", ALL);
            below.remove("a");
            return true;
        } catch (IOException _) {
            return false; // refused, or the directory was away
        }
    }

    private static void swap(Path inside, Path outside) {
        Path away = inside.resolveSibling("away");
        try {
            for (int i = 0; i < SWAPS; i++) {
                Files.move(inside, away);
                Files.createSymbolicLink(inside, outside);
                Files.delete(inside);
                Files.move(away, inside);
            }
        } catch (IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }
}
