package fairlead.smithy.convert;

import fairlead.smithy.ModelFinding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import software.amazon.smithy.aws.cloudformation.traits.CfnResourceTrait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.knowledge.TopDownIndex;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.traits.DeprecatedTrait;
import software.amazon.smithy.model.traits.DocumentationTrait;
import software.amazon.smithy.model.traits.ExternalDocumentationTrait;
import software.amazon.smithy.model.transform.ModelTransformer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Makes resource type schemas of a service's resources.
public final class Conversion {

    private static final List<String> DOCUMENTATION = List.of(
            "documentation url",
            "documentationurl",
            "api reference",
            "user guide",
            "developer guide",
            "reference",
            "guide");
    private static final List<String> SOURCE = List.of("source url", "sourceurl", "source", "source code");

    private final Model model;
    private final Options options;
    private final List<ModelFinding> findings = new ArrayList<>();
    private final Map<String, ShapeId> typeNames = new HashMap<>();
    private final List<Type> types = new ArrayList<>();

    private Conversion(Model model, Options options) {
        this.model = model;
        this.options = options;
    }

    /// What is to be made.
    ///
    /// @param organization the first part of the types' names; "AWS" where the service has `aws.api#service`
    /// @param service the second part; its CloudFormation name, else the name of its shape
    /// @param markedOnly only resources with `cfnResource`, else every one that can be identified and read
    public record Options(Optional<String> organization, Optional<String> service, boolean markedOnly) {}

    /// A resource type.
    ///
    /// @param resource of which it was made
    /// @param schema as the CloudFormation resource type schema wants it
    /// @param registration what the model says besides, as keys of a registration file; perhaps nothing
    public record Type(String name, ShapeId resource, ObjectNode schema, ObjectNode registration) {}

    /// The types, and what was noticed while they were made.
    public record Converted(List<Type> types, List<ModelFinding> findings) {

        public Converted {
            types = List.copyOf(types);
            findings = List.copyOf(findings);
        }
    }

    /// Converts the resources of a service. Strings with the older trait `enum` count as enumerations.
    public static Converted of(Model model, ServiceShape service, Options options) {
        Model modern = ModelTransformer.create().changeStringEnumsToEnumShapes(model, true);
        Conversion conversion = new Conversion(modern, options);
        conversion.convert(modern.expectShape(service.getId(), ServiceShape.class));
        return new Converted(conversion.types, conversion.findings);
    }

    private void convert(ServiceShape service) {
        Optional<Naming> naming = Naming.of(service, options.organization(), options.service());
        if (naming.isEmpty()) {
            note(
                    ModelFinding.Severity.ERROR,
                    "conversion.organization",
                    service,
                    "the names of the types begin with an organization, and nothing says which");
            return;
        }
        Handlers handlers = new Handlers(model, service);
        Registered registered = new Registered(model, service);
        Map<ShapeId, Set<String>> inherited = new HashMap<>();
        Collection<ResourceShape> resources = TopDownIndex.of(model).getContainedResources(service);
        for (ResourceShape parent : resources) {
            parent.getResources()
                    .forEach(child -> inherited
                            .computeIfAbsent(child, _ -> new HashSet<>())
                            .addAll(parent.getIdentifiers().keySet()));
        }
        resources.stream().filter(this::isWanted).forEach(resource -> {
            Set<String> parents = inherited.getOrDefault(resource.getId(), Set.of());
            convert(resource, naming.get().type(resource), parents, handlers, registered);
        });
    }

    private boolean isWanted(ResourceShape resource) {
        boolean findable =
                !resource.getIdentifiers().isEmpty() && resource.getRead().isPresent();
        return resource.hasTrait(CfnResourceTrait.class) || (findable && !options.markedOnly());
    }

    /// Why there are no types of a service, or of some of its resources: a sentence for each reason.
    public static List<String> leftOut(Model model, ServiceShape service, Options options) {
        Collection<ResourceShape> resources = TopDownIndex.of(model).getContainedResources(service);
        if (resources.isEmpty()) {
            return List.of(
                    "the model has operations alone and no resources; a second file can add them (`resource`, and"
                            + " a service of the same name that has them)");
        }
        Conversion conversion = new Conversion(model, options);
        return resources.stream()
                .filter(resource -> !conversion.isWanted(resource))
                .sorted()
                .map(resource -> resource.getId().getName() + " is left out: " + reason(resource))
                .toList();
    }

