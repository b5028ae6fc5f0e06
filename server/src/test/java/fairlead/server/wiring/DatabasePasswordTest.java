package fairlead.server.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.options.Options;
import fairlead.server.options.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabasePasswordTest {

    private static final String URL = "postgresql://ada@db.example:5433/fairlead?sslmode=require";
    private static final Map<String, String> VARIABLE = Map.of("FAIRLEAD_DATABASE_PASSWORD", "of the environment");

    @TempDir
    private Path folder;

    private Storage storage(String... more) {
        return Options.parse(List.of(more)).storage();
    }

    private Path file(String content) throws IOException {
        return Files.writeString(folder.resolve("password"), content);
    }

    @Test
    void isTheFirstLineOfAFile() throws IOException {
        Storage storage = storage("--database-password-file=" + file("p@ss:w/ rd%\n"));
        assertThat(DatabasePassword.of(storage, VARIABLE).in(URL))
                .isEqualTo("postgresql://ada:p%40ss%3Aw%2F+rd%25@db.example:5433/fairlead?sslmode=require");
    }

    @Test
    void isInTheEnvironmentWhereNoFileIsNamed() {
        assertThat(DatabasePassword.of(storage(), VARIABLE).in(URL))
                .isEqualTo("postgresql://ada:of+the+environment@db.example:5433/fairlead?sslmode=require");
        assertThat(DatabasePassword.of(storage(), Map.of()).in(URL)).isEqualTo(URL);
    }

    @Test
    void takesThePlaceOfOneInTheAddress() {
        assertThat(DatabasePassword.of(storage(), VARIABLE).in(URL.replace("ada@", "ada:old@")))
                .isEqualTo("postgresql://ada:of+the+environment@db.example:5433/fairlead?sslmode=require");
    }

    @Test
    void isNotEmpty() throws IOException {
        Storage storage = storage("--database-password-file=" + file("\nsecond\n"));
        assertThatThrownBy(() -> DatabasePassword.of(storage, VARIABLE))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(folder.resolve("password") + " can't be read: its first line is empty");
        Storage missing = storage("--database-password-file=" + folder.resolve("none"));
        assertThatThrownBy(() -> DatabasePassword.of(missing, VARIABLE)).hasMessageContaining("none");
    }

    @Test
    void isNotToldWhenTheAddressIsRefused() {
        assertThatThrownBy(() -> storage("--database=mysql://ada:secret@db/fairlead"))
                .hasMessageContaining("found 'mysql://ada:...@db/fairlead'");
    }
}
