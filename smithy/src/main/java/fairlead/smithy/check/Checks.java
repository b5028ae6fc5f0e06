package fairlead.smithy.check;

import fairlead.smithy.ModelFinding;
import fairlead.smithy.ModelFinding.Severity;
import fairlead.smithy.service.SdkId;
import fairlead.smithy.service.ServiceNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.smithy.aws.traits.ArnReferenceTrait;
import software.amazon.smithy.aws.traits.ArnTrait;
import software.amazon.smithy.aws.traits.ServiceTrait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.knowledge.TopDownIndex;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;

/// Holds a model against the specification. What MUST be is an error, what SHOULD be a warning; a user of a model
/// of another author takes all of it as warnings ([ModelFinding#asWarning]).
public final class Checks {

    private final Model model;
    private final List<ModelFinding> findings = new ArrayList<>();

    private Checks(Model model) {
        this.model = model;
    }

    /// Everything that is found, service by service.
    public static List<ModelFinding> of(Model model) {
        Checks checks = new Checks(model);
        Map<SdkId, ShapeId> known = new HashMap<>();
        model.shapes(ServiceShape.class)
                .filter(service -> service.hasTrait(ServiceTrait.class))
                .sorted()
                .forEach(service -> checks.service(service, known));
        model.shapes(ResourceShape.class).sorted().forEach(checks::arn);
        model.shapes()
                .filter(shape -> shape.hasTrait(ArnReferenceTrait.class))
                .sorted()
                .forEach(checks::reference);
        return checks.findings;
    }

    private void service(ServiceShape service, Map<SdkId, ShapeId> known) {
        ServiceNames names = ServiceNames.of(service);
        for (ServiceNames.Fault fault : names.faults(service)) {
            String origin = fault.given() ? "" : ", which is the default,";
            note(
                    fault.must() ? Severity.ERROR : Severity.WARNING,
                    "service." + fault.member(),
                    service,
                    fault.member() + " '" + fault.value() + "'" + origin + " breaks the rule: " + fault.rule());
        }
        ShapeId other = known.putIfAbsent(names.sdkId(), service.getId());
        if (other != null) {
            note(
                    Severity.ERROR,
                    "service.sdkId-unique",
                    service,
                    "sdkId '" + names.sdkId() + "' is that of " + other
                            + " as well: The value MUST be unique across all AWS services.");
        }
    }

    private void arn(ResourceShape resource) {
        Optional<ArnTrait> trait = resource.getTrait(ArnTrait.class);
        if (trait.isEmpty()) {
            return;
        }
        ArnTrait arn = trait.get();
        if (arn.isAbsolute() && (arn.isNoRegion() || arn.isNoAccount())) {
            note(
                    Severity.ERROR,
                    "arn.absolute-without",
                    resource,
                    (arn.isNoRegion() ? "noRegion" : "noAccount")
                            + " is set: This can only be set to true if absolute is not set or is false.");
        }
        for (Map.Entry<String, ShapeId> identifier : resource.getIdentifiers().entrySet()) {
            boolean isArn = model.getShape(identifier.getValue())
                    .map(shape -> shape.hasTrait(ArnReferenceTrait.class))
                    .orElse(false);
            if (isArn && !arn.isAbsolute()) {
                note(
                        Severity.ERROR,
                        "arn.identifier",
                        resource,
                        "the identifier '" + identifier.getKey() + "' is an ARN, and the template '" + arn.getTemplate()
                                + "' is relative: an absolute ARN template MUST be defined.");
            }
        }
    }

    /// "If the shape is found in the model, it MUST target a resource shape, and the resource MUST be found within the
    /// closure of the referenced service shape."
    private void reference(Shape shape) {
        ArnReferenceTrait trait = shape.expectTrait(ArnReferenceTrait.class);
        Optional<Shape> target = trait.getResource().flatMap(model::getShape);
        if (target.isEmpty()) {
            return;
        }
        if (!target.get().isResourceShape()) {
            note(
                    Severity.ERROR,
                    "arnReference.resource",
                    shape,
                    "the resource " + target.get().getId() + " is a "
                            + target.get().getType() + ": it MUST target a resource shape.");
            return;
        }
        Optional<ServiceShape> service =
                trait.getService().flatMap(model::getShape).flatMap(Shape::asServiceShape);
        boolean outside = service.map(owner -> TopDownIndex.of(model).getContainedResources(owner).stream()
                        .noneMatch(resource -> resource.equals(target.get())))
                .orElse(false);
        if (outside) {
            note(
                    Severity.ERROR,
                    "arnReference.closure",
                    shape,
                    "the resource " + target.get().getId() + " is not in "
                            + service.map(Shape::getId).orElseThrow()
                            + ": the resource MUST be found within the closure of the referenced service shape.");
        }
    }

    private void note(Severity severity, String id, Shape about, String message) {
        findings.add(ModelFinding.about(severity, id, about, message));
    }
}
