package fairlead.smithy.convert;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.smithy.aws.cloudformation.traits.CfnAdditionalIdentifierTrait;
import software.amazon.smithy.aws.cloudformation.traits.CfnExcludePropertyTrait;
import software.amazon.smithy.aws.cloudformation.traits.CfnResourceTrait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.knowledge.PropertyBindingIndex;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.shapes.StructureShape;
import software.amazon.smithy.model.traits.PropertyTrait;
import software.amazon.smithy.model.traits.ResourceIdentifierTrait;

/// The properties of a resource: its identifiers, in the model's order, and what its lifecycle operations take and
/// give.
///
/// An identifier is made by the service unless a caller gives it: in the input of the create, by a put, or because it
/// is the parent's.
final class Properties {

    private final Model model;
    private final PropertyBindingIndex bindings;
    private final ResourceShape resource;
    private final Set<String> inherited;
    private final WarningSink noting;
    private final Map<String, Property> byName = new LinkedHashMap<>();
    private final Map<String, String> modelled = new HashMap<>();
    private final List<String> identifiers = new ArrayList<>();
    private final List<String> additional = new ArrayList<>();

    /// @param inherited the names of the parent's identifiers
    Properties(Model model, ResourceShape resource, Set<String> inherited, WarningSink noting) {
        this.model = model;
        this.bindings = PropertyBindingIndex.of(model);
        this.resource = resource;
        this.inherited = inherited;
        this.noting = noting;
        addIdentifiers();
        input(resource.getPut(), EnumSet.of(Mutability.CREATE, Mutability.WRITE), true);
        input(resource.getCreate(), EnumSet.of(Mutability.CREATE), true);
        input(resource.getUpdate(), EnumSet.of(Mutability.WRITE), false);
        resource.getRead().ifPresent(this::readInput);
        resource.getRead().ifPresent(this::output);
        addAdditionalSchemas();
        choosePrimary();
    }

    Collection<Property> all() {
        return byName.values();
    }

    boolean has(String name) {
        return byName.containsKey(name);
    }

    /// In the order in which they make the identifier.
    List<String> primaryIdentifier() {
        return identifiers;
    }

    /// Each of them alone finds the resource.
    List<String> additionalIdentifiers() {
        return additional;
    }

    /// A property that no lifecycle operation shows.
    void add(String name, Shape shape) {
        byName.put(name, new Property(name, shape));
    }

    private void addIdentifiers() {
        for (Map.Entry<String, ShapeId> identifier : resource.getIdentifiers().entrySet()) {
            String name = Naming.capital(identifier.getKey());
            Property property = new Property(name, model.expectShape(identifier.getValue()));
            Optional<MemberShape> given = given(identifier.getKey());
            boolean byCaller =
                    given.isPresent() || resource.getPut().isPresent() || inherited.contains(identifier.getKey());
            property.lock(byCaller ? EnumSet.of(Mutability.CREATE, Mutability.READ) : EnumSet.of(Mutability.READ));
            boolean required = given.map(MemberShape::isRequired).orElse(byCaller);
            if (required) {
                property.require();
            }
            byName.put(name, property);
            identifiers.add(name);
        }
    }

    /// The member by which a create takes an identifier.
    private Optional<MemberShape> given(String identifier) {
        return resource.getCreate()
                .or(resource::getPut)
                .map(this::operation)
                .map(operation -> model.expectShape(operation.getInputShape(), StructureShape.class))
                .flatMap(input -> input.members().stream()
                        .filter(member -> identifierName(member).equals(identifier))
                        .findFirst());
    }

    private static String identifierName(MemberShape member) {
        return member.getTrait(ResourceIdentifierTrait.class)
                .map(ResourceIdentifierTrait::getValue)
                .orElseGet(member::getMemberName);
    }

    private void input(Optional<ShapeId> operation, Set<Mutability> when, boolean creates) {
        operation
                .map(this::operation)
                .map(bindings::getInputPropertiesShape)
                .ifPresent(input -> members(input).forEach(member -> {
                    Property property = add(member, when, true);
                    if (creates && member.isRequired()) {
                        property.require();
                    }
                }));
    }

