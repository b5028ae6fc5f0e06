package fairlead.server.cloudcontrol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.testbed.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.cloudcontrol.model.ProgressEvent;
import software.amazon.awssdk.services.cloudcontrol.model.ResourceDescription;
import software.amazon.awssdk.services.cloudcontrol.model.ResourceNotFoundException;

/// What `rm` or `DROP ROLE` has deleted, of the types that ship with the program, is gone for every call, and can be
/// created again.
class DeletedOutsideTest {

    private static final PostgresServer POSTGRES = PostgresServer.shared();

    @TempDir
    private static Path folder;

    private static Cloud cloud;

    /// @param outside deletes it, as another program does
    record Subject(String type, String identifier, String desired, String patch, Consumer<Path> outside) {

        @Override
        public String toString() {
            return type;
        }
    }

    @BeforeAll
    static void start() {
        cloud = new Cloud(folder);
        cloud.plane.put("/fairlead/types/Fairlead::Postgres::Role/configuration", """
            {"Url": "postgresql://127.0.0.1:%d/postgres", "User": "%s", "Password": "%s", "SslMode": "disable"}
            """.formatted(
                        POSTGRES.port(), POSTGRES.superuser(), POSTGRES.password()));
        cloud.create("Fairlead::Files::Directory", "{\"Name\": \"shelf\"}");
    }

    @AfterAll
    static void stop() {
        cloud.close();
    }

    static Stream<Subject> subjects() {
        return Stream.of(
                new Subject(
                        "Fairlead::Files::Directory",
                        "drawer",
                        "{\"Name\": \"drawer\", \"Mode\": \"0750\"}",
                        replace("/Mode", "0700"),
                        data -> remove(data.resolve("files"), "drawer")),
                new Subject(
                        "Fairlead::Files::File",
                        "shelf|letter",
                        "{\"DirectoryName\": \"shelf\", \"Name\": \"letter\", \"Content\": \"one\"}",
                        replace("/Content", "two"),
                        data -> remove(data.resolve("files"), "letter")),
                new Subject(
                        "Fairlead::Tls::Authority",
                        "root",
                        "{\"Name\": \"root\", \"Subject\": {\"CommonName\": \"Root\"}, \"ValidityDays\": 9}",
                        "[{\"op\": \"replace\", \"path\": \"/ValidityDays\", \"value\": 10}]",
                        data -> remove(data.resolve("tls"), "root")),
                new Subject(
                        "Fairlead::Postgres::Role",
                        "wedge",
                        "{\"Name\": \"wedge\", \"Login\": true, \"Password\": \"first\"}",
                        replace("/Password", "second"),
                        _ -> sql("DROP ROLE wedge")));
    }

    private static String replace(String path, String value) {
        return "[{\"op\": \"replace\", \"path\": \"" + path + "\", \"value\": \"" + value + "\"}]";
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void isGoneForEveryCallAndCanBeCreatedAgain(Subject subject) {
        succeeds(cloud.create(subject.type(), subject.desired()));
        subject.outside().accept(folder);

        assertThatThrownBy(() -> cloud.properties(subject.type(), subject.identifier()))
                .isInstanceOf(ResourceNotFoundException.class);
        assertThatThrownBy(() -> cloud.patch(subject.type(), subject.identifier(), subject.patch()))
                .isInstanceOf(ResourceNotFoundException.class);
        assertThat(listed(subject)).doesNotContain(subject.identifier());
        succeeds(cloud.create(subject.type(), subject.desired()));
        assertThat(listed(subject)).contains(subject.identifier());
        succeeds(cloud.patch(subject.type(), subject.identifier(), subject.patch()));

        subject.outside().accept(folder);
        assertThat(deleted(subject).errorCodeAsString()).isEqualTo("NotFound");
        succeeds(cloud.create(subject.type(), subject.desired()));
        succeeds(deleted(subject));
    }

    private static void succeeds(ProgressEvent event) {
        assertThat(event.operationStatusAsString()).as(event.toString()).isEqualTo("SUCCESS");
    }

    private static ProgressEvent deleted(Subject subject) {
        return cloud.ended(cloud.alice
                .deleteResource(request -> request.typeName(subject.type()).identifier(subject.identifier()))
                .progressEvent());
    }

    private static List<String> listed(Subject subject) {
        String model = subject.identifier().contains("|") ? "{\"DirectoryName\": \"shelf\"}" : "{}";
        return cloud
                .alice
                .listResources(request -> request.typeName(subject.type()).resourceModel(model))
                .resourceDescriptions()
                .stream()
                .map(ResourceDescription::identifier)
                .toList();
    }

    /// Deletes what has that name, wherever it is below a folder.
    private static void remove(Path root, String name) {
        try (Stream<Path> all = Files.walk(root)) {
            List<Path> found = all.filter(path -> path.getFileName().toString().equals(name))
                    .toList();
            assertThat(found).isNotEmpty();
            for (Path path : found) {
                removeAll(path);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void removeAll(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private static void sql(String statement) {
        try (Connection connection = DriverManager.getConnection(
                        POSTGRES.jdbcUrl("postgres"), POSTGRES.superuser(), POSTGRES.password());
                Statement work = connection.createStatement()) {
            work.execute(statement);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
