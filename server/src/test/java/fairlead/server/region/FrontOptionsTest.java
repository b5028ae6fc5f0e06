package fairlead.server.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.options.FrontOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the front is told on its command line.
class FrontOptionsTest {

    @Test
    void nameACellForEachLocation(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("cells"), """
            # the others
            North Europe = http://127.0.0.1:8082/
            eastus=http://127.0.0.1:8082
            """);
        FrontOptions options =
                FrontOptions.parse(List.of("--cell", "West Europe=http://127.0.0.1:8081", "--cells=" + file));
        Cells cells = Cells.of(options.cells());
        assertThat(cells.all()).extracting(Cell::name).containsExactly("westeurope", "northeurope, eastus");
        assertThat(cells.home().url()).hasToString("http://127.0.0.1:8081");
        assertThat(cells.of("East US")).contains(cells.all().getLast());
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        --port=1                                    | a front needs cells: --cell LOCATION=URL for each
        --cell=west                                 | --cell: expected LOCATION=URL, found 'west'
        --cell=west=nowhere                         | --cell: expected http://... or https://..., found 'nowhere'
        --cell=we_st=http://h                       | --cell: expected letters, digits and '-', found 'we_st'
        --cell=a=http://h --cell=A=http://i         | --cell: a location has one cell, 'A=http://i' is another
        --cell=a=http://h --connections=0           | --connections: expected a number from 1 to 4096, found '0'
        """, delimiter = '|', quoteCharacter = '"')
    void areRefusedWithWhatIsWrong(String arguments, String message) {
        assertThatThrownBy(() -> FrontOptions.parse(List.of(arguments.split(" "))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
