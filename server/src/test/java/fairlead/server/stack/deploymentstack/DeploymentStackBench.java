package fairlead.server.stack.deploymentstack;

import fairlead.server.database.Row;
import fairlead.server.operation.Operation;
import fairlead.server.resource.World;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentScope;
import fairlead.server.stack.deploymentstack.DeploymentStacks.Asked;
import fairlead.server.stack.deploymentstack.DeploymentStacks.Begun;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Deployment stacks in a world of fake services, written as tests read best.
final class DeploymentStackBench {

    static final DeploymentScope GROUP = new DeploymentScope(World.SUBSCRIPTION, Optional.of("group"));
    static final DeploymentScope SUBSCRIPTION = new DeploymentScope(World.SUBSCRIPTION, Optional.empty());
    static final OnUnmanage DELETE = new OnUnmanage(true, true);

    /// A gizmo, and a shelf that says which.
    static final String TWO = template("""
        {'type': 'Test.Shop/shelves', 'apiVersion': '2026-11-01', 'name': 's1', 'location': 'local',
         'dependsOn': ['g1'], 'properties': {'Text': '[concat(~by ~, reference(~g1~).Id)]'}},
        {'type': 'Test.Shop/gizmos', 'apiVersion': '2026-11-01', 'name': 'g1', 'location': 'local',
         'properties': {'Color': 'red'}}\
        """);

    /// The gizmo alone.
    static final String ONE = template("""
        {'type': 'Test.Shop/gizmos', 'apiVersion': '2026-11-01', 'name': 'g1', 'location': 'local',
         'properties': {'Color': 'red'}}\
        """);

    static final String NONE = template("");

    private static final JsonMapper JSON = JsonMapper.shared();

    private final World world;

    DeploymentStackBench(World world) {
        this.world = world;
    }

    /// @param resources with `'` for `"`, and `~` for `'`
    static String template(String resources) {
        return """
            {'$schema': 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
             'contentVersion': '1.0.0.0', 'resources': [%s]}\
            """.formatted(resources);
    }

    DeploymentStacks stacks() {
        return world.deploymentStacks.stacks();
    }

    private static ObjectNode content(String template, DeploymentStacks.Place place) {
        ObjectNode content = Documents.empty();
        ObjectNode properties = content.putObject("properties").put("mode", "Incremental");
        properties.set("template", JSON.readTree(template.replace('\'', '"').replace('~', '\'')));
        content.putObject("facts")
                .put("now", "2026-11-26T12:00:00Z")
                .put("seed", "seed")
                .put("base", "http://localhost")
                .put("location", "local")
                .put("stack", place.id().toString())
                .putObject("deployer")
                .put("objectId", "");
        return content;
    }

    Begun begin(DeploymentScope scope, String name, String template, StackTerms terms, boolean bypass) {
        DeploymentStacks.Place place = stacks().place(scope, name);
        return stacks().put(new Asked(World.DEVELOPER, place, "local", content(template, place), terms, bypass));
    }

    static StackTerms terms(OnUnmanage how) {
        return new StackTerms(GROUP, how, DenySettings.NONE);
    }

    /// Makes the stack `shop` of the group, or changes it.
    DeploymentStack put(String template, OnUnmanage how) {
        return put("shop", template, terms(how));
    }

    DeploymentStack put(String name, String template, StackTerms terms) {
        Begun begun = begin(terms.to(), name, template, terms, false);
        world.settle();
        return stacks().find(terms.to(), begun.stack().name()).orElseThrow();
    }

    DeploymentStack stack() {
        return stacks().find(GROUP, "shop").orElseThrow();
    }

    Optional<DeploymentStack> delete(DeploymentStack stack, OnUnmanage how) {
        DeploymentStack _ = stacks().delete(World.DEVELOPER, stack, how, false);
        world.settle();
        return stacks().find(stack.scope(), stack.name());
    }

    /// What belongs to a stack: `g1 MANAGED` for example.
    List<String> managed(DeploymentStack stack) {
        return stacks().resources(stack).stream()
                .map(resource ->
                        last(resource.id()) + " " + resource.condition().status())
                .toList();
    }

    static List<String> told(DeploymentStack stack, String what) {
        return stack.result()
                .path(what)
                .valueStream()
                .map(one -> last(one.path("id").asString(one.asString(""))))
                .toList();
    }

    static String error(DeploymentStack stack) {
        return stack.result().path("error").toString();
    }

    /// What was deleted, in that order.
    List<String> deletions() {
        return world.operations.list(World.SUBSCRIPTION, Optional.empty(), 1000).reversed().stream()
                .filter(operation -> operation.kind().wireName().equals("delete"))
                .map(Operation::subjectId)
                .map(DeploymentStackBench::last)
                .toList();
    }

    /// The scopes of all that is denied, and how.
    List<String> denials() {
        return world.database.read(transaction ->
                transaction.query("SELECT scope_key FROM deny_assignment ORDER BY scope_key", Row::text).stream()
                        .map(DeploymentStackBench::last)
                        .toList());
    }

    private static String last(String id) {
        return id.substring(id.lastIndexOf('/') + 1);
    }
}
