package fairlead.smithy.plane;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.smithy.aws.traits.ControlPlaneTrait;
import software.amazon.smithy.aws.traits.DataPlaneTrait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.EntityShape;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;

/// The planes of a service's resources and operations: "When applied to a service or resource shape, all resources and
/// operations bound within the shape are also considered part of" it, unless they say otherwise themselves.
///
/// An operation that is bound in two places belongs to the plane of the first, in the model's order. An operation
/// without the trait belongs to the control plane: most models don't use the trait, and nearly every operation that a
/// control plane calls is one of it.
public final class Planes {

    private final Map<ShapeId, Plane> declared = new HashMap<>();

    private Planes() {}

    /// The planes within a service.
    public static Planes of(Model model, ServiceShape service) {
        Planes planes = new Planes();
        planes.walk(model, service, Optional.empty());
        return planes;
    }

    private void walk(Model model, EntityShape entity, Optional<Plane> inherited) {
        Optional<Plane> plane = said(entity).or(() -> inherited);
        plane.ifPresent(known -> declared.putIfAbsent(entity.getId(), known));
        for (ShapeId operation : entity.getAllOperations()) {
            said(model.expectShape(operation))
                    .or(() -> plane)
                    .ifPresent(known -> declared.putIfAbsent(operation, known));
        }
        for (ShapeId resource : entity.getResources()) {
            walk(model, model.expectShape(resource, ResourceShape.class), plane);
        }
    }

    private static Optional<Plane> said(Shape shape) {
        if (shape.hasTrait(ControlPlaneTrait.class)) {
            return Optional.of(Plane.CONTROL);
        }
        return shape.hasTrait(DataPlaneTrait.class) ? Optional.of(Plane.DATA) : Optional.empty();
    }

    /// What the model says, itself or of what the shape is bound to.
    public Optional<Plane> declared(ShapeId shape) {
        return Optional.ofNullable(declared.get(shape));
    }

    /// The plane that counts.
    public Plane effective(ShapeId shape) {
        return declared.getOrDefault(shape, Plane.CONTROL);
    }
}
