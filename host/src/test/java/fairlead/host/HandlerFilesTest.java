package fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HandlerFilesTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void make() throws IOException {
        Files.createDirectories(folder.resolve("etc/server/keys"));
        Files.writeString(folder.resolve("etc/server/keys/seal.key"), "secret");
        Files.writeString(folder.resolve("etc/server/motd"), "hello");
        Files.writeString(folder.resolve("etc/hosts"), "localhost");
    }

    private List<Path> readable(Path... secret) throws IOException {
        Path root = folder.toRealPath();
        return Confinement.of(List.of(folder.resolve("etc")), List.of(), List.of(), List.of(secret)).readable().stream()
                .map(root::relativize)
                .toList();
    }

    @Test
    void allOfAFolderIsAllowedThatHoldsNoSecret() throws IOException {
        assertThat(readable(folder.resolve("data"))).containsExactly(Path.of("etc"));
    }

    @Test
    void aSecretIsLeftOutOfTheFolderThatHoldsIt() throws IOException {
        assertThat(readable(folder.resolve("etc/server/keys/seal.key")))
                .containsExactlyInAnyOrder(Path.of("etc/hosts"), Path.of("etc/server/motd"));
    }

    @Test
    void aSecretFolderIsLeftOutWithAllThatItHolds() throws IOException {
        assertThat(readable(folder.resolve("etc/server"))).containsExactly(Path.of("etc/hosts"));
    }

    @Test
    void aSecretBehindALinkIsLeftOutWhereItIs() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("key"), folder.resolve("etc/server/keys"));

        assertThat(readable(link.resolve("seal.key")))
                .containsExactlyInAnyOrder(Path.of("etc/hosts"), Path.of("etc/server/motd"));
    }

    @Test
    void aLinkToASecretBesideItIsNotAllowedEither() throws IOException {
        Files.createSymbolicLink(folder.resolve("etc/key"), folder.resolve("etc/server/keys/seal.key"));

        assertThat(readable(folder.resolve("etc/server"))).containsExactly(Path.of("etc/hosts"));
    }

    @Test
    void aSecretThatIsNotThereYetIsLeftOutAllTheSame() throws IOException {
        assertThat(readable(folder.resolve("etc/server/later/seal.key")))
                .containsExactlyInAnyOrder(
                        Path.of("etc/hosts"), Path.of("etc/server/motd"), Path.of("etc/server/keys"));
    }

    @Test
    void noFolderIsGrantedThatHoldsASecret() {
        HandlerFiles files = HandlerFiles.NONE.granting(folder);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> files.hiding(List.of(folder.resolve("data"))))
                .withMessage("expected a folder without files of the server, found '" + folder + "', which holds '"
                        + folder.resolve("data") + "'");
    }

    @Test
    void aFolderWithinTheServersMayBeGranted() {
        Path shared = folder.resolve("data/shared");

        assertThat(HandlerFiles.NONE
                        .granting(shared)
                        .hiding(List.of(folder.resolve("data")))
                        .writable("A::B::C"))
                .containsExactly(shared);
    }

    @Test
    void aFolderOfOneTypeIsNotAnothersFolder() {
        HandlerFiles files =
                new HandlerFiles(List.of(new GrantedFolder(Optional.of("A::B::C"), folder.resolve("ofC"))), List.of());

        assertThat(files.writable("A::B::C")).containsExactly(folder.resolve("ofC"));
        assertThat(files.writable("A::B::D")).isEmpty();
    }
}
