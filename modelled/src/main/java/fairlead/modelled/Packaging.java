package fairlead.modelled;

import fairlead.schema.Finding;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.smithy.convert.Conversion;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.smithy.aws.traits.clientendpointdiscovery.ClientDiscoveredEndpointTrait;
import software.amazon.smithy.aws.traits.clientendpointdiscovery.ClientEndpointDiscoveryTrait;
import software.amazon.smithy.aws.traits.tagging.TaggableTrait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.knowledge.PropertyBindingIndex;
import software.amazon.smithy.model.loader.Prelude;
import software.amazon.smithy.model.neighbor.Relationship;
import software.amazon.smithy.model.neighbor.RelationshipDirection;
import software.amazon.smithy.model.neighbor.Walker;
import software.amazon.smithy.model.node.Node;
import software.amazon.smithy.model.shapes.ModelSerializer;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.traits.Trait;
import software.amazon.smithy.model.traits.TraitDefinition;
import software.amazon.smithy.model.transform.ModelTransformer;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What a type of a model is registered with: its schema, its settings, and the part of the model that its handler
/// goes by.
///
/// @param schema that of the conversion, and the type configuration that credentials come from
/// @param registration a registration file
/// @param model in the JSON AST, without what other resources are made of
public record Packaging(ObjectNode schema, ObjectNode registration, String model) {

    /// Where nothing of a call depends on them, and what they name may be left out.
    private static final Set<String> LEFT_OUT = Set.of(
            "smithy.api#documentation",
            "smithy.api#examples",
            "smithy.api#references",
            "smithy.api#externalDocumentation",
            "aws.api#arnReference",
            "aws.cloudformation#cfnResource");

    /// What is of use only with the operation that knows the endpoints.
    private static final Set<String> OF_DISCOVERY =
            Set.of("aws.api#clientEndpointDiscovery", "aws.api#clientDiscoveredEndpoint");

    /// @param settings all of `smithy` in the registration file but `service` and `resource`
    public static Packaging of(Model model, ServiceShape service, Conversion.Type type, ObjectNode settings) {
        ResourceShape resource = model.expectShape(type.resource(), ResourceShape.class);
        ObjectNode schema = schema(model, service, type);
        configure(schema, settings);
        ObjectNode smithy = JsonNodeFactory.instance
                .objectNode()
                .put("service", service.getId().toString())
                .put("resource", resource.getId().toString());
        smithy.setAll(settings);
        ObjectNode registration = JsonNodeFactory.instance.objectNode();
        registration.set("smithy", smithy);
        return new Packaging(schema, registration, part(model, service, resource));
    }

    private static ObjectNode schema(Model model, ServiceShape service, Conversion.Type type) {
        ObjectNode schema = type.schema().deepCopy();
        ShownProperties.relax(schema);
        ServiceTags.into(schema, model, service, model.expectShape(type.resource(), ResourceShape.class));
        return schema;
    }

    /// What the model says in advance of the type: what can't work without a handler, and what works otherwise than one
    /// would think. Nothing of a type whose resource can't be served at all.
    public static List<Finding> rehearsed(Model model, ServiceShape service, Conversion.Type type) {
        ResourceShape resource = model.expectShape(type.resource(), ResourceShape.class);
        return switch (ResourceSchema.load(schema(model, service, type))) {
            case Loaded.Invalid _ -> List.of();
            case Loaded.Valid valid ->
                Lifecycle.of(model, service, resource, valid.schema())
                        .map(lifecycle -> Rehearsal.of(lifecycle, valid.schema(), Map.of()))
                        .orElse(List.of());
        };
    }

    /// Whether the resource has what every type needs: create or put, read and delete.
    public static boolean isComplete(Model model, Conversion.Type type) {
        ResourceShape resource = model.expectShape(type.resource(), ResourceShape.class);
        return (resource.getCreate().isPresent() || resource.getPut().isPresent())
                && resource.getRead().isPresent()
                && resource.getDelete().isPresent();
    }

