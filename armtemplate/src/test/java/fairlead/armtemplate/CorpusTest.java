package fairlead.armtemplate;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.armtemplate.scope.DeploymentScope;
import fairlead.armtemplate.source.SourceText;
import fairlead.stack.document.Node;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Templates of others: each compiles, or is refused with a text that is written down.
@EnabledIfSystemProperty(named = "corpus", matches = ".+")
class CorpusTest {

    static List<String> templates() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("arm"))
                    .filter(name -> !name.startsWith("arm-vectors-"))
                    .sorted()
                    .toList();
        }
    }

    private static Path folder() {
        return Path.of(System.getProperty("corpus"), "stacks");
    }

    @ParameterizedTest
    @MethodSource("templates")
    void aTemplateCompilesOrIsRefusedAsItIsWrittenDown(String name) throws IOException {
        String expected = refusals().getOrDefault(name, "");
        assertThat(result(name)).isEqualTo(expected);
    }

    /// With `-Dcases=rewrite` the file of refusals is written anew.
    @Test
    void mostTemplatesCompile() throws IOException {
        if (System.getProperty("cases", "").equals("rewrite")) {
            StringBuilder written = new StringBuilder();
            for (String name : templates()) {
                String result = result(name);
                written.append(result.isEmpty() ? "" : "== " + name + "\n" + result + "\n");
            }
            Files.writeString(Path.of("src/test/resources/cases/corpus-refusals.txt"), written);
        }
        assertThat(refusals().size()).isLessThan(templates().size() / 4);
        assertThat(templates()).containsAll(refusals().keySet());
    }

    private static String result(String name) throws IOException {
        try {
            Template template = Template.parse(Files.readString(folder().resolve(name)));
            Compiled compiled = template.compile(inputs(template, name));
            assertThat(compiled).isEqualTo(template.compile(inputs(template, name)));
            assertThat(compiled.document().nodes().values())
                    .allSatisfy(node ->
                            assertThat(compiled.document().nodes().keySet()).containsAll(node.needs()));
            assertThat(compiled.document().addresses().keySet())
                    .isEqualTo(compiled.document().nodes().values().stream()
                            .map(Node::key)
                            .collect(Collectors.toSet()));
            return "";
        } catch (InvalidTemplateException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static Inputs inputs(Template template, String name) throws IOException {
        JsonNode known = Templates.json(resource("corpus-parameters.json"));
        ObjectNode given = JsonNodeFactory.instance.objectNode();
        template.parameterTypes().forEach((parameter, type) -> {
            JsonNode own = known.path(name).path(parameter);
            boolean defaulted = !template.json()
                    .path("parameters")
                    .path(parameter)
                    .path("defaultValue")
                    .isMissingNode();
            if (!own.isMissingNode()) {
                given.putObject(parameter).set("value", own);
            } else if (!defaulted) {
                given.putObject(parameter)
                        .set(
                                "value",
                                plausible(
                                        type, template.json().path("parameters").path(parameter)));
            }
        });
        boolean subscription = template.json().path("$schema").asString().contains("subscriptionDeployment");
        Inputs inputs = subscription
                ? Templates.inputs(new DeploymentScope.Subscription(Templates.SUBSCRIPTION))
                : name.contains("linkedtemplates") ? linked() : Templates.inputs();
        return inputs.withParameters(given)
                .withLinked((link, _) -> new LinkedTemplates.Linked(
                        SourceText.of(Templates.json(
                                Templates.template("'resources': [], 'outputs': {'greetingMessage': {'type': 'string',"
                                        + " 'value': 'hello'}}"))),
                        link));
    }

    private static Inputs linked() {
        Surroundings simple = Templates.inputs().surroundings();
        JsonNode link = Templates.json("{'uri': 'https://templates.example/parent.json'}");
        return Inputs.of(
                simple.nested(simple.scope(), "main", simple.groups())
                        .templateLink(Optional.of(link))
                        .build(),
                Templates.NOW,
                "seed");
    }

    private static JsonNode plausible(String type, JsonNode declaration) {
        JsonNode allowed = declaration.path("allowedValues");
        if (!allowed.isEmpty()) {
            return allowed.get(0);
        }
        return Templates.json(
                switch (type) {
                    case "int" -> "1";
                    case "bool" -> "true";
                    case "array" -> "[]";
                    case "object", "secureobject" -> "{}";
                    default -> "'example'";
                });
    }

    /// The texts, each below a line with the name of its template.
    private static Map<String, String> refusals() throws IOException {
        Map<String, String> found = new TreeMap<>();
        String name = "";
        List<String> lines = new ArrayList<>();
        for (String line : resource("corpus-refusals.txt").lines().toList()) {
            if (line.startsWith("== ")) {
                name = line.substring(3);
                lines = new ArrayList<>();
            } else {
                lines.add(line);
                found.put(name, String.join("\n", lines));
            }
        }
        return found;
    }

    private static String resource(String name) throws IOException {
        try (var stream = CorpusTest.class.getResourceAsStream("/cases/" + name)) {
            return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
