package fairlead.server.type.archive;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.type.Archives;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveReaderTest {

    @TempDir
    private Path outside;

    private TypeArchive unpack(byte[] archive) throws Exception {
        return ArchiveReader.of(archive, Files.createDirectory(outside.resolve("inside")));
    }

    private Problem refusal(byte[] archive) throws Exception {
        try {
            unpack(archive);
        } catch (ProblemException refused) {
            return refused.problem();
        }
        throw new AssertionError("the archive was not refused");
    }

    private static byte[] archive(String name, byte[] content) {
        Map<String, byte[]> files = Archives.bookmark();
        files.put(name, content);
        return Archives.zip(files);
    }

    private static List<String> ids(Problem problem) {
        return problem.details().stream().map(Problem.Detail::id).toList();
    }

    @Nested
    class ASoundArchive {

        @Test
        void isTakenApart() throws Exception {
            TypeArchive unpacked = unpack(Archives.example());

            assertThat(unpacked.wrong()).isEmpty();
            assertThat(unpacked.schema()).isEqualTo(Archives.bookmark().get("schema.json"));
            assertThat(unpacked.jarFiles())
                    .singleElement()
                    .satisfies(jar ->
                            assertThat(jar).hasBinaryContent(Archives.bookmark().get("bookmark.jar")));
        }

        @Test
        void mayHaveOtherFilesThatAreNotUsed() throws Exception {
            TypeArchive unpacked = unpack(archive("src/lib/old.jar", new byte[10]));

            assertThat(unpacked.wrong()).isEmpty();
            assertThat(unpacked.unused()).containsExactly("src/lib/old.jar");
            assertThat(outside.resolve("inside")).isDirectoryNotContaining("glob:**old.jar");
        }

        /// As `cfn submit --dry-run` packs a project in Python or TypeScript.
        @Test
        void mayHoldTheArchiveOfAProvider() throws Exception {
            byte[] built = Archives.zip(Map.of("example/handlers.py", new byte[] {'#'}));
            Map<String, byte[]> files = new LinkedHashMap<>();
            files.put(".rpdk-config", "{}".getBytes(StandardCharsets.UTF_8));
            files.put("schema.json", Archives.bookmark().get("schema.json"));
            files.put("configuration-schema.json", "{}".getBytes(StandardCharsets.UTF_8));
            files.put("src/example/handlers.py", new byte[] {'#'});
            files.put("requirements.txt", new byte[] {'x'});
            files.put("template.yml", new byte[] {'x'});
            files.put("ResourceProvider.zip", built);
            files.put(".cfn_metadata.json", "{}".getBytes(StandardCharsets.UTF_8));

            TypeArchive unpacked = unpack(Archives.stored(files));

            assertThat(unpacked.wrong()).isEmpty();
            assertThat(unpacked.isProvider()).isTrue();
            assertThat(outside.resolve("inside/ResourceProvider.zip")).hasBinaryContent(built);
        }

        @Test
        void hasAnotherDigestWithAnotherJarName() throws Exception {
            Map<String, byte[]> files = Archives.bookmark();
            String digest = unpack(Archives.zip(files)).digest();
            Files.delete(outside.resolve("inside").resolve("bookmark.jar"));
            Files.delete(outside.resolve("inside"));
            files.put("renamed.jar", files.remove("bookmark.jar"));

            assertThat(unpack(Archives.zip(files)).digest()).isNotEqualTo(digest);
        }
    }

    @Nested
    class AName {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "../evil.jar",
                    "/evil.jar",
                    "a/../../evil.jar",
                    "..",
                    "a//evil.jar",
                    "./evil.jar",
                    "..\\evil.jar",
                    "C:evil.jar",
                    "evil\n.jar"
                })
        void neverLeadsOutOfTheFolder(String name) throws Exception {
            TypeArchive unpacked = unpack(archive(name, new byte[10]));

            assertThat(unpacked.wrong()).extracting(Problem.Detail::id).containsExactly("archive.entry-name");
            assertThat(unpacked.wrong()).extracting(Problem.Detail::target).containsExactly(name);
            assertThat(outside).isDirectoryNotContaining("glob:**evil*");
            assertThat(outside.resolve("inside")).isDirectoryNotContaining("glob:**evil*");
        }

        @Test
        void isNotEndless() throws Exception {
            TypeArchive unpacked = unpack(archive("x".repeat(300) + ".jar", new byte[10]));

            assertThat(unpacked.wrong()).extracting(Problem.Detail::id).containsExactly("archive.entry-name");
        }

        @Test
        void isThereOnceWhateverItsCase() throws Exception {
            TypeArchive unpacked = unpack(archive("Bookmark.jar", new byte[10]));

            assertThat(unpacked.wrong()).extracting(Problem.Detail::id).containsExactly("archive.duplicate-entry");
        }
    }

    @Nested
    class Bytes {

        @Test
        void thatAreNoArchive() throws Exception {
            assertThat(ids(refusal("PK is not enough".getBytes(StandardCharsets.UTF_8))))
                    .containsExactly("archive.not-a-zip");
        }

        @Test
        void thatAreMissing() throws Exception {
            assertThat(ids(refusal(new byte[0]))).containsExactly("archive.not-a-zip");
        }

        @Test
        void thatEndEarly() throws Exception {
            byte[] archive = Archives.example();

            assertThat(ids(refusal(Arrays.copyOf(archive, archive.length / 2)))).containsExactly("archive.damaged");
        }

        @Test
        void thatWereChangedOnTheWay() throws Exception {
            byte[] archive = Archives.example();
            archive[archive.length / 4] ^= 0x55;

            assertThat(ids(refusal(archive))).containsExactly("archive.damaged");
        }

        @Test
        void thatAreTooMany() throws Exception {
            Problem problem = refusal(new byte[ArchiveReader.MOST_BYTES + 1]);

            assertThat(problem.status()).isEqualTo(413);
        }
    }

    @Nested
    class ABomb {

        @Test
        void ofOneFileIsStoppedWhereItExceedsTheLimit() throws Exception {
            byte[] archive = archive("bomb.jar", new byte[10 << 20]);
            Path folder = Files.createDirectory(outside.resolve("small"));

            Problem problem = problem(() -> ArchiveReader.of(archive, folder, 1 << 20));

            assertThat(archive.length).isLessThan(1 << 16);
            assertThat(ids(problem)).containsExactly("archive.too-large");
            assertThat(Files.size(folder.resolve("bomb.jar"))).isLessThanOrEqualTo(1 << 20);
        }

        @Test
        void inAFileThatIsNotUsedIsStoppedToo() throws Exception {
            byte[] archive = archive("notes/bomb.txt", new byte[10 << 20]);

            assertThat(ids(problem(() -> ArchiveReader.of(archive, outside, 1 << 20))))
                    .containsExactly("archive.too-large");
        }

        @Test
        void ofManyFilesIsStoppedByTheirNumber() throws Exception {
            Map<String, byte[]> files = new LinkedHashMap<>();
            for (int i = 0; i <= ArchiveReader.MOST_ENTRIES; i++) {
                files.put("file" + i, new byte[0]);
            }

            assertThat(ids(refusal(Archives.zip(files)))).containsExactly("archive.too-many-entries");
        }

        @Test
        void ofADocumentIsNotRead() throws Exception {
            TypeArchive unpacked = unpack(archive("schema.json", new byte[ArchiveReader.LARGEST_DOCUMENT + 1]));

            assertThat(unpacked.wrong()).extracting(Problem.Detail::id).containsExactly("archive.document-too-large");
            assertThat(unpacked.schema()).isEmpty();
        }

        private static Problem problem(Runnable request) {
            try {
                request.run();
            } catch (ProblemException refused) {
                return refused.problem();
            }
            throw new AssertionError("the archive was not refused");
        }
    }
}
