package fairlead.server.registry;

import fairlead.schema.TypeName;
import fairlead.server.registry.ParameterRules.Category;
import fairlead.server.registry.ParameterRules.DeprecatedStatus;
import fairlead.server.registry.ParameterRules.Kind;
import fairlead.server.registry.ParameterRules.ProvisioningType;
import fairlead.server.registry.ParameterRules.Visibility;
import fairlead.server.registry.query.CommonErrors;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.type.TypeConfiguration;
import fairlead.server.type.hook.HookType;
import fairlead.server.type.hook.HookTypes;
import fairlead.server.type.hook.HookVersion;
import java.util.List;
import java.util.Optional;

/// The actions of the registry on hooks. An account sees its own hooks, the operator all.
final class HookActions {

    private final HookTypes hooks;
    private final Owners owners;

    HookActions(HookTypes hooks, Owners owners) {
        this.hooks = hooks;
        this.owners = owners;
    }

    /// Whether a call is about a hook, by `Type` or by the ARN that it gives.
    static boolean isMeant(QueryParameters parameters) {
        return parameters.text("Type").filter(Kind.HOOK.name()::equals).isPresent()
                || List.of("Arn", "TypeArn", "TypeConfigurationArn").stream()
                        .flatMap(name -> parameters.text(name).stream())
                        .anyMatch(arn -> arn.contains(HookArn.MARK));
    }

    /// What a call names.
    private record Named(TypeName name, Optional<String> version) {}

    /// @param member the one that may hold an ARN
    private static Named named(QueryCall call, String member) {
        QueryParameters parameters = call.parameters();
        Optional<String> arn = parameters.text(member, ParameterRules.TYPE_ARN);
        Optional<Kind> kind = parameters.word("Type", Kind.class);
        Optional<String> name = parameters.text("TypeName", ParameterRules.TYPE_NAME);
        Optional<String> version = parameters.text("VersionId", ParameterRules.VERSION_ID);
        parameters.verify();
        if (arn.isEmpty()) {
            String given = name.orElseThrow(() ->
                    CommonErrors.invalid("Either " + member + ", or both Type and TypeName have to be specified"));
            return new Named(typeName(given), version);
        }
        HookArn.Named meant = HookArn.named(call.signed(), arn.get());
        TypeName _ = requireNoOther(member, meant.name(), kind, name);
        if (version.isPresent() && meant.rest().isPresent() && !version.equals(meant.rest())) {
            throw CommonErrors.invalid(member + " and VersionId name different versions");
        }
        return new Named(meant.name(), meant.rest().or(() -> version));
    }

    /// The name of an ARN, unless a name or a kind beside it is another.
    ///
    /// @param member the one that holds the ARN
    static TypeName requireNoOther(String member, TypeName meant, Optional<Kind> kind, Optional<String> name) {
        boolean otherKind = kind.filter(other -> other != Kind.HOOK).isPresent();
        if (otherKind || name.filter(other -> !other.equals(meant.toString())).isPresent()) {
            throw CommonErrors.invalid(member + " and " + (otherKind ? "Type" : "TypeName") + " name different types");
        }
        return meant;
    }

    private static TypeName typeName(String text) {
        if (text.endsWith("::MODULE")) {
            throw RegistryProblems.noSuchType(text);
        }
        return TypeName.parse(text);
    }

    private boolean isOwn(QueryCall call, HookType hook) {
        return owners.anyKey() || hook.owner().equals(owners.account(call));
    }

    /// Whether a name is the caller's.
    boolean owns(QueryCall call, TypeName name) {
        return owners.anyKey()
                || hooks.ownerOf(name).filter(owners.account(call)::equals).isPresent();
    }

    private HookType require(QueryCall call, TypeName name) {
        return hooks.find(name)
                .filter(hook -> isOwn(call, hook))
                .orElseThrow(() -> RegistryProblems.noSuchType(name.toString()));
    }

    private static HookVersion version(HookType hook, Named named) {
        if (named.version().isEmpty()) {
            return hook.current();
        }
        String wanted = named.version().get();
        return hook.versions().stream()
                .filter(version -> version.versionId().equals(wanted))
                .findFirst()
                .orElseThrow(() -> RegistryProblems.noSuchType(hook.name() + "/" + wanted));
    }

