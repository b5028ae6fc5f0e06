package fairlead.server.registry.stack;

import fairlead.cloudformation.Capability;
import fairlead.cloudformation.Template;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.stack.content.StackContent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;

/// Reads what a request says that a stack is to be.
final class StackInput {

    private static final int MOST_TAGS = 50;
    private static final int MOST_NOTIFICATIONS = 5;
    private static final List<String> CAPABILITIES =
            Arrays.stream(Capability.values()).map(Enum::name).toList();

    private final StackCall call;
    private final TemplateFiles files;
    private final Optional<StackContent> present;

    /// @param present what the stack has that is to be changed
    StackInput(StackCall call, TemplateFiles files, Optional<StackContent> present) {
        this.call = call;
        this.files = files;
        this.present = present;
    }

    /// The language's document for the request.
    ///
    /// @param expands whether the caller has to say yes to a template that declares a transform
    StackContent content(boolean expands) {
        QueryParameters parameters = call.parameters();
        List<String> capabilities = parameters.texts("Capabilities");
        capabilities.stream()
                .filter(one -> !CAPABILITIES.contains(one))
                .forEach(one -> parameters.wrong("Value '" + one
                        + "' at 'capabilities' failed to satisfy constraint: Member must satisfy enum value set: "
                        + CAPABILITIES));
        requireNoTriggers(parameters);
        Template template = TemplateFiles.parsed(template());
        requireTypes(template, parameters.texts("ResourceTypes"));
        requireCapabilities(template, capabilities, expands);
        StackContent content = StackContent.of(template, call.account(), values(template));
        content.endpoint(call.query().baseUrl());
        content.capabilities(capabilities);
        content.tags(tags());
        List<String> arns = parameters.has("NotificationARNs")
                ? parameters.texts("NotificationARNs")
                : present.map(StackContent::notificationArns).orElse(List.of());
        if (arns.size() > MOST_NOTIFICATIONS) {
            throw StackFaults.invalid("1 validation error detected: Value '" + arns
                    + "' at 'notificationARNs' failed to satisfy constraint: Member must have length less than or equal"
                    + " to " + MOST_NOTIFICATIONS);
        }
        content.notificationArns(arns);
        content.role(parameters.text("RoleARN", StackRules.ROLE).or(() -> present.flatMap(StackContent::role)));
        boolean noRollback = parameters.flag("DisableRollback").orElse(false);
        content.failing(noRollback, parameters.flag("RetainExceptOnCreate").orElse(false));
        parameters.verify();
        return content;
    }

    private String template() {
        boolean previous = call.parameters().flag("UsePreviousTemplate").orElse(false);
        Optional<String> text = files.text(call);
        if (previous && text.isPresent()) {
            throw StackFaults.invalid(
                    "You cannot specify both usePreviousTemplate and a Template URL or Template Body.");
        }
        if (!previous) {
            return text.orElseThrow(
                    () -> StackFaults.invalid("Either Template URL or Template Body must be specified."));
        }
        return present.map(StackContent::template)
                .filter(kept -> !kept.isEmpty())
                .orElseThrow(() ->
                        StackFaults.invalid("UsePreviousTemplate was specified, and the stack has no template yet."));
    }

    private static void requireNoTriggers(QueryParameters parameters) {
        QueryParameters rollback = parameters.structure("RollbackConfiguration");
        if (!rollback.structures("RollbackTriggers").isEmpty()) {
            throw StackFaults.invalid("Rollback Trigger Type not supported");
        }
        if (rollback.number("MonitoringTimeInMinutes", 0, 180, 0) > 0) {
            throw StackFaults.unavailable("RollbackConfiguration.MonitoringTimeInMinutes");
        }
    }

