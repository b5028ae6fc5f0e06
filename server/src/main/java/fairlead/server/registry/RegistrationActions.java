package fairlead.server.registry;

import fairlead.schema.TypeName;
import fairlead.server.registry.ParameterRules.Kind;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.registry.registration.JobState;
import fairlead.server.registry.registration.PackageFinder;
import fairlead.server.registry.registration.TypeJobs;
import fairlead.server.registry.registration.TypeJobs.RegistrationRequest;
import fairlead.server.registry.registration.TypeRegistration;
import fairlead.server.registry.registration.VersionSettings;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// `RegisterType`, `DescribeTypeRegistration` and `ListTypeRegistrations`.
final class RegistrationActions {

    private final TypeJobs jobs;
    private final PackageFinder packages;
    private final Owners owners;

    RegistrationActions(TypeJobs jobs, PackageFinder packages, Owners owners) {
        this.jobs = jobs;
        this.packages = packages;
        this.owners = owners;
    }

    void register(QueryCall call, XmlWriter result) {
        QueryParameters parameters = call.parameters();
        Kind kind = parameters.word("Type", Kind.class).orElse(Kind.RESOURCE);
        String name = parameters.required("TypeName", ParameterRules.TYPE_NAME);
        String source = parameters.required("SchemaHandlerPackage", ParameterRules.PACKAGE);
        Optional<String> clientToken = parameters.text("ClientRequestToken", ParameterRules.TOKEN);
        VersionSettings settings = settings(parameters);
        parameters.verify();
        if (kind != Kind.RESOURCE || name.endsWith("::MODULE")) {
            throw RegistryProblems.refused("Only resource types can be registered here, no modules and no hooks.");
        }
        RegistrationRequest request = new RegistrationRequest(
                TypeName.parse(name), address(call, source), settings, clientToken, owners.account(call));
        owners.claim(call, request.typeName());
        result.text(
                "RegistrationToken",
                jobs.register(call.signed().caller(), request).toString());
    }

    private static VersionSettings settings(QueryParameters parameters) {
        QueryParameters logging = parameters.structure("LoggingConfig");
        Optional<String> role = parameters.text("ExecutionRoleArn", ParameterRules.ROLE_ARN);
        if (!logging.given()) {
            return new VersionSettings(role, Optional.empty(), Optional.empty());
        }
        return new VersionSettings(
                role,
                Optional.of(logging.required("LogRoleArn", ParameterRules.ROLE_ARN)),
                Optional.of(logging.required("LogGroupName", ParameterRules.LOG_GROUP)));
    }

    private String address(QueryCall call, String source) {
        try {
            return packages.address(source, call.baseUrl());
        } catch (IllegalArgumentException wrong) {
            throw RegistryProblems.refused("SchemaHandlerPackage: " + wrong.getMessage());
        }
    }

    void describe(QueryCall call, XmlWriter result) {
        QueryParameters parameters = call.parameters();
        String token = parameters.required("RegistrationToken", ParameterRules.TOKEN);
        parameters.verify();
        TypeRegistration registration = uuid(token)
                .flatMap(id -> jobs.await(id, call.abandoned()))
                .filter(known -> owners.owns(call, known.typeName()))
                .orElseThrow(
                        () -> RegistryProblems.refused("No registration token matches the request: '" + token + "'"));
        TypeArn arn = TypeArn.of(call.signed(), registration.typeName(), false);
        result.text("ProgressStatus", registration.state().name())
                .text("Description", registration.description())
                .text("TypeArn", arn.toString())
                .text(
                        "TypeVersionArn",
                        registration
                                .version()
                                .map(version -> arn.version(version).toString()));
    }

    private static Optional<UUID> uuid(String text) {
        try {
            return text.length() == 36 ? Optional.of(UUID.fromString(text)) : Optional.empty();
        } catch (IllegalArgumentException notOne) {
            return Optional.empty();
        }
    }

    /// Those under way, unless others are asked for.
    void list(QueryCall call, XmlWriter result) {
        QueryParameters parameters = call.parameters();
        Optional<String> arn = parameters.text("TypeArn", ParameterRules.TYPE_ARN);
        Optional<String> name = parameters.text("TypeName", ParameterRules.TYPE_NAME);
        Optional<Kind> kind = parameters.word("Type", Kind.class);
        JobState state =
                parameters.word("RegistrationStatusFilter", JobState.class).orElse(JobState.IN_PROGRESS);
        ListTokens pages = ListTokens.of(parameters);
        parameters.verify();
        Optional<TypeArn> named = arn.map(text -> TypeFinder.arn(call, text));
        named.ifPresent(meant -> TypeFinder.requireNoOther("TypeArn", meant, kind, name));
        boolean resources = kind.orElse(Kind.RESOURCE) == Kind.RESOURCE
                && name.filter(type -> type.endsWith("::MODULE")).isEmpty();
        Optional<TypeName> type =
                named.map(TypeArn::name).or(() -> name.filter(_ -> resources).map(TypeName::parse));
        List<TypeRegistration> found =
                resources ? jobs.list(state, type, owners.account(call), pages.after(), pages.limit() + 1) : List.of();
        pages.write(
                result,
                "RegistrationTokenList",
                found,
                registration -> registration.token().toString(),
                (xml, registration) -> xml.content(registration.token().toString()));
    }
}