    /// The type that a type is nested under: that of the resource in which the model has it, if callers name both, so
    /// that the names of an address say what the identifier says.
    ///
    /// @param types among which to look
    public static Optional<Conversion.Type> parent(
            Model model, Conversion.Type nested, Collection<Conversion.Type> types) {
        List<String> identifier = pointers(nested, "primaryIdentifier");
        boolean given = pointers(nested, "readOnlyProperties").stream().noneMatch(identifier::contains);
        return types.stream()
                .filter(type -> given
                        && model.expectShape(type.resource(), ResourceShape.class)
                                .getResources()
                                .contains(nested.resource()))
                .filter(type -> pointers(type, "primaryIdentifier")
                        .equals(identifier.subList(0, Math.max(identifier.size() - 1, 0))))
                .filter(type -> depth(model, type, types) == identifier.size() - 1)
                .findFirst();
    }

    private static int depth(Model model, Conversion.Type type, Collection<Conversion.Type> types) {
        return 1
                + parent(model, type, types)
                        .map(above -> depth(model, above, types))
                        .orElse(0);
    }

    private static List<String> pointers(Conversion.Type type, String key) {
        return type.schema()
                .path(key)
                .valueStream()
                .map(pointer -> pointer.asString(""))
                .toList();
    }

    /// Credentials that the operator sets with the type are properties of its configuration.
    private static void configure(ObjectNode schema, ObjectNode settings) {
        Set<String> names = new TreeSet<>();
        settings.path("auth").path("credentials").properties().stream()
                .map(entry -> Reference.configured(entry.getValue().asString("")))
                .flatMap(Optional::stream)
                .forEach(names::add);
        if (names.isEmpty()) {
            return;
        }
        ObjectNode configuration = schema.putObject("typeConfiguration").put("additionalProperties", false);
        ObjectNode properties = configuration.putObject("properties");
        names.forEach(name ->
                properties.putObject(name).put("type", "string").put("description", "A credential for the service."));
    }

    private static String part(Model model, ServiceShape service, ResourceShape resource) {
        Set<ShapeId> kept = new HashSet<>();
        Walker walker = new Walker(model);
        Set<ShapeId> roots = new HashSet<>(service.getErrorsSet());
        operations(model, service, resource).forEach(roots::add);
        Set<ShapeId> discovery = discovery(model, service, resource);
        roots.addAll(discovery);
        for (ResourceShape one : lineage(model, resource)) {
            kept.add(one.getId());
            roots.addAll(one.getIdentifiers().values());
        }
        ResourceShape reduced = used(model, service, resource);
        roots.addAll(reduced.getProperties().values());
        for (ShapeId root : roots) {
            walker.walkShapes(model.expectShape(root), Packaging::leadsDown).forEach(shape -> kept.add(shape.getId()));
        }
        kept.add(service.getId());
        Set<ShapeId> vocabulary = new HashSet<>();
        for (Shape definition : model.getShapesWithTrait(TraitDefinition.class)) {
            walker.walkShapes(definition, Packaging::leadsDown).forEach(shape -> vocabulary.add(shape.getId()));
        }
        List<Shape> replaced = lineage(model, resource).stream()
                .<Shape>map(one -> one.equals(resource) ? reduced : parentOf(one))
                .toList();
        ModelTransformer transformer = ModelTransformer.create();
        Model part = transformer.filterShapes(transformer.replaceShapes(model, replaced), shape -> {
            ShapeId id = shape.getId().withoutMember();
            return Prelude.isPreludeShape(shape) || kept.contains(id) || vocabulary.contains(id);
        });
        boolean taggable = resource.hasTrait(TaggableTrait.class);
        boolean discovers = !discovery.isEmpty();
        return Node.printJson(ModelSerializer.builder()
                .metadataFilter(_ -> false)
                .shapeFilter(shape -> kept.contains(shape.getId().withoutMember()))
                .traitFilter(trait -> isKept(trait, taggable, discovers))
                .build()
                .serialize(part));
    }