    private static String reason(ResourceShape resource) {
        if (resource.getIdentifiers().isEmpty()) {
            return "the model gives it no identifiers";
        }
        return resource.getRead().isEmpty()
                ? "the model has no operation that reads it"
                : "it has no trait aws.cloudformation#cfnResource";
    }

    private void convert(
            ResourceShape resource, String name, Set<String> inherited, Handlers handlers, Registered registered) {
        ShapeId other = typeNames.putIfAbsent(name, resource.getId());
        if (other != null) {
            note(
                    ModelFinding.Severity.ERROR,
                    "conversion.name-taken",
                    resource,
                    "'" + name + "' is the name of the type made of " + other + " already");
            return;
        }
        Properties properties = new Properties(
                model,
                resource,
                inherited,
                (id, about, message) -> note(ModelFinding.Severity.WARNING, id, about, message));
        ObjectNode tagging = new Tagging(model, handlers).of(resource, properties);
        ObjectNode schema = schema(resource, name, properties, handlers, tagging);
        types.add(new Type(name, resource.getId(), schema, registered.of(resource, properties)));
    }

    private ObjectNode schema(
            ResourceShape resource, String name, Properties properties, Handlers handlers, ObjectNode tagging) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.put("typeName", name);
        schema.put(
                "description",
                resource.getTrait(DocumentationTrait.class)
                        .map(trait -> Shapes.text(trait.getValue()))
                        .orElse("Definition of " + name + " Resource Type"));
        url(resource, SOURCE).ifPresent(url -> schema.put("sourceUrl", url));
        url(resource, DOCUMENTATION).ifPresent(url -> schema.put("documentationUrl", url));
        Shapes shapes = new Shapes(model);
        ObjectNode written = JsonNodeFactory.instance.objectNode();
        properties.all().forEach(property -> written.set(property.name(), shapes.schema(property.shape())));
        ObjectNode definitions = shapes.definitions();
        if (!definitions.isEmpty()) {
            schema.set("definitions", definitions);
        }
        schema.set("properties", written);
        names(schema, "required", properties, property -> property.required() && property.settable(), "");
        names(schema, "readOnlyProperties", properties, Property::readOnly, "/properties/");
        names(schema, "writeOnlyProperties", properties, Property::writeOnly, "/properties/");
        names(schema, "createOnlyProperties", properties, Property::createOnly, "/properties/");
        names(schema, "deprecatedProperties", properties, this::deprecated, "/properties/");
        ArrayNode primary = schema.putArray("primaryIdentifier");
        properties.primaryIdentifier().forEach(identifier -> primary.add("/properties/" + identifier));
        if (!properties.additionalIdentifiers().isEmpty()) {
            ArrayNode additional = schema.putArray("additionalIdentifiers");
            properties
                    .additionalIdentifiers()
                    .forEach(identifier -> additional.addArray().add("/properties/" + identifier));
        }
        schema.set("handlers", handlers.of(resource));
        schema.set("tagging", tagging);
        return schema.put("additionalProperties", false);
    }

    private static void names(
            ObjectNode schema, String key, Properties properties, Predicate<Property> which, String prefix) {
        List<String> names =
                properties.all().stream().filter(which).map(Property::name).toList();
        if (!names.isEmpty()) {
            ArrayNode array = schema.putArray(key);
            names.forEach(name -> array.add(prefix + name));
        }
    }

    private boolean deprecated(Property property) {
        return property.shape().hasTrait(DeprecatedTrait.class);
    }

    private static Optional<String> url(ResourceShape resource, List<String> titles) {
        Map<String, String> urls = resource.getTrait(ExternalDocumentationTrait.class)
                .map(ExternalDocumentationTrait::getUrls)
                .orElse(Map.of());
        return titles.stream()
                .flatMap(title -> urls.entrySet().stream()
                        .filter(entry -> entry.getKey().equalsIgnoreCase(title))
                        .map(Map.Entry::getValue))
                .findFirst();
    }

    private void note(ModelFinding.Severity severity, String id, Shape about, String message) {
        findings.add(ModelFinding.about(severity, id, about, message));
    }

    /// Every service in a model, in the order of their names.
    public static Stream<ServiceShape> services(Model model) {
        return model.shapes(ServiceShape.class).sorted();
    }
}