    /// Keeps a name for the caller, or refuses it.
    void claim(QueryCall call, TypeName name) {
        if (!hooks.claim(name, owners.account(call)) && !owners.anyKey()) {
            throw HookTypes.notFree(name);
        }
    }

    void describe(QueryCall call, XmlWriter result) {
        Named named = named(call, "Arn");
        HookType hook = require(call, named.name());
        HookVersion version = version(hook, named);
        var document = version.schema().document();
        result.text("Arn", arn(call, hook).version(version.version()).toString())
                .text("Type", Kind.HOOK.name())
                .text("TypeName", hook.name().toString())
                .text("DefaultVersionId", hook.current().versionId())
                .flag("IsDefaultVersion", version.version() == hook.defaultVersion())
                .text("TypeTestsStatus", "NOT_TESTED")
                .text("Description", version.schema().description())
                .text("Schema", document.toString())
                .text("DeprecatedStatus", DeprecatedStatus.LIVE.name())
                .text("Visibility", Visibility.PRIVATE.name())
                .text("SourceUrl", text(document.path("sourceUrl").asString("")))
                .text("DocumentationUrl", text(document.path("documentationUrl").asString("")))
                .time("LastUpdated", version.registeredAt())
                .time("TimeCreated", version.registeredAt())
                .text("ConfigurationSchema", document.path("typeConfiguration").toString());
    }

    private static Optional<String> text(String text) {
        return Optional.of(text).filter(given -> !given.isEmpty());
    }

    private static HookArn arn(QueryCall call, HookType hook) {
        return HookArn.of(call.signed(), hook.name());
    }

    /// All hooks are private; of those that were taken away, nothing is kept.
    void list(QueryCall call, XmlWriter result) {
        QueryParameters parameters = call.parameters();
        QueryParameters filters = parameters.structure("Filters");
        Visibility visibility = parameters.word("Visibility", Visibility.class).orElse(Visibility.PRIVATE);
        Optional<ProvisioningType> provisioning = parameters.word("ProvisioningType", ProvisioningType.class);
        DeprecatedStatus status =
                parameters.word("DeprecatedStatus", DeprecatedStatus.class).orElse(DeprecatedStatus.LIVE);
        Optional<Category> category = filters.word("Category", Category.class);
        String prefix =
                filters.text("TypeNamePrefix", ParameterRules.TYPE_NAME_PREFIX).orElse("");
        ListTokens pages = ListTokens.of(parameters);
        parameters.verify();
        boolean any = visibility == Visibility.PRIVATE
                && provisioning.isEmpty()
                && status == DeprecatedStatus.LIVE
                && category.filter(other -> other != Category.REGISTERED).isEmpty();
        List<HookType> wanted = hooks.all().stream()
                .filter(hook ->
                        any && isOwn(call, hook) && hook.name().toString().startsWith(prefix))
                .toList();
        pages.write(
                result,
                "TypeSummaries",
                wanted,
                hook -> hook.name().toString(),
                (xml, hook) -> xml.text("Type", Kind.HOOK.name())
                        .text("TypeName", hook.name().toString())
                        .text("DefaultVersionId", hook.current().versionId())
                        .text("TypeArn", arn(call, hook).toString())
                        .time("LastUpdated", hook.current().registeredAt())
                        .text("Description", hook.current().schema().description()));
    }

    void listVersions(QueryCall call, XmlWriter result) {
        DeprecatedStatus status = call.parameters()
                .word("DeprecatedStatus", DeprecatedStatus.class)
                .orElse(DeprecatedStatus.LIVE);
        ListTokens pages = ListTokens.of(call.parameters());
        HookType hook = require(call, named(call, "Arn").name());
        pages.write(
                result,
                "TypeVersionSummaries",
                status == DeprecatedStatus.LIVE ? hook.versions() : List.of(),
                HookVersion::versionId,
                (xml, version) -> xml.text("Type", Kind.HOOK.name())
                        .text("TypeName", hook.name().toString())
                        .text("VersionId", version.versionId())
                        .flag("IsDefaultVersion", version.version() == hook.defaultVersion())
                        .text("Arn", arn(call, hook).version(version.version()).toString())
                        .time("TimeCreated", version.registeredAt())
                        .text("Description", version.schema().description()));
    }

