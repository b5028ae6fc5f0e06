package fairlead.armtemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.armtemplate.function.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Functions without a template around them. Each line of `functions.txt` is an expression and what it
/// comes to.
class FunctionsTest {

    static List<String[]> lines() throws IOException {
        return Files.readAllLines(Path.of("src/test/resources/cases/functions.txt")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split(" => ", 2))
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lines")
    void anExpressionComesToWhatIsWrittenBehindIt(String expression, String expected) {
        String result;
        try {
            result = Values.json(Templates.value(expression));
        } catch (InvalidTemplateException e) {
            String message = e.faults().getFirst().message();
            int at = message.indexOf("Unable to");
            result = "! "
                    + message.substring(Math.max(0, at))
                            .replaceAll("Please see .*", "")
                            .strip();
        }
        assertThat(result).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONCAT", "Concat", "concat"})
    void aFunctionGoesByItsNameInAnyCase(String name) {
        assertThat(Templates.value("[" + name + "('a', 'b')]")).isEqualTo(Values.text("ab"));
    }

    /// An example of the service.
    @Test
    void theHashOfATemplateIsThatOfTheService() {
        var template = Templates.json("""
            {"$schema": "http://schemas.management.azure.com/deploymentTemplate?api-version=2014-04-01-preview",
             "contentVersion": "1.0.0.0", "parameters": {"string": {"type": "string"}},
             "variables": {"string": "string", "int": 42, "bool": true, "array": [1, 2, 3, 4],
               "object": {"object": {"vmSize": "Large", "location": "West US"}}},
             "resources": [], "outputs": {"string": {"type": "string", "value": "myvalue"}}}
            """);
        assertThat(Template.hash(template)).isEqualTo("695440707931307747");
        assertThat(Template.minified(template)).isEqualTo(Values.json(template).toUpperCase(Locale.ROOT));
    }

    @Test
    void aTemplateThatIsTooLargeIsRefused() {
        String large = Templates.template("'resources': [], 'metadata': {'x': '" + "x".repeat(5_000_000) + "'}");
        assertThatThrownBy(() -> Template.parse(large)).hasMessageContaining("The limit is '4194304'");
    }
}
