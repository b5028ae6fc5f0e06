package fairlead.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Every Java file is as the formatter writes it. `-Dformat=fix` writes them so.
class FormatTest {

    private static final Formatter FORMATTER = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .build());

    @Test
    void everyFileIsFormatted() {
        boolean fix = "fix".equals(System.getProperty("format"));
        List<String> unformatted = Sources.files(".java").parallelStream()
                .flatMap(file -> complaint(file, fix).stream())
                .toList();
        assertThat(unformatted).isEmpty();
    }

    private static Optional<String> complaint(Path file, boolean fix) {
        try {
            String text = Files.readString(file);
            String formatted = FORMATTER.formatSourceAndFixImports(text);
            if (fix) {
                Files.writeString(file, formatted);
                return Optional.empty();
            }
            return formatted.equals(text) ? Optional.empty() : Optional.of(file.toString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (FormatterException refused) {
            return Optional.of(file + ": " + refused.getMessage());
        }
    }
}
