package fairlead.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.host.DeclaredNeeds;
import fairlead.schema.Finding;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Packages that can't be run, and why.
class PackagesTest {

    @TempDir
    private Path folder = Path.of("");

    private List<Finding> check(Path parts, Duration startLimit, Map<Language, Path> commands) {
        Settings settings = new Settings(1, 512, startLimit, Duration.ofMinutes(1), commands, Grants.NONE);
        try (Providers providers = new Providers(folder.resolve("home"), settings, Clock.systemUTC())) {
            return providers.check(Fixtures.DIGEST, parts, Fixtures.schema(), DeclaredNeeds.NOT_DECLARED);
        }
    }

    private void refuses(Path parts, String id, String message) {
        assertThat(check(parts, Duration.ofSeconds(30), Map.of()))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.id()).isEqualTo(id);
                    assertThat(finding.message()).contains(message);
                });
    }

    @Nested
    class Configurations {

        private Path with(String pointer, String value) throws IOException {
            Path parts = Files.createDirectories(folder.resolve("parts"));
            Fixtures.config(parts, "java17", "fixture.Fixture::handleRequest");
            Path file = parts.resolve(".rpdk-config");
            ObjectNode config = (ObjectNode) JsonMapper.shared().readTree(Files.readString(file));
            ObjectNode at = pointer.startsWith("settings/") ? (ObjectNode) config.get("settings") : config;
            at.put(pointer.substring(pointer.indexOf('/') + 1), value);
            Files.writeString(file, config.toString());
            return parts;
        }

        @Test
        void ofHooksAreRefused() throws IOException {
            refuses(with("artifact_type", "HOOK"), "provider.artifact-type", "expected 'RESOURCE', found 'HOOK'");
        }

        @Test
        void ofTheOldProtocolAreRefused() throws IOException {
            refuses(with("settings/protocolVersion", "1.0.0"), "provider.protocol", "found '1.0.0'");
        }

        @Test
        void ofAnotherTypeAreRefused() throws IOException {
            refuses(with("typeName", "A::B::C"), "provider.type-name", "expected 'Initech::Fixture::Thing'");
        }

        @Test
        void ofAnUnknownRuntimeAreRefused() throws IOException {
            refuses(with("runtime", "ruby3.3"), "provider.runtime", "found 'ruby3.3'");
        }

        @Test
        void whoseEntrypointIsACommandAreRefused() throws IOException {
            refuses(with("entrypoint", "x; rm -rf /"), "provider.entrypoint", "found 'x; rm -rf /'");
        }

        @Test
        void withoutWhatWasBuiltSayHowToBuildIt() throws IOException {
            refuses(with("runtime", "java17"), "provider.artifact-missing", "mvn package");
            refuses(with("runtime", "python3.12"), "provider.artifact-missing", "cfn submit --dry-run");
            refuses(with("runtime", "provided.al2"), "provider.artifact-missing", "make build");
        }

        @Test
        void thatAreNoJsonAreRefused() throws IOException {
            Path parts = Files.createDirectories(folder.resolve("parts"));
            Files.writeString(parts.resolve(".rpdk-config"), "{");
            refuses(parts, "provider.config", "can't be read");
        }
    }

    @Nested
    class Archives {

        private Path named(String name, int bytes) throws IOException {
            Path parts = Files.createDirectories(folder.resolve("parts"));
            Fixtures.config(parts, "provided.al2", "bootstrap");
            try (OutputStream out = Files.newOutputStream(parts.resolve("handler.zip"));
                    ZipOutputStream zip = new ZipOutputStream(out)) {
                zip.putNextEntry(new ZipEntry(name));
                byte[] megabyte = new byte[1 << 20];
                for (int written = 0; written < bytes; written += megabyte.length) {
                    zip.write(megabyte);
                }
            }
            return parts;
        }

        @Test
        void thatLeadOutOfTheirFolderAreRefused() throws IOException {
            refuses(named("../../evil", 0), "provider.archive", "leads out");
            refuses(named("/etc/evil", 0), "provider.archive", "leads out");
            assertThat(folder.resolve("evil")).doesNotExist();
        }

        @Test
        void thatUnpackToTooMuchAreRefused() throws IOException {
            refuses(named("bootstrap", 520 << 20), "provider.archive", "at most 536870912 bytes");
        }

        @Test
        void thatAreDamagedAreRefused() throws IOException {
            Path parts = named("bootstrap", 0);
            Files.writeString(parts.resolve("handler.zip"), "no zip");
            refuses(parts, "provider.archive", "expected a zip archive");
        }

        @Test
        void withoutAProgramAreRefused() throws IOException {
            refuses(named("readme", 0), "provider.artifact-missing", "the program bootstrap");
        }
    }

    @Nested
    class Starts {

        @Test
        void thatThrowTellWhatAndWhatWasPrinted() {
            refuses(
                    Fixtures.java(folder, "fixture.Fixture$Broken"),
                    "provider.not-starting",
                    "no settings. It printed last: reading the settings");
        }

        @Test
        void thatExitTellTheCode() {
            refuses(Fixtures.java(folder, "fixture.Fixture$Exits"), "provider.not-starting", "exit code 3");
        }

        @Test
        void thatTakeTooLongAreGivenUp() {
            Path parts = Fixtures.java(folder, "fixture.Fixture$Slow");

            assertThat(check(parts, Duration.ofSeconds(2), Map.of()))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.message()).contains("did not ask for work within 2 s"));
        }

        @Test
        void withoutTheRuntimeSayWhatToInstall() {
            Path parts = Fixtures.java(folder, "fixture.Fixture");

            assertThat(check(parts, Duration.ofSeconds(30), Map.of(Language.JAVA, folder.resolve("no-java"))))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.id()).startsWith("provider."));
        }

        @Test
        void thatSucceedLeaveAProcessWaiting() {
            Path parts = Fixtures.java(folder, "fixture.Fixture");

            assertThat(check(parts, Duration.ofSeconds(30), Map.of())).isEmpty();
        }
    }
}