    void setDefault(QueryCall call) {
        Named named = named(call, "Arn");
        if (named.version().isEmpty()) {
            throw RegistryProblems.refused("The version has to be named, by VersionId or by the ARN of the version.");
        }
        HookType hook = require(call, named.name());
        hooks.setDefault(call.signed().caller(), hook, version(hook, named));
    }

    void deregister(QueryCall call) {
        Named named = named(call, "Arn");
        HookType hook = require(call, named.name());
        if (named.version().isPresent()) {
            HookVersion version = version(hook, named);
            if (version.version() == hook.defaultVersion()) {
                throw RegistryProblems.refused("Version '" + version.versionId()
                        + "' is the default version and cannot be deregistered. Deregister the hook '" + hook.name()
                        + "' instead.");
            }
            hooks.remove(call.signed().caller(), hook, version);
            return;
        }
        if (hook.versions().size() > 1) {
            throw RegistryProblems.refused(
                    "This type has more than one active version. Please deregister non-default active versions before"
                            + " attempting to deregister the type.");
        }
        hooks.remove(call.signed().caller(), hook);
    }

    void configure(QueryCall call, XmlWriter result) {
        QueryParameters parameters = call.parameters();
        String text = parameters.required("Configuration", ParameterRules.CONFIGURATION);
        String alias =
                parameters.text("ConfigurationAlias", ParameterRules.ALIAS).orElse(TypeConfiguration.DEFAULT_ALIAS);
        HookType hook = require(call, named(call, "TypeArn").name());
        hooks.configure(call.signed().caller(), hook, alias, ConfigurationActions.values(text));
        result.text("ConfigurationArn", arn(call, hook).configuration(alias));
    }

    /// `BatchDescribeTypeConfigurations`, of which each identifier names a hook: what is not configured is told of.
    void describeConfigurations(QueryCall call, XmlWriter result) {
        List<QueryParameters> identifiers = call.parameters().structures("TypeConfigurationIdentifiers");
        call.parameters().verify();
        List<HookType> found = identifiers.stream()
                .map(identifier -> configured(call, identifier))
                .toList();
        result.texts("Errors", List.of());
        result.texts("UnprocessedTypeConfigurations", List.of());
        result.list("TypeConfigurations", found, (xml, hook) -> describe(call, xml, hook));
    }

    private HookType configured(QueryCall call, QueryParameters identifier) {
        Optional<HookArn.Named> arn = identifier
                .text("TypeConfigurationArn")
                .or(() -> identifier.text("TypeArn"))
                .map(text -> HookArn.named(call.signed(), text));
        String name = arn.map(named -> named.name().toString())
                .or(() -> identifier.text("TypeName", ParameterRules.TYPE_NAME))
                .orElseThrow(() -> CommonErrors.invalid("An identifier names no hook"));
        call.parameters().verify();
        Optional<String> alias = identifier
                .text("TypeConfigurationAlias")
                .or(() -> identifier.text("TypeConfigurationArn").flatMap(_ -> arn.flatMap(HookArn.Named::rest)));
        return hooks.find(typeName(name))
                .filter(hook -> isOwn(call, hook))
                .filter(hook -> hook.configuration()
                        .filter(set -> alias.filter(other -> !other.equals(set.alias()))
                                .isEmpty())
                        .isPresent())
                .orElseThrow(() -> RegistryProblems.noSuchConfiguration(name));
    }

    private static void describe(QueryCall call, XmlWriter xml, HookType hook) {
        TypeConfiguration configuration = hook.configuration().orElseThrow();
        xml.text("Arn", arn(call, hook).configuration(configuration.alias()))
                .text("Alias", configuration.alias())
                .text(
                        "Configuration",
                        ShownConfiguration.ofHook(hook.current().schema().document(), configuration.values())
                                .toString())
                .time("LastUpdated", configuration.setAt())
                .text("TypeArn", arn(call, hook).toString())
                .text("TypeName", hook.name().toString())
                .flag("IsDefaultConfiguration", configuration.alias().equals(TypeConfiguration.DEFAULT_ALIAS));
    }
}
