package fairlead.smithy.convert;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import software.amazon.smithy.aws.cloudformation.traits.CfnMutabilityTrait;
import software.amazon.smithy.model.shapes.MemberShape;

/// When a property has a value: given at the creation, shown by reads, given by updates.
enum Mutability {
    CREATE,
    READ,
    WRITE;

    /// What a member says of itself, which then counts alone.
    static Optional<Set<Mutability>> said(MemberShape member) {
        return member.getTrait(CfnMutabilityTrait.class).map(trait -> switch (trait.getValue()) {
            case "create" -> EnumSet.of(CREATE);
            case "create-and-read" -> EnumSet.of(CREATE, READ);
            case "read" -> EnumSet.of(READ);
            case "write" -> EnumSet.of(WRITE);
            default -> EnumSet.allOf(Mutability.class);
        });
    }
}
