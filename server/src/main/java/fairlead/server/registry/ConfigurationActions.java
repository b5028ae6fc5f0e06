package fairlead.server.registry;

import fairlead.schema.TypeName;
import fairlead.server.problem.ProblemCode;
import fairlead.server.registry.ParameterRules.Kind;
import fairlead.server.registry.TypeFinder.Named;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.type.ConfigurationOwner;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.Registrations;
import fairlead.server.type.TypeConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// `SetTypeConfiguration` and `BatchDescribeTypeConfigurations`.
///
/// An account has one configuration for a type, under one alias. It is sealed where it is stored, and described to that
/// account alone, without the secrets in it.
final class ConfigurationActions {

    private static final Pattern ARN = Pattern.compile(
            "(arn:[^:]+:cloudformation:[^:]+:[0-9]*:type)-configuration(/resource/[^/]+)/([A-Za-z0-9]+)");

    private static final JsonMapper STRICT = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final TypeFinder finder;
    private final Registrations registrations;
    private final Owners owners;

    ConfigurationActions(TypeFinder finder, Registrations registrations, Owners owners) {
        this.finder = finder;
        this.registrations = registrations;
        this.owners = owners;
    }

    void set(QueryCall call, XmlWriter result) {
        QueryParameters parameters = call.parameters();
        String text = parameters.required("Configuration", ParameterRules.CONFIGURATION);
        String alias =
                parameters.text("ConfigurationAlias", ParameterRules.ALIAS).orElse(TypeConfiguration.DEFAULT_ALIAS);
        Named named = finder.named(call, "TypeArn", "");
        RegisteredType type = finder.require(call, named.name());
        registrations.configureAs(call.signed().caller(), owner(call, type.name()), alias, values(text));
        result.text("ConfigurationArn", arn(call, type).configuration(alias));
    }

    private ConfigurationOwner owner(QueryCall call, TypeName type) {
        return new ConfigurationOwner(type, owners.account(call));
    }

    /// Of an account, also where the type itself has none.
    private static TypeArn arn(QueryCall call, RegisteredType type) {
        return TypeArn.of(call.signed(), type.name(), false);
    }

    /// The JSON object in a text; a problem if there is none.
    static ObjectNode values(String text) {
        try {
            if (STRICT.readTree(text) instanceof ObjectNode values) {
                return values;
            }
        } catch (JacksonException malformed) {
            // Told below, without the text: it may hold a secret.
        }
        throw RegistryProblems.refused("Configuration has to be a JSON object, in which nothing is named twice.");
    }

    /// What is asked for.
    ///
    /// @param alias empty for whatever the type has
    private record Wanted(QueryParameters parameters, TypeName name, Optional<String> alias) {}

    private record Found(RegisteredType type, TypeConfiguration configuration) {}

    void describe(QueryCall call, XmlWriter result) {
        List<QueryParameters> identifiers = call.parameters().structures("TypeConfigurationIdentifiers");
        if (identifiers.isEmpty()) {
            call.parameters()
                    .wrong("Value '[]' at 'typeConfigurationIdentifiers' failed to satisfy constraint: Member must have"
                            + " length greater than or equal to 1");
        }
        List<Optional<Wanted>> wanted =
                identifiers.stream().map(identifier -> wanted(call, identifier)).toList();
        call.parameters().verify();
        List<Found> found = new ArrayList<>();
        List<QueryParameters> missing = new ArrayList<>();
        for (int i = 0; i < identifiers.size(); i++) {
            Optional<Found> one = wanted.get(i).flatMap(asked -> find(call, asked));
            one.ifPresentOrElse(found::add, adding(missing, identifiers.get(i)));
        }
        if (found.isEmpty()) {
            throw RegistryProblems.noSuchConfiguration(String.join(
                    ", ", missing.stream().map(ConfigurationActions::told).toList()));
        }
        result.list(
                "Errors",
                missing,
                (xml, identifier) -> xml.text("ErrorCode", ProblemCode.TYPE_CONFIGURATION_NOT_FOUND_EXCEPTION.text())
                        .text("ErrorMessage", "There is no configuration of " + told(identifier) + ".")
                        .element("TypeConfigurationIdentifier", echo -> echo(echo, identifier)));
        result.texts("UnprocessedTypeConfigurations", List.of());
        result.list("TypeConfigurations", found, (xml, one) -> describe(call, xml, one));
    }

