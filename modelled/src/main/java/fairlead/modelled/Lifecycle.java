package fairlead.modelled;

import fairlead.schema.ResourceSchema;
import fairlead.smithy.convert.PropertyNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.node.Node;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.shapes.StructureShape;
import software.amazon.smithy.model.traits.IdempotencyTokenTrait;
import software.amazon.smithy.model.traits.NoReplaceTrait;
import software.amazon.smithy.model.validation.NodeValidationVisitor;
import software.amazon.smithy.model.validation.Severity;
import tools.jackson.databind.node.ObjectNode;

/// The operations by which a resource lives.
///
/// @param create that of the resource, else its put
/// @param update that of the resource, else its put if that replaces what is there
/// @param identifier the properties of the primary identifier
/// @param given whether callers name the resource, so that one can look for it before it is made
record Lifecycle(
        Model model,
        ServiceShape service,
        ResourceShape resource,
        OperationShape create,
        OperationShape read,
        OperationShape delete,
        Optional<OperationShape> update,
        Optional<OperationShape> list,
        List<String> identifier,
        boolean given) {

    Lifecycle {
        identifier = List.copyOf(identifier);
    }

    /// Empty if the resource can't be created, read and deleted.
    static Optional<Lifecycle> of(Model model, ServiceShape service, ResourceShape resource, ResourceSchema schema) {
        Optional<OperationShape> create = operation(model, resource.getCreate().or(resource::getPut));
        Optional<OperationShape> read = operation(model, resource.getRead());
        Optional<OperationShape> delete = operation(model, resource.getDelete());
        if (create.isEmpty() || read.isEmpty() || delete.isEmpty()) {
            return Optional.empty();
        }
        boolean given = schema.primaryIdentifier().stream().noneMatch(schema.readOnly()::contains);
        return Optional.of(new Lifecycle(
                model,
                service,
                resource,
                create.get(),
                read.get(),
                delete.get(),
                operation(model, resource.getUpdate().or(() -> replacing(resource))),
                operation(model, resource.getList()),
                names(schema),
                given));
    }

    private static Optional<ShapeId> replacing(ResourceShape resource) {
        return resource.getPut().filter(_ -> !resource.hasTrait(NoReplaceTrait.class));
    }

    private static List<String> names(ResourceSchema schema) {
        List<String> names = new ArrayList<>();
        schema.primaryIdentifier()
                .forEach(path ->
                        names.add(path.toString().substring(path.toString().lastIndexOf('/') + 1)));
        return names;
    }

    private static Optional<OperationShape> operation(Model model, Optional<ShapeId> id) {
        return id.map(known -> model.expectShape(known, OperationShape.class));
    }

    /// Which members of its operations' outputs say what identifies the resource.
    Identity identity() {
        return new Identity(model, resource, identifier);
    }

    StructureShape input(OperationShape operation) {
        return model.expectShape(operation.getInputShape(), StructureShape.class);
    }

    StructureShape output(OperationShape operation) {
        return model.expectShape(operation.getOutputShape(), StructureShape.class);
    }

    /// Whether a create can be repeated without making another: the service knows it by its token.
    boolean createHasToken() {
        return input(create).members().stream().anyMatch(member -> member.hasTrait(IdempotencyTokenTrait.class));
    }

    /// Whether an input keeps to the constraints of the model: a service need not look for what breaks them.
    boolean allows(OperationShape operation, ObjectNode input) {
        NodeValidationVisitor constraints = NodeValidationVisitor.builder()
                .model(model)
                .value(Node.parse(input.toString()))
                .build();
        return input(operation).accept(constraints).stream().noneMatch(event -> event.getSeverity() == Severity.ERROR);
    }

    /// The members that an operation can't be called without, and that no property of the identifier gives.
    List<String> unbound(OperationShape operation) {
        return input(operation).members().stream()
                .filter(MemberShape::isRequired)
                .filter(member -> !member.hasTrait(IdempotencyTokenTrait.class))
                .filter(member -> !identifier.contains(PropertyNames.of(resource, member)))
                .map(MemberShape::getMemberName)
                .toList();
    }
}
