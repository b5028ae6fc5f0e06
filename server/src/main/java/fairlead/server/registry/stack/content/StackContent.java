package fairlead.server.registry.stack.content;

import fairlead.cloudformation.Template;
import fairlead.cloudformation.parameter.Parameter;
import fairlead.cloudformation.parameter.ResolvedParameter;
import fairlead.server.resource.document.Documents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a stack was asked for with, as the engine keeps it for this language: a template, its parameters, and
/// what else a request says.
///
/// @param json has `template`, `account`, and the rest if it was given
public record StackContent(ObjectNode json) {

    private static final String TEMPLATE = "template";
    private static final String ACCOUNT = "account";
    private static final String PARAMETERS = "parameters";
    private static final String SHOWN = "shownParameters";
    private static final String TAGS = "tags";
    private static final String CAPABILITIES = "capabilities";
    private static final String NOTIFICATIONS = "notificationArns";
    private static final String DESCRIPTION = "description";
    private static final String ROLE = "roleArn";
    private static final String POLICY = "policy";
    private static final String POLICY_DURING_UPDATE = "policyDuringUpdate";
    private static final String DRIFT = "drift";
    private static final String NO_ROLLBACK = "disableRollback";
    private static final String RETAIN_EXCEPT_ON_CREATE = "retainExceptOnCreate";
    private static final String RESOLVED = "resolved";
    private static final String ENDPOINT = "endpoint";
    private static final String TIMEOUT = "timeoutInMinutes";

    /// A parameter as it is shown.
    public record Shown(String key, String value, Optional<String> resolved) {}

    /// One with a template and its parameters.
    ///
    /// @param account of which it is, in twelve digits if it has them
    /// @param values those that were given; the others have their defaults, which they keep
    public static StackContent of(Template template, String account, Map<String, String> values) {
        ObjectNode json = Documents.empty();
        json.put(TEMPLATE, template.text()).put(ACCOUNT, account);
        template.description().ifPresent(text -> json.put(DESCRIPTION, text));
        ObjectNode all = json.putObject(PARAMETERS);
        values.forEach(all::put);
        ArrayNode shown = json.putArray(SHOWN);
        template.parameters().forEach((name, parameter) -> {
            Optional<String> value = Optional.ofNullable(values.get(name)).or(parameter::defaultValue);
            value.ifPresent(text -> {
                all.put(name, text);
                shown.add(shown(parameter, text));
            });
        });
        return new StackContent(json);
    }

    private static ObjectNode shown(Parameter parameter, String value) {
        ObjectNode shown = Documents.empty().put("key", parameter.name());
        shown.put("value", parameter.noEcho() ? ResolvedParameter.MASK : value);
        if (parameter.type().stored()) {
            BootstrapVersion.of(value)
                    .ifPresent(version -> shown.put(RESOLVED, parameter.noEcho() ? ResolvedParameter.MASK : version));
        }
        return shown;
    }

    /// What is shown of a stack: what its operation applies, or else what was applied last.
    public static StackContent shown(fairlead.server.stack.record.Stack stack) {
        boolean pending = stack.status().busy() && !stack.pending().isEmpty();
        return new StackContent(pending ? stack.pending() : stack.content());
    }

    // -- reading ----------------------------------------------------------------------------------------------------

    /// Empty if nothing was applied yet.
    public String template() {
        return json.path(TEMPLATE).asString("");
    }

    public String account() {
        return json.path(ACCOUNT).asString("");
    }

    public Map<String, String> parameters() {
        return texts(PARAMETERS);
    }

    public List<Shown> shownParameters() {
        List<Shown> shown = new ArrayList<>();
        json.path(SHOWN)
                .forEach(one -> shown.add(new Shown(
                        one.path("key").asString(""),
                        one.path("value").asString(""),
                        Optional.ofNullable(one.path(RESOLVED).stringValue(null)))));
        return shown;
    }

    public SequencedMap<String, String> tags() {
        return texts(TAGS);
    }

    public List<String> capabilities() {
        return list(CAPABILITIES);
    }

    public List<String> notificationArns() {
        return list(NOTIFICATIONS);
    }

    public Optional<String> description() {
        return text(DESCRIPTION);
    }

    public Optional<String> role() {
        return text(ROLE);
    }

    public Optional<String> policy() {
        return text(POLICY);
    }

    /// The policy that counts for the update alone that has brought this.
    public Optional<String> policyDuringUpdate() {
        return text(POLICY_DURING_UPDATE);
    }

    /// Where the server was asked: templates of nested stacks that are there are its own. Empty if that is
    /// not known.
    public String endpoint() {
        return json.path(ENDPOINT).asString("");
    }

    /// How long the stack might take to be made.
    public Optional<Duration> timeout() {
        return json.has(TIMEOUT)
                ? Optional.of(Duration.ofMinutes(json.path(TIMEOUT).asLong()))
                : Optional.empty();
    }

    public boolean disablesRollback() {
        return json.path(NO_ROLLBACK).asBoolean(false);
    }

    public boolean retainsExceptOnCreate() {
        return json.path(RETAIN_EXCEPT_ON_CREATE).asBoolean(false);
    }

    /// What the last look for drift has found; empty if there was none.
    public Optional<ObjectNode> drift() {
        return json.path(DRIFT) instanceof ObjectNode found ? Optional.of(found) : Optional.empty();
    }

    private Optional<String> text(String name) {
        return Optional.ofNullable(json.path(name).stringValue(null));
    }

    private SequencedMap<String, String> texts(String name) {
        SequencedMap<String, String> texts = new LinkedHashMap<>();
        if (json.path(name) instanceof ObjectNode object) {
            object.forEachEntry((key, value) -> texts.put(key, value.asString("")));
        }
        return texts;
    }

    private List<String> list(String name) {
        return json.path(name).valueStream().map(JsonNode::asString).toList();
    }

    // -- writing ----------------------------------------------------------------------------------------------------

    public StackContent tags(Map<String, String> tags) {
        ObjectNode object = json.putObject(TAGS);
        tags.forEach(object::put);
        return this;
    }

    public StackContent capabilities(List<String> capabilities) {
        ArrayNode array = json.putArray(CAPABILITIES);
        capabilities.forEach(array::add);
        return this;
    }

    public StackContent notificationArns(List<String> arns) {
        ArrayNode array = json.putArray(NOTIFICATIONS);
        arns.forEach(array::add);
        return this;
    }

    public StackContent role(Optional<String> arn) {
        arn.ifPresent(text -> json.put(ROLE, text));
        return this;
    }

    public StackContent timeout(Optional<Duration> limit) {
        limit.ifPresent(within -> json.put(TIMEOUT, within.toMinutes()));
        return this;
    }

    public StackContent endpoint(String address) {
        json.put(ENDPOINT, address);
        return this;
    }

    public StackContent policy(Optional<String> policy) {
        policy.ifPresent(text -> json.put(POLICY, text));
        return this;
    }

    public StackContent policyDuringUpdate(Optional<String> policy) {
        policy.ifPresent(text -> json.put(POLICY_DURING_UPDATE, text));
        return this;
    }

    public StackContent failing(boolean withoutRollback, boolean retainsExceptOnCreate) {
        json.put(NO_ROLLBACK, withoutRollback).put(RETAIN_EXCEPT_ON_CREATE, retainsExceptOnCreate);
        return this;
    }

    /// A copy with what a look for drift has found.
    public StackContent with(ObjectNode drift) {
        ObjectNode copy = json.deepCopy();
        copy.set(DRIFT, drift);
        return new StackContent(copy);
    }

    public StackContent copy() {
        return new StackContent(json.deepCopy());
    }
}
