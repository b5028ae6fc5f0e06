package fairlead.server.arm.deployment.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.resource.document.Documents;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What holds for any template: sites, some of which refer to others, be it with or without deployments that are
/// nested.
class WhatIfLawsTest {

    private static final int SEEDS = 60;
    private static final Wish WISH = new Wish(false, false);

    @Test
    void anUnchangedTemplateChangesNothing() {
        for (int seed = 0; seed < SEEDS; seed++) {
            JsonNode template = new Templates(seed).template();
            WhatIfBench bench = new WhatIfBench(false);
            bench.deploy(template, Documents.empty());
            JsonNode result = bench.whatIf(template, Documents.empty(), WISH).properties();
            assertThat(types(result.path("changes")))
                    .as("seed %s", seed)
                    .isNotEmpty()
                    .containsOnly("NoChange");
            assertThat(result.path("potentialChanges")).as("seed %s", seed).isEmpty();
            assertThat(result.path("diagnostics")).as("seed %s", seed).isEmpty();
        }
    }

    @Test
    void aScalarThatIsChangedIsAllThatIsShown() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Templates templates = new Templates(seed);
            ObjectNode template = templates.template();
            WhatIfBench bench = new WhatIfBench(false);
            bench.deploy(template, Documents.empty());
            ObjectNode site = templates.aSite(template);
            site.withObject("properties").withObject("limits").put("memory", 77);
            JsonNode result = bench.whatIf(template, Documents.empty(), WISH).properties();
            List<JsonNode> changed = new ArrayList<>();
            result.path("changes").forEach(change -> {
                if (!change.path("changeType").asString().equals("NoChange")) {
                    changed.add(change);
                }
            });
            assertThat(changed).as("seed %s", seed).hasSize(1);
            assertThat(changed.getFirst().path("resourceId").asString())
                    .endsWith("/" + site.path("name").asString());
            assertThat(changed.getFirst().path("delta")).as("seed %s", seed).hasSize(1);
            JsonNode only = changed.getFirst().path("delta").path(0);
            assertThat(only.path("path").asString()).isEqualTo("properties.limits.memory");
            assertThat(only.path("propertyChangeType").asString()).isEqualTo("Modify");
            assertThat(only.path("before").asInt()).isEqualTo(8);
            assertThat(only.path("after").asInt()).isEqualTo(77);
            assertThat(result.path("potentialChanges")).as("seed %s", seed).isEmpty();
        }
    }

    @Test
    void whatIsNotThereIsCreatedAndNothingElseIsSaid() {
        for (int seed = 0; seed < SEEDS; seed++) {
            JsonNode template = new Templates(seed).template();
            JsonNode result = new WhatIfBench(false)
                    .whatIf(template, Documents.empty(), WISH)
                    .properties();
            List<String> types = types(result.path("changes"));
            types.addAll(types(result.path("potentialChanges")));
            assertThat(types).as("seed %s", seed).isNotEmpty().isSubsetOf("Create", "Unsupported");
        }
    }

    private static List<String> types(JsonNode changes) {
        List<String> types = new ArrayList<>();
        changes.forEach(change -> types.add(change.path("changeType").asString()));
        return types;
    }

    /// Templates that follow from a seed.
    private static final class Templates {

        private final Random random;
        private int sites;

        Templates(long seed) {
            random = new Random(seed);
        }

        ObjectNode template() {
            return template(true);
        }

        private ObjectNode template(boolean nesting) {
            ObjectNode template = Documents.empty()
                    .put("$schema", "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#")
                    .put("contentVersion", "1.0.0.0");
            ArrayNode resources = template.putArray("resources");
            List<String> before = new ArrayList<>();
            int count = 1 + random.nextInt(5);
            for (int i = 0; i < count; i++) {
                resources.add(site(before));
            }
            if (nesting && random.nextBoolean()) {
                String name = before.get(random.nextInt(before.size()));
                ObjectNode inner = template(false);
                inner.putObject("outputs")
                        .putObject("o")
                        .put("type", "string")
                        .put(
                                "value",
                                "[reference('"
                                        + inner.path("resources")
                                                .path(0)
                                                .path("name")
                                                .asString() + "').address]");
                ObjectNode nested = resources.addObject();
                nested.put("type", "Microsoft.Resources/deployments")
                        .put("apiVersion", "2022-09-01")
                        .put("name", "nested");
                nested.putArray("dependsOn").add(name);
                ObjectNode properties = nested.putObject("properties").put("mode", "Incremental");
                properties.putObject("expressionEvaluationOptions").put("scope", "inner");
                properties.set("template", inner);
                resources.add(site(before));
                ((ObjectNode) resources.get(resources.size() - 1))
                        .withObject("properties")
                        .put("title", "[uniqueString(reference('nested').outputs.o.value)]");
            }
            return template;
        }

        private ObjectNode site(List<String> before) {
            String name = "site" + sites++;
            ObjectNode site = Documents.empty()
                    .put("type", "Example.Web/sites")
                    .put("apiVersion", "2026-01-01")
                    .put("name", name)
                    .put("location", "[resourceGroup().location]");
            if (random.nextBoolean()) {
                site.putObject("tags").put("team", "team" + random.nextInt(3));
            }
            ObjectNode properties = site.putObject("properties");
            properties.putObject("limits").put("memory", 8).put("burst", random.nextBoolean());
            if (random.nextBoolean()) {
                properties.put("language", random.nextBoolean() ? "en" : "de");
            }
            if (random.nextBoolean()) {
                properties.put("password", "[uniqueString(resourceGroup().id)]");
            }
            ArrayNode domains = JsonNodeFactory.instance.arrayNode();
            for (int i = random.nextInt(4); i > 0; i--) {
                domains.add("d" + random.nextInt(5));
            }
            properties.set(random.nextBoolean() ? "domains" : "labels", domains);
            if (!before.isEmpty() && random.nextBoolean()) {
                String other = before.get(random.nextInt(before.size()));
                properties.put("title", "[uniqueString(reference('" + other + "').address)]");
                properties.put("connection", "[listKeys('" + other + "', '2026-01-01').key]");
            }
            before.add(name);
            return site;
        }

        /// One whose keys nothing is made of.
        ObjectNode aSite(ObjectNode template) {
            List<ObjectNode> free = new ArrayList<>();
            String text = template.toString();
            template.path("resources").forEach(resource -> {
                boolean isSite = resource.path("type").asString().equals("Example.Web/sites");
                boolean isUsed =
                        text.contains("listKeys('" + resource.path("name").asString() + "'");
                if (isSite && !isUsed) {
                    free.add((ObjectNode) resource);
                }
            });
            return free.get(random.nextInt(free.size()));
        }
    }
}
