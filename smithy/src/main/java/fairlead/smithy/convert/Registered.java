package fairlead.smithy.convert;

import fairlead.schema.arn.ArnTemplate;
import fairlead.schema.data.DataClass;
import fairlead.schema.text.PointerSteps;
import fairlead.smithy.arn.Arns;
import fairlead.smithy.data.DataClasses;
import fairlead.smithy.plane.Plane;
import fairlead.smithy.plane.Planes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.smithy.aws.cloudformation.traits.CfnExcludePropertyTrait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What a model says of a resource that no resource type schema can: the keys of its registration file. These are the
/// form of its ARNs, the classes of its data, and which of its handlers belong to the data plane.
final class Registered {

    private final Model model;
    private final Arns arns;
    private final Planes planes;

    Registered(Model model, ServiceShape service) {
        this.model = model;
        arns = Arns.of(model, service);
        planes = Planes.of(model, service);
    }

    /// The registration; an empty object if the model says nothing of all that.
    ObjectNode of(ResourceShape resource, Properties properties) {
        ObjectNode registration = JsonNodeFactory.instance.objectNode();
        arns.template(resource.getId())
                .map(template -> template.renamed(Naming::capital))
                .filter(template -> isOf(template, properties.primaryIdentifier()))
                .ifPresent(template -> registration.put("arn", template.toString()));
        Map<String, DataClass> classes = classes(properties);
        if (!classes.isEmpty()) {
            ObjectNode written = registration.putObject("dataClasses");
            classes.forEach((path, dataClass) -> written.put(path, dataClass.word()));
        }
        List<String> dataPlane = dataPlane(resource);
        if (!dataPlane.isEmpty()) {
            ArrayNode written = registration.putArray("dataPlane");
            dataPlane.forEach(written::add);
        }
        return registration;
    }

    /// An ARN is of use where it tells the primary identifier and nothing else.
    private static boolean isOf(ArnTemplate template, List<String> identifier) {
        return template.labels().stream()
                .sorted()
                .toList()
                .equals(identifier.stream().sorted().toList());
    }

    // -- data -------------------------------------------------------------------------------------------------------

    private Map<String, DataClass> classes(Properties properties) {
        Map<String, DataClass> classes = new LinkedHashMap<>();
        for (Property property : properties.all()) {
            String path = "/properties/" + PointerSteps.escape(property.name());
            Optional<MemberShape> member = property.shape().asMemberShape();
            if (member.isPresent()) {
                Optional<DataClass> container =
                        DataClasses.own(model.expectShape(member.get().getContainer()));
                Optional<DataClass> effective = DataClasses.effective(member.get(), target(member.get()), container);
                walk(target(member.get()), path, Optional.empty(), effective, List.of(), classes);
            } else {
                walk(property.shape(), path, Optional.empty(), DataClasses.own(property.shape()), List.of(), classes);
            }
        }
        return classes;
    }

    private Shape target(MemberShape member) {
        return model.expectShape(member.getTarget());
    }

    /// Notes where the class differs from that of what is around. What contains itself is followed once; deeper down it
    /// has the most sensitive class that is anywhere in it.
    private void walk(
            Shape shape,
            String path,
            Optional<DataClass> around,
            Optional<DataClass> effective,
            List<Shape> above,
            Map<String, DataClass> classes) {
        Optional<DataClass> counted = above.contains(shape)
                ? sensitiveWithin(shape, new ArrayList<>()).or(() -> effective)
                : effective;
        if (!counted.equals(around)) {
            counted.ifPresent(dataClass -> classes.put(path, dataClass));
        }
        if (above.contains(shape)) {
            return;
        }
        List<Shape> within = Stream.concat(above.stream(), Stream.of(shape)).toList();
        for (MemberShape member : values(shape)) {
            Shape target = target(member);
            walk(
                    target,
                    path + "/" + step(shape, member),
                    counted,
                    DataClasses.effective(member, target, counted),
                    within,
                    classes);
        }
    }

    private static List<MemberShape> values(Shape shape) {
        return shape.members().stream()
                .filter(member -> !(shape.isMapShape() && member.getMemberName().equals("key")))
                .filter(member -> !member.hasTrait(CfnExcludePropertyTrait.class))
                .toList();
    }

    private static String step(Shape shape, MemberShape member) {
        return shape.isListShape() || shape.isMapShape() ? "*" : PointerSteps.escape(Naming.property(member));
    }

    private Optional<DataClass> sensitiveWithin(Shape shape, List<Shape> seen) {
        if (seen.contains(shape)) {
            return Optional.empty();
        }
        seen.add(shape);
        return Stream.concat(
                        DataClasses.own(shape).stream(),
                        values(shape).stream()
                                .flatMap(member -> Stream.concat(
                                        DataClasses.own(member).stream(),
                                        sensitiveWithin(target(member), seen).stream())))
                .filter(DataClass::sensitive)
                .findFirst();
    }

    // -- planes -----------------------------------------------------------------------------------------------------

    private List<String> dataPlane(ResourceShape resource) {
        Map<String, Optional<ShapeId>> handlers = new LinkedHashMap<>();
        handlers.put("create", resource.getCreate().or(resource::getPut));
        handlers.put("read", resource.getRead());
        handlers.put("update", resource.getUpdate().or(resource::getPut));
        handlers.put("delete", resource.getDelete());
        handlers.put("list", resource.getList());
        return handlers.entrySet().stream()
                .filter(handler -> handler.getValue()
                        .filter(operation -> planes.effective(operation) == Plane.DATA)
                        .isPresent())
                .map(Map.Entry::getKey)
                .toList();
    }
}
