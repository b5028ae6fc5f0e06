package fairlead.server.registry;

import fairlead.schema.HandlerKind;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.server.registry.ParameterRules.Category;
import fairlead.server.registry.ParameterRules.DeprecatedStatus;
import fairlead.server.registry.ParameterRules.Kind;
import fairlead.server.registry.ParameterRules.ProvisioningType;
import fairlead.server.registry.ParameterRules.Visibility;
import fairlead.server.registry.TypeFinder.Named;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.registry.registration.TypeJobs;
import fairlead.server.registry.registration.TypeTest;
import fairlead.server.registry.registration.VersionSettings;
import fairlead.server.type.DeregisteredVersion;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.definition.SchemaSummary;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `DescribeType` and `ListTypes`.
final class TypeActions {

    private final TypeFinder finder;
    private final TypeJobs jobs;
    private final Owners owners;

    TypeActions(TypeFinder finder, TypeJobs jobs, Owners owners) {
        this.finder = finder;
        this.jobs = jobs;
        this.owners = owners;
    }

    // -- DescribeType -----------------------------------------------------------------------------------------------

    void describe(QueryCall call, XmlWriter result) {
        Named named = finder.named(call);
        Optional<TypeVersion> version = finder.version(call, named);
        if (version.isPresent()) {
            describe(call, result, version.get());
            return;
        }
        DeregisteredVersion gone = finder.deregistered(call, named).orElseThrow(() -> finder.notFound(call, named));
        describe(call, result, gone);
    }

    private void describe(QueryCall call, XmlWriter result, TypeVersion version) {
        RegisteredType type = finder.require(call, version.name());
        ResourceSchema schema = version.schema();
        boolean shipped = isShipped(type);
        result.text("Arn", arn(call, type).version(version.version()).toString())
                .text("Type", Kind.RESOURCE.name())
                .text("TypeName", version.name().toString())
                .text("DefaultVersionId", type.current().versionId())
                .flag("IsDefaultVersion", type.defaultVersion() == version.version());
        writeTests(result, version);
        result.text("Description", schema.description())
                .text("Schema", schema.document().toString())
                .text("ProvisioningType", provisioning(version.outline()).name())
                .text("DeprecatedStatus", DeprecatedStatus.LIVE.name());
        writeSettings(result, jobs.settings(version.name(), version.version()));
        result.text("Visibility", (shipped ? Visibility.PUBLIC : Visibility.PRIVATE).name())
                .text("SourceUrl", schema.sourceUrl())
                .text("DocumentationUrl", schema.documentationUrl())
                .time("LastUpdated", version.registeredAt())
                .time("TimeCreated", version.registeredAt());
        JsonNode configuration = schema.document().path("typeConfiguration");
        if (configuration.isObject()) {
            result.text("ConfigurationSchema", configuration.toString());
        }
        if (shipped) {
            result.flag("IsActivated", true);
        }
    }

    /// A version that was taken away: it can be looked at, and no longer used.
    private static void describe(QueryCall call, XmlWriter result, DeregisteredVersion version) {
        JsonNode schema = JsonMapper.shared().readTree(version.schema());
        result.text(
                        "Arn",
                        TypeArn.of(call.signed(), version.name(), false)
                                .version(version.version())
                                .toString())
                .text("Type", Kind.RESOURCE.name())
                .text("TypeName", version.name().toString())
                .flag("IsDefaultVersion", false)
                .text("Description", schema.path("description").asString(""))
                .text("Schema", new String(version.schema(), StandardCharsets.UTF_8))
                .text("DeprecatedStatus", DeprecatedStatus.DEPRECATED.name())
                .text("Visibility", Visibility.PRIVATE.name())
                .time("LastUpdated", version.deregisteredAt())
                .time("TimeCreated", version.registeredAt());
    }

    private void writeTests(XmlWriter result, TypeVersion version) {
        Optional<TypeTest> last = jobs.findTest(version.name(), version.version());
        String otherwise = version.tested().isPresent() ? "PASSED" : "NOT_TESTED";
        String status = last.map(test -> switch (test.state()) {
                    case IN_PROGRESS -> "IN_PROGRESS";
                    case COMPLETE -> "PASSED";
                    case FAILED -> "FAILED";
                })
                .orElse(otherwise);
        Optional<String> reported = version.tested()
                .map(tested -> "Reported with the registration: " + tested.passed() + " rules held, " + tested.skipped()
                        + " not exercised.");
        result.text("TypeTestsStatus", status)
                .text(
                        "TypeTestsStatusDescription",
                        last.map(TypeTest::description).or(() -> reported));
    }

