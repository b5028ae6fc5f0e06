package fairlead.smithy.convert;

import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.model.traits.ResourceIdentifierTrait;

/// What members are called in the schemas that a [Conversion] makes, for those who take values from one side to the
/// other.
public final class PropertyNames {

    private PropertyNames() {}

    /// A member of an operation's input or output, as a property of the resource.
    public static String of(ResourceShape resource, MemberShape member) {
        String identifier = identifier(member);
        return resource.getIdentifiers().containsKey(identifier) ? Naming.capital(identifier) : Naming.property(member);
    }

    /// A member of a structure or a union within a property.
    public static String of(MemberShape member) {
        return Naming.property(member);
    }

    private static String identifier(MemberShape member) {
        return member.getTrait(ResourceIdentifierTrait.class)
                .map(ResourceIdentifierTrait::getValue)
                .orElseGet(member::getMemberName);
    }
}
