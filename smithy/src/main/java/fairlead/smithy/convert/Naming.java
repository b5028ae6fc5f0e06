package fairlead.smithy.convert;

import java.util.Optional;
import software.amazon.smithy.aws.cloudformation.traits.CfnNameTrait;
import software.amazon.smithy.aws.cloudformation.traits.CfnResourceTrait;
import software.amazon.smithy.aws.traits.ServiceTrait;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.traits.PropertyTrait;

/// How things are called in a schema: `Organization::Service::Resource`, and properties with a capital.
record Naming(String organization, String service) {

    /// Empty if the organization of the types is not given: only the vendor's own services have a default.
    static Optional<Naming> of(
            ServiceShape service, Optional<String> givenOrganization, Optional<String> givenService) {
        Optional<String> organization =
                givenOrganization.or(() -> service.getTrait(ServiceTrait.class).map(_ -> "AWS"));
        String name = givenService
                .or(() -> service.getTrait(ServiceTrait.class).map(ServiceTrait::getCloudFormationName))
                .orElseGet(() -> service.getId().getName());
        return organization.map(owner -> new Naming(plain(owner), plain(name)));
    }

    String type(ResourceShape resource) {
        String name = resource.getTrait(CfnResourceTrait.class)
                .flatMap(CfnResourceTrait::getName)
                .orElseGet(() -> resource.getId().getName());
        return organization + "::" + service + "::" + plain(capital(name));
    }

    /// What a member is as a property of its resource.
    static String property(MemberShape member) {
        String name = member.getTrait(PropertyTrait.class)
                .flatMap(PropertyTrait::getName)
                .orElseGet(member::getMemberName);
        return member.getTrait(CfnNameTrait.class).map(CfnNameTrait::getValue).orElseGet(() -> capital(name));
    }

    static String capital(String name) {
        return name.isEmpty() ? name : Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /// The parts of a type's name are letters and digits.
    static String plain(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "");
    }
}