    private static void writeSettings(XmlWriter result, VersionSettings settings) {
        if (settings.logRole().isPresent() && settings.logGroup().isPresent()) {
            result.element(
                    "LoggingConfig",
                    logging ->
                            logging.text("LogRoleArn", settings.logRole()).text("LogGroupName", settings.logGroup()));
        }
        result.text("ExecutionRoleArn", settings.executionRole());
    }

    static TypeArn arn(QueryCall call, RegisteredType type) {
        return TypeArn.of(call.signed(), type.name(), isShipped(type));
    }

    static boolean isShipped(RegisteredType type) {
        return type.current().source() == TypeVersion.Source.SHIPPED;
    }

    private static ProvisioningType provisioning(SchemaSummary outline) {
        Set<HandlerKind> handlers = outline.handlers();
        if (!handlers.containsAll(Set.of(HandlerKind.CREATE, HandlerKind.READ, HandlerKind.DELETE))) {
            return ProvisioningType.NON_PROVISIONABLE;
        }
        return handlers.contains(HandlerKind.UPDATE) ? ProvisioningType.FULLY_MUTABLE : ProvisioningType.IMMUTABLE;
    }

    // -- ListTypes --------------------------------------------------------------------------------------------------

    /// Which types a list is to have.
    private record ListFilter(
            Visibility visibility,
            Optional<ProvisioningType> provisioning,
            DeprecatedStatus status,
            Kind kind,
            Optional<Category> category,
            String prefix) {

        static ListFilter of(QueryParameters parameters) {
            QueryParameters filters = parameters.structure("Filters");
            Optional<Category> category = filters.word("Category", Category.class);
            return new ListFilter(
                    parameters.word("Visibility", Visibility.class).orElse(Visibility.PRIVATE),
                    parameters.word("ProvisioningType", ProvisioningType.class),
                    parameters.word("DeprecatedStatus", DeprecatedStatus.class).orElse(DeprecatedStatus.LIVE),
                    parameters.word("Type", Kind.class).orElse(Kind.RESOURCE),
                    category,
                    filters.text("TypeNamePrefix", ParameterRules.TYPE_NAME_PREFIX)
                            .orElse(""));
        }

        boolean wants(RegisteredType type) {
            boolean shipped = isShipped(type);
            Predicate<Category> ofCategory = wanted -> switch (wanted) {
                case REGISTERED -> !shipped;
                case AWS_TYPES, ACTIVATED -> shipped;
                case THIRD_PARTY -> false;
            };
            Visibility visible = shipped ? Visibility.PUBLIC : Visibility.PRIVATE;
            return visible == visibility
                    && category.filter(ofCategory.negate()).isEmpty()
                    && provisioning
                            .filter(wanted -> wanted
                                    != TypeActions.provisioning(type.current().outline()))
                            .isEmpty()
                    && type.name().toString().startsWith(prefix);
        }
    }

    void list(QueryCall call, XmlWriter result) {
        ListFilter filter = ListFilter.of(call.parameters());
        ListTokens pages = ListTokens.of(call.parameters());
        call.parameters().verify();
        if (filter.kind() != Kind.RESOURCE) {
            result.texts("TypeSummaries", List.of());
        } else if (filter.status() == DeprecatedStatus.DEPRECATED) {
            List<TypeName> gone = filter.visibility() == Visibility.PUBLIC ? List.of() : owners.deregistered(call);
            List<TypeName> wanted = gone.stream()
                    .filter(name -> name.toString().startsWith(filter.prefix()))
                    .toList();
            pages.write(result, "TypeSummaries", wanted, TypeName::toString, (xml, name) -> summary(call, xml, name));
        } else {
            List<RegisteredType> wanted =
                    owners.all(call).stream().filter(filter::wants).toList();
            pages.write(
                    result,
                    "TypeSummaries",
                    wanted,
                    type -> type.name().toString(),
                    (xml, type) -> summary(call, xml, type));
        }
    }

    private static void summary(QueryCall call, XmlWriter xml, RegisteredType type) {
        TypeVersion current = type.current();
        xml.text("Type", Kind.RESOURCE.name())
                .text("TypeName", type.name().toString())
                .text("DefaultVersionId", current.versionId())
                .text("TypeArn", arn(call, type).toString())
                .time("LastUpdated", current.registeredAt())
                .text("Description", current.outline().description());
        if (isShipped(type)) {
            xml.flag("IsActivated", true);
        }
    }

    private static void summary(QueryCall call, XmlWriter xml, TypeName name) {
        xml.text("Type", Kind.RESOURCE.name())
                .text("TypeName", name.toString())
                .text("TypeArn", TypeArn.of(call.signed(), name, false).toString());
    }
}
