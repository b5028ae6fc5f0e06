package fairlead.server.registry;

import fairlead.server.registry.ParameterRules.DeprecatedStatus;
import fairlead.server.registry.ParameterRules.Kind;
import fairlead.server.registry.TypeFinder.Named;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.registry.registration.TypeJobs;
import fairlead.server.type.DeregisteredVersion;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.Registrations;
import fairlead.server.type.TypeVersion;
import java.util.List;

/// `ListTypeVersions`, `SetTypeDefaultVersion`, `DeregisterType` and `TestType`.
final class VersionActions {

    private final TypeFinder finder;
    private final Registrations registrations;
    private final TypeJobs jobs;
    private final Owners owners;

    VersionActions(TypeFinder finder, Registrations registrations, TypeJobs jobs, Owners owners) {
        this.finder = finder;
        this.registrations = registrations;
        this.jobs = jobs;
        this.owners = owners;
    }

    /// The versions of a type that is gone are listed, too, to who asks for those that are.
    void list(QueryCall call, XmlWriter result) {
        QueryParameters parameters = call.parameters();
        DeprecatedStatus status =
                parameters.word("DeprecatedStatus", DeprecatedStatus.class).orElse(DeprecatedStatus.LIVE);
        ListTokens pages = ListTokens.of(parameters);
        Named named = finder.named(call);
        List<DeregisteredVersion> gone = owners.deregistered(call, named.name());
        if (status == DeprecatedStatus.DEPRECATED && !gone.isEmpty()) {
            TypeArn arn = TypeArn.of(call.signed(), named.name(), false);
            pages.write(
                    result,
                    "TypeVersionSummaries",
                    gone,
                    DeregisteredVersion::versionId,
                    (xml, version) -> summary(xml, arn, version));
            return;
        }
        RegisteredType type = finder.require(call, named.name());
        List<TypeVersion> live = status == DeprecatedStatus.DEPRECATED ? List.of() : type.versions();
        pages.write(
                result,
                "TypeVersionSummaries",
                live,
                TypeVersion::versionId,
                (xml, version) -> summary(call, xml, type, version));
    }

    private static void summary(QueryCall call, XmlWriter xml, RegisteredType type, TypeVersion version) {
        xml.text("Type", Kind.RESOURCE.name())
                .text("TypeName", type.name().toString())
                .text("VersionId", version.versionId())
                .flag("IsDefaultVersion", version.version() == type.defaultVersion())
                .text(
                        "Arn",
                        TypeActions.arn(call, type).version(version.version()).toString())
                .time("TimeCreated", version.registeredAt())
                .text("Description", version.outline().description());
    }

    private static void summary(XmlWriter xml, TypeArn arn, DeregisteredVersion version) {
        xml.text("Type", Kind.RESOURCE.name())
                .text("TypeName", version.name().toString())
                .text("VersionId", version.versionId())
                .flag("IsDefaultVersion", false)
                .text("Arn", arn.version(version.version()).toString())
                .time("TimeCreated", version.registeredAt());
    }

    void setDefault(QueryCall call) {
        Named named = finder.named(call);
        if (named.version().isEmpty()) {
            throw RegistryProblems.refused("The version has to be named, by VersionId or by the ARN of the version.");
        }
        TypeVersion version = finder.requireVersion(call, named);
        owners.requireOwn(call, version.name());
        registrations.setDefault(call.signed().caller(), version.name(), version.version());
    }

    void deregister(QueryCall call) {
        Named named = finder.named(call);
        RegisteredType type = finder.require(call, named.name());
        owners.requireOwn(call, type.name());
        if (named.version().isEmpty()) {
            deregister(call, type);
            return;
        }
        int version = finder.requireVersion(call, named).version();
        if (version == type.defaultVersion()) {
            throw RegistryProblems.refused(
                    "Version '%08d' is the default version and cannot be deregistered. Deregister the resource type '%s' instead."
                            .formatted(version, type.name()));
        }
        registrations.remove(call.signed().caller(), type.name(), version);
    }

    private void deregister(QueryCall call, RegisteredType type) {
        if (type.versions().size() > 1) {
            throw RegistryProblems.refused(
                    "This type has more than one active version. Please deregister non-default active versions before"
                            + " attempting to deregister the type.");
        }
        registrations.remove(call.signed().caller(), type.name());
    }

    void test(QueryCall call, XmlWriter result) {
        TypeVersion version = finder.requireVersion(call, finder.named(call));
        jobs.test(call.signed().caller(), version, owners.account(call));
        RegisteredType type = finder.require(call, version.name());
        result.text(
                "TypeVersionArn",
                TypeActions.arn(call, type).version(version.version()).toString());
    }
}