    private void output(ShapeId read) {
        StructureShape output = unwrapped(bindings.getOutputPropertiesShape(operation(read)));
        members(output).forEach(member -> add(member, EnumSet.of(Mutability.READ), false));
    }

    /// Many read operations give the resource as the only member of their output, and few say so.
    private StructureShape unwrapped(StructureShape output) {
        List<MemberShape> members = List.copyOf(output.members());
        if (members.size() != 1
                || resource.getProperties().containsKey(members.getFirst().getMemberName())) {
            return output;
        }
        Optional<StructureShape> inner =
                model.expectShape(members.getFirst().getTarget()).asStructureShape();
        boolean known = byName.containsKey(Naming.property(members.getFirst()));
        return known ? output : inner.orElse(output);
    }

    private List<MemberShape> members(StructureShape shape) {
        return shape.members().stream()
                .filter(member -> !member.hasTrait(CfnExcludePropertyTrait.class))
                .filter(member -> !resource.getIdentifiers().containsKey(identifierName(member)))
                .filter(bindings::doesMemberShapeRequireProperty)
                .toList();
    }

    private Property add(MemberShape member, Set<Mutability> when, boolean input) {
        String name = Naming.property(member);
        Property property = byName.computeIfAbsent(name, _ -> new Property(name, member));
        requireSameType(property, member);
        modelled.put(member.getMemberName(), name);
        member.getTrait(PropertyTrait.class)
                .flatMap(PropertyTrait::getName)
                .ifPresent(modelName -> modelled.put(modelName, name));
        if (member.hasTrait(CfnAdditionalIdentifierTrait.class) && !additional.contains(name)) {
            additional.add(name);
        }
        Mutability.said(member).ifPresentOrElse(property::lock, () -> property.seen(member, when, input));
        return property;
    }

    private void requireSameType(Property property, MemberShape member) {
        ShapeId before = property.shape()
                .asMemberShape()
                .map(MemberShape::getTarget)
                .orElse(property.shape().getId());
        if (!before.equals(member.getTarget())) {
            noting.warn(
                    "conversion.two-types",
                    member,
                    "'" + property.name() + "' is a " + before.getName() + " in one operation and a "
                            + member.getTarget().getName() + " in another; the input's counts");
        }
    }

    /// What a read can be given in the place of the identifier.
    private void readInput(ShapeId read) {
        StructureShape input = model.expectShape(operation(read).getInputShape(), StructureShape.class);
        input.members().stream()
                .filter(member -> member.hasTrait(CfnAdditionalIdentifierTrait.class))
                .forEach(member -> add(member, EnumSet.of(Mutability.READ), false));
    }

    private void addAdditionalSchemas() {
        resource.getTrait(CfnResourceTrait.class).map(CfnResourceTrait::getAdditionalSchemas).orElse(List.of()).stream()
                .map(schema -> model.expectShape(schema, StructureShape.class))
                .flatMap(schema -> members(schema).stream())
                .forEach(member -> add(member, EnumSet.noneOf(Mutability.class), true));
    }

    /// A property that the trait names as the primary identifier takes the place of the resource's own, which then
    /// find it as well.
    private void choosePrimary() {
        Optional<String> chosen = resource.getTrait(CfnResourceTrait.class)
                .flatMap(CfnResourceTrait::getPrimaryIdentifier)
                .map(name -> modelled.getOrDefault(name, Naming.capital(name)))
                .filter(byName::containsKey);
        if (chosen.isPresent() && !identifiers.equals(List.of(chosen.get()))) {
            if (identifiers.size() == 1) {
                additional.addFirst(identifiers.getFirst());
            }
            identifiers.clear();
            identifiers.add(chosen.get());
        }
    }

    private OperationShape operation(ShapeId id) {
        return model.expectShape(id, OperationShape.class);
    }
}
