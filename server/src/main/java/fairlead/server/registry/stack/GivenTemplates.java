package fairlead.server.registry.stack;

import fairlead.cloudformation.Template;
import fairlead.cloudformation.fault.TemplateException;
import fairlead.server.registry.stack.content.StackContent;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.http.StackDocuments;
import fairlead.server.stack.template.InvalidTemplate;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// CloudFormation's templates, as the native API takes and shows them.
public final class GivenTemplates implements StackDocuments {

    private final UnaryOperator<String> accounts;

    /// @param accounts the number of the account that a subscription is for AWS tools
    public GivenTemplates(UnaryOperator<String> accounts) {
        this.accounts = accounts;
    }

    @Override
    public String language() {
        return CloudFormationLanguage.NAME;
    }

    @Override
    public ObjectNode of(Given given, Optional<Present> present) {
        Template template = parsed(given.template());
        TreeSet<String> unknown = new TreeSet<>(given.parameters().keySet());
        unknown.removeAll(template.parameters().keySet());
        if (!unknown.isEmpty()) {
            String message = "Parameters: " + unknown + " do not exist in the template";
            throw new InvalidTemplate(message, List.of(message));
        }
        String account = accounts.apply(given.place().subscription());
        StackContent content = StackContent.of(template, account, given.parameters());
        content.endpoint(given.endpoint());
        content.tags(given.tags());
        Optional<StackContent> before = present.map(Present::content).map(StackContent::new);
        content.notificationArns(before.map(StackContent::notificationArns).orElse(List.of()));
        content.role(before.flatMap(StackContent::role));
        return content.json();
    }

    private static Template parsed(String text) {
        try {
            return Template.parse(text, StackRules.LIMITS);
        } catch (TemplateException wrong) {
            throw CloudFormationLanguage.invalid(wrong);
        }
    }

    /// A stack policy is written in CloudFormation's terms, and heeded where these are spoken.
    @Override
    public Optional<String> refusal(ObjectNode present) {
        return new StackContent(present)
                .policy()
                .map(_ -> "The stack has a stack policy: update it by CloudFormation's API, which heeds that.");
    }

    @Override
    public ObjectNode shown(ObjectNode json) {
        StackContent content = new StackContent(json);
        ObjectNode shown = Documents.empty();
        content.description().ifPresent(text -> shown.put("description", text));
        ObjectNode parameters = shown.putObject("parameters");
        content.shownParameters().forEach(parameter -> parameters.put(parameter.key(), parameter.value()));
        ObjectNode tags = shown.putObject("tags");
        content.tags().forEach(tags::put);
        return shown;
    }
}
