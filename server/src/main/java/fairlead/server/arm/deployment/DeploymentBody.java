package fairlead.server.arm.deployment;

import fairlead.armtemplate.Fault;
import fairlead.armtemplate.InvalidTemplateException;
import fairlead.armtemplate.Template;
import fairlead.armtemplate.limit.Limits;
import fairlead.armtemplate.source.LenientReader;
import fairlead.armtemplate.source.SourceText;
import fairlead.armtemplate.source.UnreadableException;
import fairlead.schema.source.Position;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The body of a request for a deployment. Clients put templates into it as their authors wrote them, with comments and
/// texts over several lines, so it is read leniently.
///
/// @param source the body as it was read, with places for messages
/// @param properties `properties` of the body
record DeploymentBody(SourceText source, ObjectNode whole, ObjectNode properties) {

    private static final Set<String> ASIDE = Set.of("parameterslink", "extensionconfigs");

    /// @throws InvalidTemplateException if it can't be read
    static DeploymentBody read(byte[] bytes) {
        try {
            SourceText source = LenientReader.read(new String(bytes, StandardCharsets.UTF_8));
            if (!(source.root() instanceof ObjectNode whole)) {
                throw wrong("expected an object", "");
            }
            if (!(member(whole, "properties") instanceof ObjectNode properties)) {
                throw wrong("expected an object with the template", "/properties");
            }
            DeploymentBody body = new DeploymentBody(source, whole, properties);
            body.check();
            return body;
        } catch (UnreadableException unreadable) {
            throw new InvalidTemplateException(List.of(Template.unreadable(unreadable)));
        }
    }

    static JsonNode member(JsonNode of, String name) {
        return of.properties().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                .map(java.util.Map.Entry::getValue)
                .findFirst()
                .orElseGet(Documents.empty()::missingNode);
    }

    private static ProblemException wrong(String message, String target) {
        return new ProblemException(Problem.InvalidBody.of("deployment.body", message, target));
    }

    private void check() {
        List<Problem.Detail> details = new ArrayList<>();
        boolean template = member(properties, "template").isObject();
        boolean link = member(properties, "templateLink").isObject();
        if (template == link) {
            details.add(detail("expected either 'template' or 'templateLink'", "/properties/template"));
        }
        oneOf(details, "mode", "Incremental", "Complete");
        oneOf(details, "validationLevel", "Template", "Provider", "ProviderNoRbac");
        JsonNode onError = member(properties, "onErrorDeployment");
        if (onError.isObject()) {
            String type = member(onError, "type").asString("");
            boolean specific = type.equalsIgnoreCase("SpecificDeployment");
            if (!specific && !type.equalsIgnoreCase("LastSuccessful")) {
                details.add(detail(
                        "expected LastSuccessful or SpecificDeployment, found '" + type + "'",
                        "/properties/onErrorDeployment/type"));
            }
            if (specific && member(onError, "deploymentName").asString("").isEmpty()) {
                details.add(
                        detail("expected the name of a deployment", "/properties/onErrorDeployment/deploymentName"));
            }
        }
        properties.propertyNames().stream()
                .filter(name -> ASIDE.contains(name.toLowerCase(java.util.Locale.ROOT)))
                .filter(name -> !properties.path(name).isNull())
                .forEach(name -> details.add(detail(
                        "this server does not read '" + name + "': put the values into 'parameters'",
                        "/properties/" + name)));
        if (!details.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(details));
        }
    }

    private static Problem.Detail detail(String message, String target) {
        return new Problem.Detail("deployment.body", message, target);
    }

    private void oneOf(List<Problem.Detail> details, String name, String... expected) {
        JsonNode found = member(properties, name);
        boolean known = found.isMissingNode() || found.isNull();
        for (String word : expected) {
            known |= found.asString("").equalsIgnoreCase(word);
        }
        if (!known) {
            details.add(detail(
                    "expected " + String.join(" or ", expected) + ", found '" + found.asString("") + "'",
                    "/properties/" + name));
        }
    }

    /// The template in the body; empty if it is linked.
    Optional<SourceText> template() {
        return properties.propertyNames().stream()
                .filter(name -> name.equalsIgnoreCase("template"))
                .findFirst()
                .map(name -> source.part("/" + propertiesName() + "/" + name));
    }

    private String propertiesName() {
        return whole.propertyNames().stream()
                .filter(name -> name.equalsIgnoreCase("properties"))
                .findFirst()
                .orElse("properties");
    }

    boolean isComplete() {
        return member(properties, "mode").asString("").equalsIgnoreCase("Complete");
    }

    Optional<String> location() {
        return Optional.of(member(whole, "location").asString("")).filter(text -> !text.isBlank());
    }

    /// A fault of the template that has no place in it.
    static InvalidTemplateException fault(String code, String message, String pointer) {
        return new InvalidTemplateException(List.of(new Fault(code, message, pointer, Position.START)));
    }

    static Limits limits() {
        return Limits.DEFAULT;
    }
}
