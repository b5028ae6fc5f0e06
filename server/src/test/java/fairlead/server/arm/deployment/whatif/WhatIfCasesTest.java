package fairlead.server.arm.deployment.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.armtemplate.source.LenientReader;
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
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Each file of `cases/whatif` has templates that were `deployed`, one after the other, and a `template`, with the
/// `parameters` of each; the file beside it says what that template would do. With `-Dcases=rewrite` the results are
/// written anew.
class WhatIfCasesTest {

    private static final Path CASES = Path.of("src/test/resources/cases/whatif");
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    static List<String> cases() {
        try (Stream<Path> files = Files.list(CASES)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".case.json"))
                    .map(name -> name.replace(".case.json", ""))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aTemplateWouldDoWhatIsWrittenBesideIt(String name) throws IOException {
        JsonNode given = LenientReader.read(Files.readString(CASES.resolve(name + ".case.json")))
                .root();
        String result = JSON.writeValueAsString(result(given)) + "\n";
        Path expected = CASES.resolve(name + ".result.json");
        if (System.getProperty("cases", "").equals("rewrite")) {
            Files.writeString(expected, result);
        }
        assertThat(result).isEqualTo(new String(Files.readAllBytes(expected), StandardCharsets.UTF_8));
    }

    private static ObjectNode result(JsonNode given) {
        WhatIfBench bench = new WhatIfBench(given.path("scope").asString("").equals("subscription"));
        given.path("groups").forEach(group -> bench.cloud.group(group.asString(), "westus"));
        given.path("deployed").forEach(deployed -> bench.deploy(template(deployed), deployed.path("parameters")));
        given.path("failed").forEach(id -> bench.cloud.fail(WhatIfBench.GROUP + id.asString()));
        WhatIfResult result = bench.whatIf(
                template(given),
                given.path("parameters"),
                new Wish(
                        given.path("complete").asBoolean(false),
                        given.path("idsOnly").asBoolean(false)));
        ObjectNode shown = result.properties().deepCopy();
        if (!result.refusals().isEmpty()) {
            ArrayNode refusals = shown.putArray("refusals");
            result.refusals().forEach(refusal -> {
                ObjectNode one = refusals.addObject();
                one.put("target", refusal.target()).put("code", refusal.code()).put("message", refusal.message());
                refusal.problem()
                        .ifPresent(problem -> problem.details()
                                .forEach(detail ->
                                        one.withArray("details").add(detail.target() + " " + detail.message())));
            });
        }
        return shown;
    }

    /// A template with what every template has.
    private static JsonNode template(JsonNode holder) {
        ObjectNode template = (ObjectNode) holder.path("template").deepCopy();
        template.put("$schema", "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#");
        if (!holder.path("schema").isMissingNode()) {
            template.put(
                    "$schema",
                    "https://schema.management.azure.com/schemas/2018-05-01/"
                            + holder.path("schema").asString() + ".json#");
        }
        return template.put("contentVersion", "1.0.0.0");
    }
}
