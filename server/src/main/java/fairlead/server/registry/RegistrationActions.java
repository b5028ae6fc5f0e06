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
    private final HookActions hooks;

    RegistrationActions(TypeJobs jobs, PackageFinder packages, Owners owners, HookActions hooks) {
        this.hooks = hooks;
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
        if (kind == Kind.MODULE || name.endsWith("::MODULE")) {
            throw RegistryProblems.refused("Only resource types and hooks can be registered here, no modules.");
        }
        RegistrationRequest request = new RegistrationRequest(
                kind.name(), TypeName.parse(name), address(call, source), settings, clientToken, owners.account(call));
        if (kind == Kind.HOOK) {
            hooks.claim(call, request.typeName());
        } else {
            owners.claim(call, request.typeName());
        }
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
                .filter(known ->
                        known.isOfHook() ? hooks.owns(call, known.typeName()) : owners.owns(call, known.typeName()))
                .orElseThrow(
                        () -> RegistryProblems.refused("No registration token matches the request: '" + token + "'"));
        TypeArn type = TypeArn.of(call.signed(), registration.typeName(), false);
        HookArn hook = HookArn.of(call.signed(), registration.typeName());
        boolean ofHook = registration.isOfHook();
        result.text("ProgressStatus", registration.state().name())
                .text("Description", registration.description())
                .text("TypeArn", ofHook ? hook.toString() : type.toString())
                .text(
                        "TypeVersionArn",
                        registration
                                .version()
                                .map(version -> ofHook
                                        ? hook.version(version).toString()
                                        : type.version(version).toString()));
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
        boolean ofHooks = HookActions.isMeant(parameters);
        boolean modules = kind.filter(Kind.MODULE::equals).isPresent()
                || name.filter(type -> type.endsWith("::MODULE")).isPresent();
        Optional<TypeName> type =
                modules ? Optional.empty() : named(call, arn, kind, name).or(() -> name.map(TypeName::parse));
        Kind listed = ofHooks ? Kind.HOOK : Kind.RESOURCE;
        TypeJobs.Listed which = new TypeJobs.Listed(listed.name(), state, type, owners.account(call));
        List<TypeRegistration> found = modules ? List.of() : jobs.list(which, pages.after(), pages.limit() + 1);
        pages.write(
                result,
                "RegistrationTokenList",
                found,
                registration -> registration.token().toString(),
                (xml, registration) -> xml.content(registration.token().toString()));
    }

    private static Optional<TypeName> named(
            QueryCall call, Optional<String> arn, Optional<Kind> kind, Optional<String> name) {
        if (arn.filter(text -> text.contains(HookArn.MARK)).isPresent()) {
            return arn.map(text -> HookActions.requireNoOther(
                    "TypeArn", HookArn.named(call.signed(), text).name(), kind, name));
        }
        Optional<TypeArn> named = arn.map(text -> TypeFinder.arn(call, text));
        named.ifPresent(meant -> TypeFinder.requireNoOther("TypeArn", meant, kind, name));
        return named.map(TypeArn::name);
    }
}
