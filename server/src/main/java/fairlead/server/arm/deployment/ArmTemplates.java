package fairlead.server.arm.deployment;

import fairlead.armtemplate.Compiled;
import fairlead.armtemplate.Fault;
import fairlead.armtemplate.Groups;
import fairlead.armtemplate.Inputs;
import fairlead.armtemplate.Inputs.Given;
import fairlead.armtemplate.InvalidTemplateException;
import fairlead.armtemplate.LinkedTemplates;
import fairlead.armtemplate.Surroundings;
import fairlead.armtemplate.Template;
import fairlead.armtemplate.Types;
import fairlead.armtemplate.limit.Limits;
import fairlead.armtemplate.source.SourceText;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.scope.ResourceGroup;
import fairlead.server.scope.Scopes;
import fairlead.server.stack.deployment.Deployment;
import fairlead.server.stack.deployment.DeploymentScope;
import fairlead.server.stack.deployment.DeploymentTemplates;
import fairlead.server.type.AccountTypes;
import fairlead.stack.document.EvaluationException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Azure Resource Manager's template language, for deployments to this server.
///
/// What is kept of a deployment is an object: `properties` as they were asked for, `facts` by which the template is
/// compiled (the instant, a seed, the address of this server), and `shown`, what a deployment shows of its template.
public final class ArmTemplates implements DeploymentTemplates {

    static final String PROPERTIES = "properties";
    static final String SHOWN = "shown";
    static final String FACTS = "facts";

    /// The template without what must not be shown, of one that another template has filled in with secrets.
    static final String MASKED = "masked";

    static final String TEMPLATE = "template";

    /// Among the facts: the id of the deployment stack for which it is done.
    static final String STACK = "stack";

    /// Among the facts: the names of parameters whose values must not be shown.
    static final String SECRET = "secret";

    /// Types that are no resources of a registered type, and that templates may have.
    private static final Set<String> OWN = Set.of(
            "microsoft.resources/deployments",
            "microsoft.resources/resourcegroups",
            "microsoft.authorization/locks",
            "microsoft.authorization/roleassignments",
            "microsoft.authorization/roledefinitions");

    private final AccountTypes types;
    private final Scopes scopes;
    private final Links links;

    /// Reads templates that others link to.
    public interface Links {

        /// @param base the address by which the caller reaches this server
        LinkedTemplates of(String subscription, String base);
    }

    public ArmTemplates(AccountTypes types, Scopes scopes, Links links) {
        this.types = types;
        this.scopes = scopes;
        this.links = links;
    }

    // -- compiling --------------------------------------------------------------------------------------------------

    /// What a template says at a scope.
    ///
    /// @param source the template with its places, if they are known
    /// @throws InvalidTemplateException with all that is wrong with it
    Compiled compile(DeploymentScope scope, String name, ObjectNode content, Optional<SourceText> source) {
        JsonNode properties = content.path(PROPERTIES);
        JsonNode facts = content.path(FACTS);
        Optional<JsonNode> link =
                Optional.of(DeploymentBody.member(properties, "templateLink")).filter(JsonNode::isObject);
        LinkedTemplates linked =
                links.of(scope.subscription(), facts.path("base").asString(""));
        SourceText text = source.orElseGet(() -> text(linked, properties, link));
        Surroundings surroundings = Surroundings.builder(place(scope), name, groups())
                .location(Optional.ofNullable(facts.path("location").stringValue(null)))
                .mode(DeploymentBody.member(properties, "mode").asString("Incremental"))
                .resourceManager(facts.path("base").asString("") + "/")
                .templateLink(link)
                .deployer(facts.path("deployer"))
                .build();
        Inputs inputs = new Inputs(
                given(properties, facts),
                surroundings,
                Instant.parse(facts.path("now").asString()),
                facts.path("seed").asString(),
                known(scope),
                linked,
                Limits.DEFAULT);
        return Template.of(text, Limits.DEFAULT).compile(inputs);
    }

    /// The values of parameters, of which some must not be shown though the template does not say so.
    private static SequencedMap<String, Given> given(JsonNode properties, JsonNode facts) {
        SequencedMap<String, Given> given = Inputs.given(DeploymentBody.member(properties, "parameters"));
        facts.path(SECRET)
                .forEach(name -> given.computeIfPresent(
                        name.asString(),
                        (_, one) -> one instanceof Given.Value(var value, var _) ? new Given.Value(value, true) : one));
        return given;
    }

    private static SourceText text(LinkedTemplates linked, JsonNode properties, Optional<JsonNode> link) {
        if (link.isPresent()) {
            try {
                return linked.read(link.get(), Documents.empty().nullNode()).template();
            } catch (EvaluationException unreadable) {
                throw DeploymentBody.fault(
                        "InvalidContentLink", String.valueOf(unreadable.getMessage()), "/properties/templateLink");
            }
        }
        return SourceText.of(DeploymentBody.member(properties, "template"));
    }