    private static Runnable adding(List<QueryParameters> missing, QueryParameters identifier) {
        return () -> missing.add(identifier);
    }

    private static Optional<Wanted> wanted(QueryCall call, QueryParameters parameters) {
        Optional<String> configurationArn = parameters.text("TypeConfigurationArn", ParameterRules.CONFIGURATION_ARN);
        Optional<String> typeArn = parameters.text("TypeArn", ParameterRules.TYPE_ARN);
        Optional<String> alias = parameters.text("TypeConfigurationAlias", ParameterRules.ALIAS);
        Optional<String> name = parameters.text("TypeName", ParameterRules.TYPE_NAME);
        Kind kind = parameters.word("Type", Kind.class).orElse(Kind.RESOURCE);
        Optional<Matcher> configuration = configurationArn.map(ARN::matcher).filter(Matcher::matches);
        Optional<TypeArn> arn = configurationArn.isPresent()
                ? configuration.flatMap(parts -> TypeArn.parse(parts.group(1) + parts.group(2)))
                : typeArn.flatMap(TypeArn::parse);
        if (arn.isPresent() && contradicts(parameters, arn.get(), configuration, alias)) {
            parameters.wrong("An identifier names different types or aliases");
        }
        if (configurationArn.isPresent() || typeArn.isPresent()) {
            return arn.filter(type -> isOwn(call, type))
                    .map(type -> new Wanted(
                            parameters,
                            type.name(),
                            configuration.map(parts -> parts.group(3)).or(() -> alias)));
        }
        return name.filter(text -> kind == Kind.RESOURCE
                        && ParameterRules.TYPE_NAME.pattern().matcher(text).matches()
                        && !text.endsWith("::MODULE"))
                .map(text -> new Wanted(parameters, TypeName.parse(text), alias));
    }

    /// Whether what stands beside an ARN says something else.
    private static boolean contradicts(
            QueryParameters parameters, TypeArn arn, Optional<Matcher> configuration, Optional<String> alias) {
        boolean otherName = parameters
                .text("TypeName")
                .filter(name -> !name.equals(arn.name().toString()))
                .isPresent();
        boolean otherArn = parameters
                .text("TypeArn")
                .flatMap(TypeArn::parse)
                .filter(other -> !other.name().equals(arn.name()))
                .isPresent();
        boolean otherAlias = configuration
                .filter(parts ->
                        alias.filter(other -> !other.equals(parts.group(3))).isPresent())
                .isPresent();
        return otherName || otherArn || otherAlias;
    }

    private static boolean isOwn(QueryCall call, TypeArn arn) {
        return arn.account().isEmpty()
                || arn.account().equals(call.signed().account().number());
    }

    private Optional<Found> find(QueryCall call, Wanted wanted) {
        return finder.find(call, wanted.name())
                .flatMap(type -> owners.configuration(owner(call, wanted.name()))
                        .filter(configuration -> wanted.alias()
                                .filter(alias -> !alias.equals(configuration.alias()))
                                .isEmpty())
                        .map(configuration -> new Found(type, configuration)));
    }

    private static void describe(QueryCall call, XmlWriter xml, Found found) {
        TypeConfiguration configuration = found.configuration();
        JsonNode schema = found.type().current().schema().document();
        xml.text("Arn", arn(call, found.type()).configuration(configuration.alias()))
                .text("Alias", configuration.alias())
                .text(
                        "Configuration",
                        ShownConfiguration.of(schema, configuration.values()).toString())
                .time("LastUpdated", configuration.setAt())
                .text("TypeArn", TypeActions.arn(call, found.type()).toString())
                .text("TypeName", found.type().name().toString())
                .flag("IsDefaultConfiguration", configuration.alias().equals(TypeConfiguration.DEFAULT_ALIAS));
    }

    private static void echo(XmlWriter xml, QueryParameters identifier) {
        for (String name : List.of("TypeArn", "TypeConfigurationAlias", "TypeConfigurationArn", "Type", "TypeName")) {
            xml.text(name, identifier.text(name));
        }
    }

    private static String told(QueryParameters identifier) {
        return identifier
                .text("TypeConfigurationArn")
                .or(() -> identifier.text("TypeArn"))
                .or(() -> identifier.text("TypeName"))
                .orElse("a type without a name");
    }
}