    private static void requireTypes(Template template, List<String> allowed) {
        if (allowed.isEmpty()) {
            return;
        }
        for (String type : template.resourceTypes()) {
            boolean fits = allowed.stream()
                    .anyMatch(one ->
                            one.endsWith("*") ? type.startsWith(one.substring(0, one.length() - 1)) : one.equals(type));
            if (!fits) {
                throw StackFaults.invalid(
                        "Resource type " + type + " is not allowed by parameter ResourceTypes " + allowed);
            }
        }
    }

    private static void requireCapabilities(Template template, List<String> given, boolean expands) {
        List<String> missing = missing(template, given, expands);
        if (!missing.isEmpty()) {
            throw StackFaults.lacking(String.join(", ", missing));
        }
    }

    /// The capabilities that a template needs and that are not given.
    ///
    /// @param expands whether the caller has to say yes to a template that declares a transform
    static List<String> missing(Template template, List<String> given, boolean expands) {
        List<String> missing = new ArrayList<>();
        for (Capability needed : template.capabilities().all()) {
            boolean covered = given.contains(needed.name())
                    || (needed == Capability.CAPABILITY_IAM && given.contains(Capability.CAPABILITY_NAMED_IAM.name()))
                    || (needed == Capability.CAPABILITY_AUTO_EXPAND && !expands);
            if (!covered) {
                missing.add(needed.name());
            }
        }
        return missing;
    }

    // -- parameters -------------------------------------------------------------------------------------------------

    private Map<String, String> values(Template template) {
        Map<String, String> before = present.map(StackContent::parameters).orElse(Map.of());
        Map<String, String> values = new LinkedHashMap<>();
        TreeSet<String> unknown = new TreeSet<>();
        for (QueryParameters one : call.parameters().structures("Parameters")) {
            String key = one.text("ParameterKey").orElse("");
            Optional<String> value = one.text("ParameterValue");
            boolean previous = one.flag("UsePreviousValue").orElse(false);
            if (values.containsKey(key)) {
                throw StackFaults.invalid("Duplicate parameter key " + key + " found in the request");
            }
            if (previous && value.filter(text -> !text.isEmpty()).isPresent()) {
                throw StackFaults.invalid("Invalid input for parameter key " + key
                        + ". Cannot specify both a ParameterValue and UsePreviousValue.");
            }
            if (previous && !before.containsKey(key)) {
                throw StackFaults.invalid("Invalid input for parameter key " + key
                        + ". Cannot specify usePreviousValue as true for a parameter key not in the previous template");
            }
            if (!template.parameters().containsKey(key)) {
                if (!previous) {
                    unknown.add(key);
                }
                continue;
            }
            values.put(key, previous ? String.valueOf(before.get(key)) : value.orElse(""));
        }
        if (!unknown.isEmpty()) {
            throw StackFaults.invalid("Parameters: " + unknown + " do not exist in the template");
        }
        return values;
    }

    // -- tags -------------------------------------------------------------------------------------------------------

    /// No tags at all keep those that the stack has; an empty list takes them away.
    private SequencedMap<String, String> tags() {
        QueryParameters parameters = call.parameters();
        if (!parameters.has("Tags")) {
            return present.map(StackContent::tags).orElseGet(LinkedHashMap::new);
        }
        SequencedMap<String, String> tags = new LinkedHashMap<>();
        for (QueryParameters tag : parameters.structures("Tags")) {
            String key = tag.text("Key").orElse("");
            if (key.isEmpty() || key.length() > 128) {
                parameters.wrong("Value '" + key
                        + "' at 'tags' failed to satisfy constraint: Member must have length between 1 and 128");
            }
            if (key.startsWith("aws:")) {
                throw StackFaults.invalid("aws: prefixed tag key names are not allowed for external use.");
            }
            if (tags.put(key, tag.text("Value").orElse("")) != null) {
                throw StackFaults.invalid("Duplicate tag keys found. Please note that Tag keys are case insensitive.");
            }
        }
        if (tags.size() > MOST_TAGS) {
            throw StackFaults.invalid(
                    "Number of tags, " + tags.size() + ", is greater than maximum allowed, " + MOST_TAGS);
        }
        return tags;
    }
}
