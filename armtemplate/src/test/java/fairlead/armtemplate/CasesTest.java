package fairlead.armtemplate;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.armtemplate.scope.DeploymentScope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// Each file of `cases/templates` is a template, with what it is given in its metadata; the text beside it
/// is what it comes to, or what is wrong with it. With `-Dcases=rewrite` the texts are written anew.
class CasesTest {

    private static final Path CASES = Path.of("src/test/resources/cases/templates");

    static List<String> templates() {
        try (Stream<Path> files = Files.list(CASES)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".json"))
                    .map(name -> name.replace(".json", ""))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("templates")
    void aTemplateComesToWhatIsWrittenBesideIt(String name) throws IOException {
        String result = result(Files.readString(CASES.resolve(name + ".json")));
        Path expected = CASES.resolve(name + ".txt");
        if (System.getProperty("cases", "").equals("rewrite")) {
            Files.writeString(expected, result);
        }
        assertThat(result).isEqualTo(new String(Files.readAllBytes(expected), StandardCharsets.UTF_8));
    }

    private static String result(String text) {
        try {
            Template template = Template.parse(text);
            return Shown.of(template.compile(inputs(template.json().path("metadata"))));
        } catch (InvalidTemplateException e) {
            StringBuilder faults = new StringBuilder();
            e.faults()
                    .forEach(fault -> faults.append(fault.position())
                            .append(' ')
                            .append(fault.path())
                            .append(' ')
                            .append(fault.code())
                            .append('\n')
                            .append("  ")
                            .append(fault.message().replace(Templates.GROUP, "GROUP"))
                            .append('\n'));
            return faults.toString();
        }
    }

    private static Inputs inputs(JsonNode metadata) {
        DeploymentScope scope = switch (metadata.path("scope").asString()) {
            case "subscription" -> new DeploymentScope.Subscription(Templates.SUBSCRIPTION);
            case "tenant" -> new DeploymentScope.Tenant();
            case "managementGroup" -> new DeploymentScope.ManagementGroup("example");
            default -> new DeploymentScope.Group(Templates.SUBSCRIPTION, "examplegroup");
        };
        return Templates.inputs(scope).withParameters(metadata.path("given"));
    }
}
