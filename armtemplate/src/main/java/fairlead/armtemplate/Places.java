package fairlead.armtemplate;

import fairlead.armtemplate.evaluation.Frame;
import fairlead.armtemplate.function.Values;
import fairlead.armtemplate.scope.DeploymentScope;
import fairlead.armtemplate.scope.DeploymentScope.Group;
import fairlead.armtemplate.scope.DeploymentScope.ManagementGroup;
import fairlead.armtemplate.scope.DeploymentScope.Subscription;
import fairlead.armtemplate.scope.DeploymentScope.Tenant;
import fairlead.armtemplate.scope.Ids;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Where a resource is: in what the template is deployed to, or elsewhere if the resource says so.
final class Places {

    private static final Pattern GROUP =
            Pattern.compile("/subscriptions/([^/]+)/resourcegroups/([^/]+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern SUBSCRIPTION = Pattern.compile("/subscriptions/([^/]+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern MANAGEMENT_GROUP = Pattern.compile(
            "/?(?:providers/)?microsoft\\.management/managementgroups/([^/]+)", Pattern.CASE_INSENSITIVE);

    private final Compilation compilation;
    private final JsonNode body;
    private final String pointer;
    private final Frame frame;

    Places(Compilation compilation, JsonNode body, String pointer, Frame frame) {
        this.compilation = compilation;
        this.body = body;
        this.pointer = pointer;
        this.frame = frame;
    }

    /// The id of what the resource is in.
    ///
    /// @return empty if something is wrong, which has been said
    Optional<String> scope(String type) {
        if (type.equalsIgnoreCase("Microsoft.Resources/deployments")) {
            return target().map(DeploymentScope::id);
        }
        DeploymentScope own = compilation.inputs().surroundings().scope();
        if (type.equalsIgnoreCase("Microsoft.Resources/resourceGroups")) {
            return switch (own) {
                case Subscription subscription -> elsewhere(subscription.id());
                case Group(var subscription, var _) -> {
                    if (Values.member(body, "subscriptionId").isEmpty()
                            && Values.member(body, "scope").isEmpty()) {
                        compilation
                                .faults()
                                .add(
                                        pointer,
                                        "The resource type 'Microsoft.Resources/resourceGroups' can be deployed to a"
                                                + " subscription only, the template is deployed to a resource group.");
                        yield Optional.empty();
                    }
                    yield elsewhere(new Subscription(subscription).id());
                }
                case ManagementGroup _, Tenant _ -> elsewhere(own.id());
            };
        }
        return elsewhere(own.id());
    }

    private Optional<String> elsewhere(String own) {
        Optional<String> scope = text("scope");
        if (scope.isEmpty()) {
            return Values.member(body, "scope").isPresent() ? Optional.empty() : Optional.of(own);
        }
        String written = scope.get();
        if (written.equals("/")) {
            return Optional.of("");
        }
        if (Ids.isWhole(written)) {
            return Optional.of(written);
        }
        Optional<String> relative = Ids.relative(
                written, compilation.inputs().surroundings().scope().id());
        if (relative.isEmpty() && MANAGEMENT_GROUP.matcher(written).matches()) {
            return Optional.of("/providers/" + written);
        }
        if (relative.isEmpty()) {
            compilation
                    .faults()
                    .add(
                            pointer + "/scope",
                            "The scope '" + written
                                    + "' is not valid. It is expected to be the id of a resource, such as"
                                    + " 'Microsoft.Namespace/type/name', or '/'.");
        }
        return relative;
    }

    /// What a nested deployment is deployed to.
    Optional<DeploymentScope> target() {
        Optional<String> subscription = text("subscriptionId");
        Optional<String> group = text("resourceGroup");
        Optional<String> scope = text("scope");
        boolean wrong =
                missing("subscriptionId", subscription) || missing("resourceGroup", group) || missing("scope", scope);
        if (wrong) {
            return Optional.empty();
        }
        if (scope.isPresent()) {
            return parsed(scope.get());
        }
        DeploymentScope own = compilation.inputs().surroundings().scope();
        Optional<String> within = subscription.or(() -> switch (own) {
            case Group(var id, var _) -> Optional.of(id);
            case Subscription(var id) -> Optional.of(id);
            case ManagementGroup _, Tenant _ -> Optional.empty();
        });
        if (group.isPresent() && within.isEmpty()) {
            compilation
                    .faults()
                    .add(
                            pointer,
                            "The nested deployment names the resource group '" + group.get()
                                    + "' without a subscription.");
            return Optional.empty();
        }
        if (group.isPresent()) {
            return within.map(id -> new Group(id, group.get()));
        }
        return subscription.isPresent() ? subscription.map(Subscription::new) : Optional.of(own);
    }

    private boolean missing(String member, Optional<String> value) {
        return value.isEmpty()
                && Values.member(body, member)
                        .filter(written -> !written.isNull())
                        .isPresent();
    }

    private Optional<DeploymentScope> parsed(String scope) {
        Matcher group = GROUP.matcher(scope);
        Matcher subscription = SUBSCRIPTION.matcher(scope);
        Matcher management = MANAGEMENT_GROUP.matcher(scope);
        if (scope.equals("/")) {
            return Optional.of(new Tenant());
        }
        if (group.matches()) {
            return Optional.of(new Group(group.group(1), group.group(2)));
        }
        if (subscription.matches()) {
            return Optional.of(new Subscription(subscription.group(1)));
        }
        if (management.matches()) {
            return Optional.of(new ManagementGroup(management.group(1)));
        }
        compilation.faults().add(pointer + "/scope", "The scope '" + scope + "' is not valid for a nested deployment.");
        return Optional.empty();
    }

    /// A member that is a string; empty if it is not there, or is wrong, which has been said.
    private Optional<String> text(String member) {
        Optional<String> name = Values.name(body, member);
        if (name.isEmpty() || body.get(name.get()).isNull()) {
            return Optional.empty();
        }
        String below = pointer + "/" + name.get();
        return compilation
                .trees(
                        below,
                        message -> "Unable to process template language expressions for the property '"
                                + member.toLowerCase(Locale.ROOT) + "' of the resource "
                                + compilation.faults().at(pointer) + ". '"
                                + message + "'")
                .known(body.get(name.get()), below, frame.allowing(Compilation.BEFORE))
                .flatMap(bound -> {
                    if (!bound.value().isString()) {
                        compilation
                                .faults()
                                .add(
                                        below,
                                        "The template resource property '" + member
                                                + "' is expected to be of type 'String'. The provided value is of type"
                                                + " '"
                                                + Values.kind(bound.value()) + "'.");
                        return Optional.empty();
                    }
                    return Optional.of(bound.value().stringValue());
                });
    }
}
