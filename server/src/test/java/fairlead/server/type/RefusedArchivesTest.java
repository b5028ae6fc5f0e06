package fairlead.server.type;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.testing.SettableClock;
import fairlead.lambda.Providers;
import fairlead.lambda.Settings;
import fairlead.schema.reference.Documents;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.secret.Vault;
import fairlead.server.type.Registrations.Terms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Each folder below `cases/archives` is what its archive has other than the example, and in `findings.txt` what
/// is said of it. With `-Dcases=rewrite` the findings are written anew, for review.
///
/// `*.patch.json` is merged into a document of the example, `*.java` are the sources of its jar, `without.txt`
/// names files and classes that are left out, and any other file takes the place of the one of that name.
/// `Example::Web::Folder` is registered already.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusedArchivesTest {

    private static final Path CASES = Path.of("src/test/resources/cases/archives");
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Caller DEVELOPER =
            new Caller(Principal.DEVELOPER, "request", "correlation", Optional.empty(), "127.0.0.1");

    private Database database;
    private Registrations registrations;

    @BeforeAll
    void openAndRegisterAFolder(@TempDir Path data) {
        SettableClock clock = SettableClock.atNoon();
        database = SqliteDatabase.open(data.resolve("fairlead.db"));
        Migrations.apply(database, clock);
        Vault vault = new Vault(Vault::newKeyset);
        Types types = new Types(
                database,
                vault,
                clock,
                data.resolve("types"),
                new Providers(data.resolve("providers"), Settings.standard(), clock),
                Set.of());
        registrations = new Registrations(
                database, types, new AuditTrail(), vault, clock, RegistrationGate.SKIPPABLE, Documents.none());
        registrations.register(
                DEVELOPER, Archives.exampleWith("::Bookmark", "::Folder"), Terms.of(RegistrationGate.Tests.SKIPPED));
    }

    @AfterAll
    void close() {
        database.close();
    }

    @TestFactory
    Stream<DynamicTest> sayAllThatIsWrongWithThem() throws IOException {
        try (Stream<Path> folders = Files.list(CASES)) {
            List<Path> cases = folders.sorted().toList();
            assertThat(cases).isNotEmpty();
            return cases.stream()
                    .map(folder -> DynamicTest.dynamicTest(
                            String.valueOf(folder.getFileName()),
                            () -> compare(folder.resolve("findings.txt"), findings(archive(folder)))));
        }
    }

    private String findings(byte[] archive) {
        try {
            registrations.register(DEVELOPER, archive, Terms.of(RegistrationGate.Tests.SKIPPED));
            return "";
        } catch (ProblemException refused) {
            assertThat(refused.problem()).isInstanceOf(Problem.InvalidBody.class);
            return refused.problem().details().stream()
                    .map(detail -> detail.id() + " at '" + detail.target() + "': " + detail.message() + "\n")
                    .collect(Collectors.joining());
        }
    }

    private static byte[] archive(Path folder) throws IOException {
        Map<String, byte[]> files = Archives.bookmark();
        List<String> without = lines(folder.resolve("without.txt"));
        Map<String, String> sources = Archives.sources(folder);
        if (!sources.isEmpty()) {
            files.put("bookmark.jar", Archives.jar(sources, without));
        }
        try (Stream<Path> tree = Files.walk(folder)) {
            for (Path file : tree.filter(Files::isRegularFile).sorted().toList()) {
                add(folder.relativize(file).toString(), Archives.read(file), files);
            }
        }
        without.forEach(files::remove);
        return Archives.zip(files);
    }

    private static void add(String name, byte[] content, Map<String, byte[]> files) {
        if (name.endsWith(".patch.json")) {
            String target = name.replace(".patch.json", ".json");
            JsonNode merged = merged(JSON.readTree(files.get(target)), JSON.readTree(content));
            files.put(target, JSON.writeValueAsBytes(merged));
        } else if (!name.endsWith(".java") && !name.endsWith(".txt")) {
            files.put(name, content);
        }
    }

    private static JsonNode merged(JsonNode base, JsonNode patch) {
        if (!(base instanceof ObjectNode object) || !(patch instanceof ObjectNode changes)) {
            return patch;
        }
        for (Map.Entry<String, JsonNode> change : changes.properties()) {
            if (change.getValue().isNull()) {
                object.remove(change.getKey());
            } else {
                object.set(change.getKey(), merged(object.path(change.getKey()), change.getValue()));
            }
        }
        return object;
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static void compare(Path expectation, String found) throws IOException {
        if (System.getProperty("cases", "").equals("rewrite")) {
            Files.writeString(expectation, found, StandardCharsets.UTF_8);
        }
        assertThat(found).isEqualTo(Files.readString(expectation));
    }
}