    /// The resource without the properties that only other operations have than those that its handler calls: a model
    /// may not have properties without a use.
    private static ResourceShape used(Model model, ServiceShape service, ResourceShape resource) {
        PropertyBindingIndex bindings = PropertyBindingIndex.of(model);
        Set<String> used = operations(model, service, resource)
                .map(id -> model.expectShape(id, OperationShape.class))
                .flatMap(operation -> Stream.of(
                        bindings.getInputPropertiesShape(operation), bindings.getOutputPropertiesShape(operation)))
                .flatMap(shape -> shape.members().stream())
                .flatMap(member -> bindings.getPropertyName(member.getId()).stream())
                .collect(Collectors.toSet());
        Map<String, ShapeId> properties = new LinkedHashMap<>(resource.getProperties());
        properties.keySet().retainAll(used);
        return resource.toBuilder().properties(properties).build();
    }

    /// What a nested resource has of the one above it: its identifiers. Its operations are left out, and so is what
    /// traits and properties say of those.
    private static ResourceShape parentOf(ResourceShape resource) {
        return ResourceShape.builder()
                .id(resource.getId())
                .source(resource.getSourceLocation())
                .identifiers(resource.getIdentifiers())
                .resources(resource.getResources())
                .build();
    }

    private static boolean leadsDown(Relationship relation) {
        return relation.getDirection() == RelationshipDirection.DIRECTED;
    }

    private static boolean isKept(Trait trait, boolean taggable, boolean discovers) {
        String id = trait.toShapeId().toString();
        boolean tagging = id.equals("aws.api#tagEnabled");
        return !LEFT_OUT.contains(id)
                && !id.startsWith("smithy.rules#")
                && !id.startsWith("smithy.test#")
                && !id.startsWith("aws.iam#")
                && (taggable || !tagging)
                && (discovers || !OF_DISCOVERY.contains(id));
    }

    /// The operation that knows the endpoints of the resource's operations, and the error that ends one.
    private static Set<ShapeId> discovery(Model model, ServiceShape service, ResourceShape resource) {
        Optional<ClientEndpointDiscoveryTrait> trait = service.getTrait(ClientEndpointDiscoveryTrait.class);
        boolean discovers = operations(model, service, resource)
                .anyMatch(operation -> model.expectShape(operation).hasTrait(ClientDiscoveredEndpointTrait.class));
        return trait.filter(_ -> discovers).stream()
                .flatMap(known -> Stream.concat(Stream.of(known.getOperation()), known.getOptionalError().stream()))
                .collect(Collectors.toSet());
    }

    private static Stream<ShapeId> operations(Model model, ServiceShape service, ResourceShape resource) {
        Stream<ShapeId> lifecycle = Stream.of(
                        resource.getCreate(),
                        resource.getPut(),
                        resource.getRead(),
                        resource.getUpdate(),
                        resource.getDelete(),
                        resource.getList())
                .flatMap(Optional::stream);
        return Stream.concat(
                lifecycle, TagOperations.of(model, service, resource).all().map(Shape::getId));
    }

    /// The resource and those that it is nested in.
    private static List<ResourceShape> lineage(Model model, ResourceShape resource) {
        return Stream.concat(
                        Stream.of(resource),
                        model.getResourceShapes().stream()
                                .filter(parent -> parent.getResources().contains(resource.getId()))
                                .flatMap(parent -> lineage(model, parent).stream()))
                .toList();
    }

    /// The documents under the names that they have in an archive.
    public Map<String, byte[]> files() {
        return Map.of(
                "schema.json", schema.toString().getBytes(StandardCharsets.UTF_8),
                "fairlead.json", registration.toString().getBytes(StandardCharsets.UTF_8),
                "smithy-model.json", model.getBytes(StandardCharsets.UTF_8));
    }
}
