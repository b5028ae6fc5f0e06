package fairlead.server.arm.deployment.whatif;

import fairlead.armtemplate.Compiled;
import fairlead.armtemplate.Groups;
import fairlead.armtemplate.scope.Ids;
import fairlead.schema.Finding;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.schema.diff.Defaults;
import fairlead.schema.diff.Diff;
import fairlead.server.access.Caller;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.World;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentResources;
import fairlead.server.stack.deployment.DeploymentScope;
import fairlead.server.stack.deployment.DeploymentValues;
import fairlead.stack.document.Document;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Resources in memory, of the types of `cases/whatif/types.json` and resource groups, that are made and changed at
/// once.
final class FakeCloud implements DeploymentResources, ResourceForecasts {

    private static final Map<String, ResourceSchema> SCHEMAS = schemas();

    private final Map<String, Asked> resources = new TreeMap<>();
    private final Set<String> failed = new HashSet<>();

    private static Map<String, ResourceSchema> schemas() {
        Map<String, ResourceSchema> schemas = new HashMap<>();
        try {
            JsonMapper.shared()
                    .readTree(Files.readString(Path.of("src/test/resources/cases/whatif/types.json")))
                    .properties()
                    .forEach(type -> {
                        if (!(ResourceSchema.load(type.getValue()) instanceof Loaded.Valid(var schema, var _))) {
                            throw new AssertionError("not a schema: " + ResourceSchema.load(type.getValue()));
                        }
                        schemas.put(type.getKey().toLowerCase(Locale.ROOT), schema);
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return schemas;
    }

    private static String key(String id) {
        return id.toLowerCase(Locale.ROOT);
    }

    private static boolean isGroup(String id) {
        return Ids.type(id).equals("Microsoft.Resources/resourceGroups");
    }

    void group(String id, String location) {
        resources.put(key(id), new Asked(id, Documents.empty().put("location", location), Documents.empty()));
    }

    /// Lets the next write of a resource ask for the same again.
    void fail(String id) {
        failed.add(key(id));
    }

    Groups groups() {
        return (subscription, name) -> Optional.ofNullable(
                        resources.get(key("/subscriptions/" + subscription + "/resourceGroups/" + name)))
                .map(group ->
                        new Groups.Facts(group.envelope().path("location").asString(), Map.of(), Optional.empty()));
    }

    // -- forecasts --------------------------------------------------------------------------------------------------

    @Override
    public Optional<Form> form(Named resource) {
        if (isGroup(resource.id())) {
            return Optional.of(new Form(Optional.empty()));
        }
        return Optional.ofNullable(SCHEMAS.get(key(Ids.type(resource.id()))))
                .map(schema -> new Form(Optional.of(schema)));
    }

    private Optional<ResourceSchema> schema(Named resource) {
        return form(resource).orElseThrow().schema();
    }

    @Override
    public Optional<Asked> asked(Caller caller, Named resource) {
        return Optional.ofNullable(resources.get(key(resource.id())));
    }

    @Override
    public Asked proposed(Caller caller, Named resource, ObjectNode body, boolean known) {
        Optional<ResourceSchema> schema = schema(resource);
        Asked proposed = Proposal.of(schema, asked(caller, resource), resource.id(), body);
        List<Detail> wrong = schema.filter(_ -> known)
                .map(type -> type.validateInput(proposed.properties()).stream()
                        .filter(Finding::isError)
                        .map(found -> new Detail(found.id(), found.message(), "/properties" + found.pointer()))
                        .toList())
                .orElse(List.of());
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
        return proposed;
    }

    @Override
    public Would put(Caller caller, Named resource, ObjectNode body) {
        String id = resource.id();
        int at = id.toLowerCase(Locale.ROOT).indexOf("/providers/");
        if (at > 0 && !resources.containsKey(key(id.substring(0, at)))) {
            return new Would.Refused(new Problem.NotFound(
                    ProblemCode.RESOURCE_GROUP_NOT_FOUND, "Resource group '" + id.substring(0, at) + "' not found."));
        }
        Optional<Asked> before = asked(caller, resource);
        Asked after;
        try {
            after = proposed(caller, resource, body, true);
        } catch (ProblemException refused) {
            return new Would.Refused(refused.problem());
        }
        if (before.isEmpty()) {
            return new Would.Create(after);
        }
        boolean equal = before.get().envelope().equals(after.envelope())
                && schema(resource)
                        .map(known -> Diff.between(known, before.get().properties(), after.properties())
                                .isEmpty())
                        .orElse(true);
        return equal && !failed.contains(key(id)) ? new Would.Keep() : new Would.Change(before.get(), after);
    }

    // -- resources --------------------------------------------------------------------------------------------------

    @Override
    public Begun write(Caller caller, Named resource, ObjectNode body, String token) {
        boolean created = asked(caller, resource).isEmpty();
        resources.put(key(resource.id()), proposed(caller, resource, body, true));
        return new Begun.Done(created);
    }

    @Override
    public void rehearse(Caller caller, Named resource, ObjectNode body) {
        if (put(caller, resource, body) instanceof Would.Refused(var reason)) {
            throw new ProblemException(reason);
        }
    }

    @Override
    public void rehearsePart(Caller caller, Named resource, ObjectNode properties) {
        // It has no types that could refuse a part.
    }

    @Override
    public Optional<ObjectNode> read(Caller caller, Named resource) {
        return asked(caller, resource).map(asked -> {
            ObjectNode read = Documents.empty().put("id", asked.id()).put("type", Ids.type(asked.id()));
            read.setAll(asked.envelope());
            ObjectNode properties = schema(resource)
                    .map(schema -> {
                        ObjectNode full = Defaults.fill(schema.root(), schema.withoutWriteOnly(asked.properties()));
                        schema.readOnly()
                                .forEach(path ->
                                        path.set(full, StringNode.valueOf("https://" + name(asked.id()) + "/")));
                        return full;
                    })
                    .orElseGet(Documents::empty);
            read.set("properties", properties.put("provisioningState", "Succeeded"));
            return read;
        });
    }

    private static String name(String id) {
        return id.substring(id.lastIndexOf('/') + 1);
    }

    @Override
    public JsonNode act(Caller caller, Named resource, String action, JsonNode input) {
        return Documents.empty().put("key", "the-key-of-" + name(resource.id()));
    }

    @Override
    public Begun delete(Caller caller, String id, String token) {
        resources.remove(key(id));
        return new Begun.Done(false);
    }

    @Override
    public boolean isEmpty(DeploymentScope group) {
        return true;
    }

    @Override
    public List<String> inGroup(Caller caller, DeploymentScope group) {
        return resources.values().stream()
                .map(Asked::id)
                .filter(id -> key(id).startsWith(group.key() + "/providers/"))
                .toList();
    }

    // -- deployments ------------------------------------------------------------------------------------------------

    /// Does what a template says, and what its nested deployments say, in order.
    ObjectNode deploy(Compiled compiled) {
        Document document = compiled.document();
        Map<String, ObjectNode> nested = new HashMap<>();
        Set<String> done = new HashSet<>();
        List<Node> open = new ArrayList<>(document.nodes().values());
        while (!open.isEmpty()) {
            Node node = open.stream()
                    .filter(one -> done.containsAll(one.needs()))
                    .findFirst()
                    .orElseThrow();
            open.remove(node);
            done.add(node.key());
            if (node.kind() == Node.Kind.STACK) {
                nested.put(
                        node.key(),
                        deploy(Objects.requireNonNull(compiled.nested().get(node.key()), "not known: " + node.key())));
            } else if (node.kind() == Node.Kind.RESOURCE) {
                DeploymentValues values = values(document, nested);
                Named named = values.address(node).orElseThrow();
                if (!(values.body(node) instanceof Evaluated.Known(var body, var _))) {
                    throw new AssertionError("not known: " + node.key());
                }
                write(World.DEVELOPER, named, (ObjectNode) body, "");
            }
        }
        ObjectNode shown = Documents.empty();
        ObjectNode outputs = shown.putObject("properties").putObject("outputs");
        document.outputs()
                .forEach((name, output) -> outputs.putObject(name)
                        .set(
                                "value",
                                values(document, nested).known(output.value()).value()));
        return shown;
    }

    private DeploymentValues values(Document document, Map<String, ObjectNode> nested) {
        return new DeploymentValues(
                document, this, World.DEVELOPER, _ -> true, node -> Optional.ofNullable(nested.get(node.key())));
    }
}
