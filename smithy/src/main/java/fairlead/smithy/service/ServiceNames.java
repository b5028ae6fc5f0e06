package fairlead.smithy.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.smithy.aws.traits.ServiceTrait;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.traits.TitleTrait;

/// How a service is called, wherever it is called: the members of `aws.api#service`, with the defaults of those that
/// are not set.
///
/// @param sdkId in clients; where the trait does not say one, that which the service's name suggests
/// @param cloudFormation in the names of its resource types
/// @param arnNamespace in the ARNs of its resources
/// @param eventSource in audit records
/// @param docId in links between documentation
/// @param endpointPrefix in its host names; not unique, and subject to change
public record ServiceNames(
        SdkId sdkId,
        String cloudFormation,
        String arnNamespace,
        String eventSource,
        String docId,
        String endpointPrefix) {

    private static final Pattern CLOUD_FORMATION = Pattern.compile("[A-Z][A-Za-z0-9]+");
    private static final Pattern ARN_NAMESPACE = Pattern.compile("[a-z0-9.\\-]{1,63}");

    /// A name that is not as the specification wants it.
    ///
    /// @param member of the trait
    /// @param given whether the model says it, or it is the default
    public record Fault(String member, String value, boolean given, boolean must, String rule) {}

    /// The names of a service; one without the trait has the defaults alone.
    public static ServiceNames of(ServiceShape service) {
        Optional<ServiceTrait> trait = service.getTrait(ServiceTrait.class);
        String shape = service.getId().getName();
        String arnNamespace = trait.map(ServiceTrait::getArnNamespace).orElseGet(() -> shape.toLowerCase(Locale.ROOT));
        SdkId sdkId = trait.map(said -> new SdkId(said.getSdkId())).orElseGet(() -> suggested(service));
        return new ServiceNames(
                sdkId,
                trait.map(ServiceTrait::getCloudFormationName).orElse(shape),
                arnNamespace,
                trait.map(ServiceTrait::getCloudTrailEventSource).orElseGet(() -> arnNamespace + ".amazonaws.com"),
                trait.map(said -> said.resolveDocId(service)).orElseGet(() -> docId(sdkId, service.getVersion())),
                trait.map(ServiceTrait::getEndpointPrefix).orElse(arnNamespace));
    }

    private static SdkId suggested(ServiceShape service) {
        String shape = service.getId().getName();
        String title =
                service.getTrait(TitleTrait.class).map(TitleTrait::getValue).orElse(shape);
        return SdkId.suggested(Optional.empty(), title).orElseGet(() -> new SdkId(shape));
    }

    /// "the sdkId value in lower case followed by the service version property, separated by dashes"
    private static String docId(SdkId sdkId, String version) {
        return sdkId.value().toLowerCase(Locale.ROOT).replace(' ', '-') + "-" + version;
    }

    /// What is wrong with them. Defaults are looked at as well: the name of a shape may hold what a name must not.
    ///
    /// @param service whose names these are
    public List<Fault> faults(ServiceShape service) {
        Optional<ServiceTrait> trait = service.getTrait(ServiceTrait.class);
        List<Fault> faults = new ArrayList<>();
        for (SdkId.Breach breach : sdkId.breaches()) {
            faults.add(new Fault("sdkId", sdkId.value(), trait.isPresent(), breach.must(), breach.rule()));
        }
        if (!CLOUD_FORMATION.matcher(cloudFormation).matches()) {
            faults.add(new Fault(
                    "cloudFormationName",
                    cloudFormation,
                    given(trait, "cloudFormationName"),
                    true,
                    "This value must match the following regex: ^[A-Z][A-Za-z0-9]+$"));
        }
        if (!ARN_NAMESPACE.matcher(arnNamespace).matches()) {
            faults.add(new Fault(
                    "arnNamespace",
                    arnNamespace,
                    given(trait, "arnNamespace"),
                    true,
                    "This value must match the following regex: ^[a-z0-9.\\-]{1,63}$"));
        }
        if (!eventSource.equals(arnNamespace + ".amazonaws.com")) {
            faults.add(new Fault(
                    "cloudTrailEventSource",
                    eventSource,
                    true,
                    false,
                    "This value SHOULD follow the convention of {arnNamespace}.amazonaws.com"));
        }
        return faults;
    }

    private static boolean given(Optional<ServiceTrait> trait, String member) {
        return trait.map(said -> said.toNode().expectObjectNode().containsMember(member))
                .orElse(false);
    }
}
