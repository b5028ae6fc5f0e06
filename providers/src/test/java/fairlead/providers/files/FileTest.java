package fairlead.providers.files;

import static fairlead.providers.files.Fixture.directoryId;
import static fairlead.providers.files.Fixture.done;
import static fairlead.providers.files.Fixture.failed;
import static fairlead.providers.files.Fixture.file;
import static fairlead.providers.files.Fixture.fileId;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class FileTest {

    private static final ObjectNode MEMO = fileId("docs", "memo.txt");

    @TempDir
    Path folder;

    Fixture disk;
    Path docs;

    @BeforeEach
    void open() {
        disk = new Fixture(folder);
        done(disk.directories.create(directoryId("docs")));
        docs = disk.root.resolve("docs");
    }

    private ObjectNode memo(String content) {
        return done(disk.files.create(file("docs", "memo.txt", content)));
    }

    @Nested
    class ANewFile {

        @Test
        void holdsItsContent() throws IOException {
            ObjectNode model = memo("Tęst\n");
            assertThat(docs.resolve("memo.txt")).hasContent("Tęst\n");
            assertThat(model.path("Size").asInt()).isEqualTo(6);
            assertThat(model.path("Sha256").asString())
                    .isEqualTo("8d3438017e389056cc4e7bfd7893736a4aab5d906a8493462571437b578820d7");
            assertThat(model.path("Mode").asString()).isEqualTo("0644");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(docs.resolve("memo.txt"))))
                    .isEqualTo("rw-r--r--");
            assertThat(done(disk.files.read(MEMO))).isEqualTo(model);
        }

        @Test
        void leavesNothingElseInTheDirectory() throws IOException {
            memo("a");
            try (var entries = Files.list(docs)) {
                assertThat(entries).containsExactly(docs.resolve("memo.txt"));
            }
        }

        @Test
        void holdsBytesThatAreNoText() throws IOException {
            ObjectNode model = done(disk.files.create(MEMO.deepCopy().put("ContentBase64", "AP/+")));
            assertThat(Files.readAllBytes(docs.resolve("memo.txt"))).containsExactly(0, 0xff, 0xfe);
            assertThat(model.has("Content")).isFalse();
        }

        @Test
        void isTheSameForTheSameToken() {
            Progress first = disk.files.create(file("docs", "memo.txt", "a"), "once");
            assertThat(disk.files.create(file("docs", "memo.txt", "a"), "once")).isEqualTo(first);
            assertThat(failed(disk.files.create(file("docs", "memo.txt", "a"), "other"))
                            .code())
                    .isEqualTo(ErrorCode.ALREADY_EXISTS);
        }

        @Test
        void isNotMadeOverSomethingElse() throws IOException {
            Files.writeString(docs.resolve("memo.txt"), "mine");
            assertThat(failed(disk.files.create(file("docs", "memo.txt", "a"))).code())
                    .isEqualTo(ErrorCode.ALREADY_EXISTS);
            assertThat(docs.resolve("memo.txt")).hasContent("mine");
        }

        @Test
        void needsItsDirectory() {
            assertThat(failed(disk.files.create(file("missing", "a", "a"))).message())
                    .isEqualTo("there is no directory \"missing\"");
        }

        @Test
        void needsContentInOneForm() {
            assertThat(failed(disk.files.create(MEMO)).message()).contains("Content", "none of them");
            assertThat(failed(disk.files.create(file("docs", "memo.txt", "a").put("ContentBase64", "YQ==")))
                            .message())
                    .contains("both");
        }

        @ParameterizedTest
        @ValueSource(strings = {"YQ", "YR==", "YQ==\n", "*", "Y=Q="})
        void takesBase64InItsCanonicalFormOnly(String base64) {
            assertThat(failed(disk.files.create(MEMO.deepCopy().put("ContentBase64", base64)))
                            .message())
                    .contains("canonical");
        }

        @Test
        void mayHaveOneMebibyte() {
            memo("x".repeat(1 << 20));
            String larger = "ü".repeat((1 << 19) + 1);
            assertThat(failed(disk.files.create(file("docs", "larger", larger))).message())
                    .contains("1048576 bytes at most; found 1048578");
        }
    }

    @Nested
    class AnUpdate {

        @Test
        void replacesTheFileAsAWhole() throws IOException {
            ObjectNode before = memo("long content");
            ObjectNode after = done(disk.files.update(MEMO, file("docs", "memo.txt", "short"), before));
            assertThat(docs.resolve("memo.txt")).hasContent("short");
            assertThat(after.path("Size").asInt()).isEqualTo(5);
            assertThat(done(disk.files.read(MEMO))).isEqualTo(after);
        }

        @Test
        void ofTheModeLeavesTheContentAlone() throws IOException {
            ObjectNode before = memo("a");
            FileTime earlier = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));
            Files.setLastModifiedTime(docs.resolve("memo.txt"), earlier);
            ObjectNode after =
                    done(disk.files.update(MEMO, file("docs", "memo.txt", "a").put("Mode", "0600"), before));
            assertThat(after.path("Mode").asString()).isEqualTo("0600");
            assertThat(after.path("ModifiedAt").asString()).isEqualTo("2026-01-01T00:00:00Z");
        }

        @Test
        void changesTheFormOfTheContent() {
            ObjectNode before = memo("a");
            ObjectNode after = done(disk.files.update(MEMO, MEMO.deepCopy().put("ContentBase64", "YQ=="), before));
            assertThat(after.has("Content")).isFalse();
        }

        @Test
        void ofWhatIsNotThereIsNotFound() {
            assertThat(failed(disk.files.update(MEMO, file("docs", "memo.txt", "a"), MEMO))
                            .code())
                    .isEqualTo(ErrorCode.NOT_FOUND);
            ObjectNode nowhere = fileId("missing", "a");
            assertThat(failed(disk.files.update(nowhere, file("missing", "a", "a"), nowhere))
                            .code())
                    .isEqualTo(ErrorCode.NOT_FOUND);
        }
    }

    @Nested
    class ARead {

        @Test
        void tellsWhatSomethingElseHasMadeOfTheFile() throws IOException {
            memo("a");
            Files.write(docs.resolve("memo.txt"), new byte[] {(byte) 0xff});
            assertThat(done(disk.files.read(MEMO)).path("ContentBase64").asString())
                    .isEqualTo("/w==");
        }

        @Test
        void ofAFileThatHasGrownTooLargeGoesWithoutItsContent() throws IOException {
            memo("a");
            Files.write(docs.resolve("memo.txt"), new byte[(1 << 20) + 1]);
            ObjectNode model = done(disk.files.read(MEMO));
            assertThat(model.path("Size").asInt()).isEqualTo((1 << 20) + 1);
            assertThat(model.propertyNames()).doesNotContain("Content", "ContentBase64", "Sha256");
        }
    }

    @Nested
    class ADelete {

        @Test
        void isForGood() {
            memo("a");
            assertThat(disk.files.delete(MEMO)).isEqualTo(Progress.gone());
            assertThat(docs.resolve("memo.txt")).doesNotExist();
            assertThat(failed(disk.files.read(MEMO)).code()).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(failed(disk.files.delete(MEMO)).code()).isEqualTo(ErrorCode.NOT_FOUND);
            memo("b");
        }

        @Test
        void forgetsWhatTheNextFileOfThatNameIsNot() throws IOException {
            disk.files.create(file("docs", "memo.txt", "a"), "once");
            disk.files.delete(MEMO);
            Files.writeString(docs.resolve("memo.txt"), "mine");
            assertThat(failed(disk.files.create(file("docs", "memo.txt", "a"), "once"))
                            .code())
                    .isEqualTo(ErrorCode.ALREADY_EXISTS);
        }
    }

    @Nested
    class AList {

        @Test
        void namesTheFilesOfEveryDirectory() throws IOException {
            done(disk.directories.create(directoryId("docs-2")));
            List<ObjectNode> ids =
                    List.of(fileId("docs", ".env"), fileId("docs", "a b"), fileId("docs", "z"), fileId("docs-2", "a"));
            for (ObjectNode id : ids) {
                done(disk.files.create(id.deepCopy().put("Content", "")));
            }
            Files.createDirectory(docs.resolve("below"));
            Files.createSymbolicLink(docs.resolve("link"), docs.resolve("z"));
            Files.writeString(docs.resolve(".fairlead-left-behind"), "");
            Files.writeString(docs.resolve("a|b"), "");
            assertThat(disk.files.list()).containsExactlyInAnyOrderElementsOf(ids);
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
                    "/etc/passwd",
                    "../x",
                    "a\u0000b",
                    "a\n",
                    "a|b",
                    "a\\b",
                    " a",
                    "a ",
                    ".fairlead-x",
                    "ü"
                })
        void isRefusedByEveryCall(String name) {
            for (ObjectNode id : List.of(fileId("docs", name), fileId(name.equals("ü") ? ".." : "x/" + name, "a"))) {
                ObjectNode desired = id.deepCopy().put("Content", "a");
                assertThat(List.of(
                                failed(disk.files.create(desired)).code(),
                                failed(disk.files.read(id)).code(),
                                failed(disk.files.update(id, desired, desired)).code(),
                                failed(disk.files.delete(id)).code()))
                        .containsOnly(ErrorCode.INVALID_REQUEST);
            }
        }
    }

    @Nested
    class ASymbolicLink {

        Path outside;

        @BeforeEach
        void make() throws IOException {
            outside = Files.createDirectory(folder.resolve("outside"));
            Files.writeString(outside.resolve("memo.txt"), "precious");
        }

        @Test
        void inPlaceOfAFileIsNotFollowed() throws IOException {
            memo("a");
            Files.delete(docs.resolve("memo.txt"));
            Files.createSymbolicLink(docs.resolve("memo.txt"), outside.resolve("memo.txt"));
            ObjectNode desired = file("docs", "memo.txt", "evil").put("Mode", "0777");
            assertThat(failed(disk.files.read(MEMO)).code()).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(failed(disk.files.update(MEMO, desired, desired)).code()).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(failed(disk.files.delete(MEMO)).code()).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(failed(disk.files.create(desired)).code()).isEqualTo(ErrorCode.ALREADY_EXISTS);
            spared();
        }

        @Test
        void inPlaceOfTheDirectoryIsRefused() throws IOException {
            Files.delete(docs);
            Files.createSymbolicLink(docs, outside);
            ObjectNode desired = file("docs", "memo.txt", "evil").put("Mode", "0777");
            for (Progress progress : List.of(
                    disk.files.read(MEMO),
                    disk.files.update(MEMO, desired, desired),
                    disk.files.delete(MEMO),
                    disk.files.create(file("docs", "new", "evil")))) {
                assertThat(failed(progress).code()).isEqualTo(ErrorCode.INVALID_REQUEST);
                assertThat(failed(progress).message()).contains("symbolic link");
            }
            spared();
            assertThat(outside.resolve("new")).doesNotExist();
        }

        @Test
        void inPlaceOfTheMemoryIsRefused() throws IOException {
            Path memory = disk.root.resolve(".fairlead/memories");
            Files.move(memory, folder.resolve("moved"));
            Files.createSymbolicLink(memory, outside);
            assertThat(failed(disk.files.create(file("docs", "memo.txt", "a"))).message())
                    .contains("symbolic link");
            spared();
        }

        private void spared() throws IOException {
            assertThat(outside.resolve("memo.txt")).hasContent("precious");
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(outside.resolve("memo.txt"), LinkOption.NOFOLLOW_LINKS)))
                    .isNotEqualTo("rwxrwxrwx");
            try (var entries = Files.list(outside)) {
                assertThat(entries).hasSize(1);
            }
        }
    }
}
