package fairlead.server.registry.stack;

import fairlead.cloudformation.Template;
import fairlead.server.registry.stack.content.StackContent;
import fairlead.server.stack.record.StackPlace;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads what an `AWS::CloudFormation::Stack` in a template says that a stack is to be.
///
/// @param parent what the stack was asked for with that has it
/// @param desired the properties of the resource
record NestedInput(TemplateFiles files, StackPlace place, StackContent parent, ObjectNode desired) {

    private static final String URL = "TemplateURL";
    private static final String PARAMETERS = "Parameters";
    private static final String TAGS = "Tags";
    private static final String NOTIFICATIONS = "NotificationARNs";
    private static final String TIMEOUT = "TimeoutInMinutes";
    private static final List<String> KNOWN = List.of(URL, PARAMETERS, TAGS, NOTIFICATIONS, TIMEOUT);

    /// The language's document for the stack. Tags, capabilities and the role of the one that has it are
    /// its own as well.
    StackContent content() {
        desired.propertyNames().stream()
                .filter(name -> !KNOWN.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw StackFaults.invalid("Encountered unsupported property " + name + " of " + StackXml.TYPE
                            + ": expected one of " + KNOWN);
                });
        Template template = TemplateFiles.parsed(text());
        List<String> missing = StackInput.missing(template, parent.capabilities(), true);
        if (!missing.isEmpty()) {
            throw StackFaults.lacking(String.join(", ", missing));
        }
        StackContent content = StackContent.of(template, parent.account(), values(template));
        content.endpoint(parent.endpoint());
        content.capabilities(parent.capabilities());
        content.tags(tags());
        content.notificationArns(desired.path(NOTIFICATIONS)
                .valueStream()
                .map(JsonNode::asString)
                .toList());
        content.role(parent.role());
        content.timeout(timeout(desired));
        content.failing(parent.disablesRollback(), parent.retainsExceptOnCreate());
        return content;
    }

    /// How long the stack may take to be made.
    static Optional<Duration> timeout(ObjectNode desired) {
        if (!desired.has(TIMEOUT)) {
            return Optional.empty();
        }
        String minutes = desired.path(TIMEOUT).asString("");
        if (!minutes.matches("[1-9][0-9]{0,8}")) {
            throw StackFaults.invalid(
                    StackXml.TYPE + "." + TIMEOUT + ": expected a number of minutes from 1, found " + minutes);
        }
        return Optional.of(Duration.ofMinutes(Integer.parseInt(minutes)));
    }

    private String text() {
        String url = desired.path(URL).asString("");
        if (url.isEmpty()) {
            throw StackFaults.invalid(StackXml.TYPE + " needs the property " + URL);
        }
        return files.fetched(place.subscription(), parent.endpoint(), url, URL);
    }

    private Map<String, String> values(Template template) {
        Map<String, String> values = new LinkedHashMap<>();
        TreeSet<String> unknown = new TreeSet<>();
        if (desired.path(PARAMETERS) instanceof ObjectNode given) {
            given.forEachEntry((name, value) -> {
                if (template.parameters().containsKey(name)) {
                    values.put(name, text(value));
                } else {
                    unknown.add(name);
                }
            });
        }
        if (!unknown.isEmpty()) {
            throw StackFaults.invalid("Parameters: " + unknown + " do not exist in the template");
        }
        return values;
    }

    /// A list is given as its items, joined with commas.
    private static String text(JsonNode value) {
        return value.isArray()
                ? String.join(",", value.valueStream().map(JsonNode::asString).toList())
                : value.asString();
    }

    private SequencedMap<String, String> tags() {
        SequencedMap<String, String> tags = new LinkedHashMap<>(parent.tags());
        desired.path(TAGS)
                .forEach(tag ->
                        tags.put(tag.path("Key").asString(""), tag.path("Value").asString("")));
        return tags;
    }
}
