package fairlead.providers.files;

import static fairlead.providers.files.Fixture.directoryId;
import static fairlead.providers.files.Fixture.done;
import static fairlead.providers.files.Fixture.failed;
import static fairlead.providers.files.Fixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class DirectoryTest {

    @TempDir
    Path folder;

    Fixture disk;

    @BeforeEach
    void open() {
        disk = new Fixture(folder);
    }

    @Nested
    class ANewDirectory {

        @Test
        void isThere() throws IOException {
            ObjectNode model = done(disk.directories.create(directoryId("docs")));
            assertThat(model)
                    .isEqualTo(json("{'Name':'docs','Mode':'0755','DeleteContents':false}")
                            .put("Path", disk.root.resolve("docs").toString()));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(disk.root.resolve("docs"))))
                    .isEqualTo("rwxr-xr-x");
            assertThat(done(disk.directories.read(directoryId("docs")))).isEqualTo(model);
        }

        @Test
        void isTheSameForTheSameToken() {
            Progress first = disk.directories.create(directoryId("docs"), "once");
            assertThat(disk.directories.create(directoryId("docs"), "once")).isEqualTo(first);
            assertThat(failed(disk.directories.create(directoryId("docs"), "other"))
                            .code())
                    .isEqualTo(ErrorCode.ALREADY_EXISTS);
        }

        @ParameterizedTest
        @ValueSource(strings = {"directory", "file", "link", "broken link"})
        void isNotMadeOverSomethingElse(String kind) throws IOException {
            Path there = disk.root.resolve("docs");
            switch (kind) {
                case "directory" -> Files.createDirectory(there);
                case "file" -> Files.writeString(there, "mine");
                case "link" -> Files.createSymbolicLink(there, folder);
                default -> Files.createSymbolicLink(there, folder.resolve("nowhere"));
            }
            assertThat(failed(disk.directories.create(directoryId("docs"))).code())
                    .isEqualTo(ErrorCode.ALREADY_EXISTS);
        }

        @ParameterizedTest
        @ValueSource(strings = {"0655", "755", "1755", "rwx", "0800"})
        void needsAModeThatLeavesTheOwnerIn(String mode) {
            assertThat(failed(disk.directories.create(directoryId("docs").put("Mode", mode)))
                            .message())
                    .contains("Mode expects");
        }
    }

    @Nested
    class AnUpdate {

        @Test
        void changesTheMode() throws IOException {
            ObjectNode before = done(disk.directories.create(directoryId("docs")));
            ObjectNode after = done(disk.directories.update(
                    directoryId("docs"), directoryId("docs").put("Mode", "0700"), before));
            assertThat(after.path("Mode").asString()).isEqualTo("0700");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(disk.root.resolve("docs"))))
                    .isEqualTo("rwx------");
        }

        @Test
        void ofWhatIsNotThereIsNotFound() {
            ObjectNode no = directoryId("no");
            assertThat(failed(disk.directories.update(no, no, no)).code()).isEqualTo(ErrorCode.NOT_FOUND);
        }
    }

    @Nested
    class ADelete {

        @Test
        void isForGood() {
            done(disk.directories.create(directoryId("docs")));
            assertThat(disk.directories.delete(directoryId("docs"))).isEqualTo(Progress.gone());
            assertThat(disk.root.resolve("docs")).doesNotExist();
            assertThat(failed(disk.directories.read(directoryId("docs"))).code())
                    .isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(failed(disk.directories.delete(directoryId("docs"))).code())
                    .isEqualTo(ErrorCode.NOT_FOUND);
            done(disk.directories.create(directoryId("docs")));
        }

        @Test
        void sparesWhatIsNotEmpty() throws IOException {
            done(disk.directories.create(directoryId("docs")));
            Files.writeString(disk.root.resolve("docs/a"), "a");
            Progress.Failed refused = failed(disk.directories.delete(directoryId("docs")));
            assertThat(refused.code()).isEqualTo(ErrorCode.GENERAL_SERVICE_EXCEPTION);
            assertThat(refused.message()).contains("not empty (1 entries)");
        }

        @Test
        void takesTheContentsAlongIfAsked() throws IOException {
            done(disk.directories.create(directoryId("docs").put("DeleteContents", true)));
            Path outside = Files.createDirectory(folder.resolve("outside"));
            Files.writeString(outside.resolve("precious"), "precious");
            Files.createDirectories(disk.root.resolve("docs/a/b/c"));
            Files.writeString(disk.root.resolve("docs/a/b/c/d"), "d");
            Files.createSymbolicLink(disk.root.resolve("docs/a/link"), outside);
            Files.createSymbolicLink(disk.root.resolve("docs/file"), outside.resolve("precious"));
            assertThat(disk.directories.delete(directoryId("docs"))).isEqualTo(Progress.gone());
            assertThat(disk.root.resolve("docs")).doesNotExist();
            assertThat(outside.resolve("precious")).hasContent("precious");
        }

        @Test
        void goesOnInAnotherCallWhenTheTimeIsUp() throws IOException {
            done(disk.directories.create(directoryId("docs").put("DeleteContents", true)));
            Files.createDirectories(disk.root.resolve("docs/a/b"));
            assertThat(disk.deleteWithoutTime("docs")).isInstanceOf(Progress.Again.class);
            assertThat(disk.directories.delete(directoryId("docs"))).isEqualTo(Progress.gone());
        }
    }

    @Nested
    class AList {

        @Test
        void namesDirectoriesOnly() throws IOException {
            for (String name : List.of("c", "a", "b")) {
                done(disk.directories.create(directoryId(name)));
            }
            Files.writeString(disk.root.resolve("file"), "");
            Files.createDirectory(disk.root.resolve(".hidden"));
            Files.createSymbolicLink(disk.root.resolve("link"), folder);
            assertThat(disk.directories.list()).containsExactly(directoryId("a"), directoryId("b"), directoryId("c"));
        }
    }

    @Nested
    class ANameThatIsAPath {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "..",
                    ".",
                    "",
                    "a/b",
                    "/etc",
                    "../x",
                    "a\u0000b",
                    "a\n",
                    ".fairlead",
                    "a|b",
                    "a\\b",
                    "%2e%2e/x"
                })
        void isRefusedByEveryCall(String name) {
            ObjectNode id = directoryId(name);
            assertThat(List.of(
                            failed(disk.directories.create(id)).code(),
                            failed(disk.directories.read(id)).code(),
                            failed(disk.directories.update(id, id, id)).code(),
                            failed(disk.directories.delete(id)).code()))
                    .containsOnly(ErrorCode.INVALID_REQUEST);
        }
    }

    @Nested
    class ASymbolicLinkInPlaceOfADirectory {

        Path outside;

        @BeforeEach
        void swap() throws IOException {
            outside = Files.createDirectory(folder.resolve("outside"));
            Files.writeString(outside.resolve("precious"), "precious");
            done(disk.directories.create(directoryId("docs").put("DeleteContents", true)));
            Files.delete(disk.root.resolve("docs"));
            Files.createSymbolicLink(disk.root.resolve("docs"), outside);
        }

        @Test
        void isNotADirectory() {
            ObjectNode id = directoryId("docs");
            assertThat(failed(disk.directories.read(id)).code()).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(failed(disk.directories.update(id, id.deepCopy().put("Mode", "0777"), id))
                            .code())
                    .isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(failed(disk.directories.delete(id)).code()).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(outside.resolve("precious")).hasContent("precious");
            assertThat(Files.exists(disk.root.resolve("docs"), LinkOption.NOFOLLOW_LINKS))
                    .isTrue();
        }
    }

    @Nested
    class TheRoot {

        @Test
        void isTheAccountsOwnWithoutAConfiguration() {
            done(disk.directories.create(directoryId("docs")));
            assertThat(folder.resolve("files/test/docs")).isDirectory();
        }

        @Test
        void isWhatTheConfigurationSays() throws IOException {
            Path other = Files.createDirectory(folder.resolve("other"));
            disk.directories.configured(json("{}").put("Root", other.toString()));
            done(disk.directories.create(directoryId("docs")));
            assertThat(other.resolve("docs")).isDirectory();
        }

        @ParameterizedTest
        @ValueSource(strings = {"relative", "/no/such/directory", "", "/dev/null", "/a\u0000"})
        void hasToBeAnAbsolutePathOfADirectory(String root) {
            disk.directories.configured(json("{}").put("Root", root));
            assertThat(failed(disk.directories.create(directoryId("docs"))).code())
                    .isEqualTo(ErrorCode.INVALID_TYPE_CONFIGURATION);
        }
    }
}