    private static fairlead.armtemplate.scope.DeploymentScope place(DeploymentScope scope) {
        return scope.group()
                .<fairlead.armtemplate.scope.DeploymentScope>map(
                        group -> new fairlead.armtemplate.scope.DeploymentScope.Group(scope.subscription(), group))
                .orElseGet(() -> new fairlead.armtemplate.scope.DeploymentScope.Subscription(scope.subscription()));
    }

    private Groups groups() {
        return (subscription, name) ->
                scopes.findGroup(subscription.toLowerCase(Locale.ROOT), name).map(ArmTemplates::facts);
    }

    private static Groups.Facts facts(ResourceGroup group) {
        Map<String, String> tags = new HashMap<>();
        group.tags()
                .properties()
                .forEach(tag -> tags.put(tag.getKey(), tag.getValue().asString()));
        return new Groups.Facts(group.location(), tags, Optional.empty());
    }

    private Types known(DeploymentScope scope) {
        return name -> OWN.contains(name.toLowerCase(Locale.ROOT))
                ? Optional.of(new Types.Known(name, java.util.List.of()))
                : types.of(scope.subscription())
                        .findArmType(name.toLowerCase(Locale.ROOT))
                        .map(type -> new Types.Known(type.current().armType().toString(), java.util.List.of()));
    }

    @Override
    public Optional<UUID> stack(Deployment deployment) {
        return Optional.ofNullable(deployment.content().path(FACTS).path(STACK).stringValue(null))
                .map(UUID::fromString);
    }

    // -- for the engine ---------------------------------------------------------------------------------------------

    @Override
    public Read read(Deployment deployment) {
        Compiled compiled = compiled(deployment.scope(), deployment.name(), deployment.content());
        Map<String, Output> outputs = new HashMap<>();
        compiled.outputs()
                .forEach((name, output) -> outputs.put(
                        name, new Output(output.type(), output.secure() || isMasked(deployment.content(), name))));
        return new Read(compiled.document(), outputs);
    }

    /// Whether an output was filled in with a secret.
    private static boolean isMasked(ObjectNode content, String output) {
        JsonNode whole = DeploymentBody.member(content.path(PROPERTIES), TEMPLATE);
        return content.has(MASKED) && !output(content.path(MASKED), output).equals(output(whole, output));
    }

    private static JsonNode output(JsonNode template, String name) {
        return DeploymentBody.member(DeploymentBody.member(template, "outputs"), name);
    }

    /// As [#compile], with what is wrong as a problem.
    private Compiled compiled(DeploymentScope scope, String name, ObjectNode content) {
        try {
            return compile(scope, name, content, Optional.empty());
        } catch (InvalidTemplateException wrong) {
            String all =
                    String.join(" ", wrong.faults().stream().map(Fault::text).toList());
            throw new ProblemException(new Problem.BadRequest(ProblemCode.INVALID_TEMPLATE, all));
        }
    }

    @Override
    public boolean isComplete(Deployment deployment) {
        return !deployment.content().path(FACTS).path("nested").asBoolean(false)
                && deployment.scope().group().isPresent()
                && DeploymentBody.member(deployment.content().path(PROPERTIES), "mode")
                        .asString("")
                        .equalsIgnoreCase("Complete");
    }

    @Override
    public ObjectNode nested(Deployment parent, Inner inner) {
        ObjectNode content = within(parent.content(), inner.key(), inner.location(), inner.secret());
        JsonNode masked = DeploymentBody.member(inner.masked(), TEMPLATE);
        if (!masked.isMissingNode() && !masked.equals(DeploymentBody.member(inner.properties(), TEMPLATE))) {
            content.set(MASKED, masked);
        }
        content.set(PROPERTIES, inner.properties());
        content.set(SHOWN, TemplateJson.shown(compiled(inner.to(), inner.name(), content)));
        return content;
    }

    /// What is kept of a deployment within another one, but for its properties.
    ///
    /// @param outer what is kept of that other one
    /// @param key of the node that it is, after those of the ones between
    static ObjectNode within(ObjectNode outer, String key, Optional<String> location, Collection<String> secret) {
        ObjectNode facts = (ObjectNode) outer.path(FACTS).deepCopy();
        facts.put("seed", facts.path("seed").asString() + "/" + key);
        facts.put("nested", true);
        location.ifPresent(place -> facts.put("location", place));
        secret.stream().sorted().forEach(facts.putArray(SECRET)::add);
        ObjectNode content = Documents.empty();
        content.set(FACTS, facts);
        return content;
    }

    @Override
    public Optional<OnError> onError(Deployment deployment) {
        JsonNode asked = DeploymentBody.member(deployment.content().path(PROPERTIES), "onErrorDeployment");
        if (!asked.isObject() || deployment.content().path(FACTS).path("nested").asBoolean(false)) {
            return Optional.empty();
        }
        boolean specific = DeploymentBody.member(asked, "type").asString("").equalsIgnoreCase("SpecificDeployment");
        String name = DeploymentBody.member(asked, "deploymentName").asString("");
        return Optional.of(new OnError(specific ? Optional.of(name) : Optional.empty()));
    }
}
