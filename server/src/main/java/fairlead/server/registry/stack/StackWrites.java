package fairlead.server.registry.stack;

import fairlead.server.access.Caller;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.registry.stack.content.StackContent;
import fairlead.server.resource.document.Documents;
import fairlead.server.signature.AssumedRoles;
import fairlead.server.stack.StackRequest;
import fairlead.server.stack.StackSignals;
import fairlead.server.stack.Stacks;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.step.StackOrder;
import fairlead.server.stack.step.StackOrder.Purpose;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// The actions that begin an operation of a stack.
final class StackWrites {

    private static final Pattern ROLE = Pattern.compile("arn:[^:]+:iam::[0-9]{12}:role/.+");

    private final Stacks stacks;
    private final StackFinder finder;
    private final TemplateFiles files;
    private final AssumedRoles roles;

    StackWrites(Stacks stacks, StackFinder finder, TemplateFiles files, AssumedRoles roles) {
        this.stacks = stacks;
        this.finder = finder;
        this.files = files;
        this.roles = roles;
    }

    // -- create and update ------------------------------------------------------------------------------------------

    void create(StackCall call, XmlWriter result) {
        QueryParameters parameters = call.parameters();
        String name = parameters.required("StackName", StackRules.NAME);
        Optional<String> token = token(parameters);
        Optional<StackRules.OnFailure> onFailure = parameters.word("OnFailure", StackRules.OnFailure.class);
        boolean guarded = parameters.flag("EnableTerminationProtection").orElse(false);
        if (onFailure.isPresent() && parameters.has("DisableRollback")) {
            throw StackFaults.invalid("You cannot specify both OnFailure and DisableRollback.");
        }
        Optional<Duration> limit = parameters.has("TimeoutInMinutes")
                ? Optional.of(Duration.ofMinutes(parameters.number("TimeoutInMinutes", 1, Integer.MAX_VALUE, 1)))
                : Optional.empty();
        StackContent content = new StackInput(call, files, Optional.empty()).content(true);
        content.timeout(limit);
        content.policy(files.policy(call, "StackPolicy").map(StackPolicy::checked));
        StackOrder.OnFailure then = onFailure(onFailure, content);
        StackRequest request = StackRequest.of(
                caller(call, content.role()),
                token,
                "CreateStack",
                asked(name, content, onFailure.map(Enum::name).orElse("")));
        StackOrder order = retaining(StackOrder.of(Purpose.CREATE, then, token.orElse("")), content)
                .limited(limit);
        begun(
                call,
                result,
                stacks.create(
                        request, call.place(), name, CloudFormationLanguage.NAME, content.json(), order, guarded));
    }

    private static StackOrder.OnFailure onFailure(Optional<StackRules.OnFailure> asked, StackContent content) {
        if (content.disablesRollback()) {
            return StackOrder.OnFailure.DO_NOTHING;
        }
        return asked.map(one -> StackOrder.OnFailure.valueOf(one.name())).orElse(StackOrder.OnFailure.ROLLBACK);
    }

    private static StackOrder retaining(StackOrder order, StackContent content) {
        return content.retainsExceptOnCreate() ? order.deletingWhatIsNew() : order;
    }

    void update(StackCall call, XmlWriter result) {
        Optional<String> token = token(call.parameters());
        Stack stack = finder.named(call);
        StackContent before = new StackContent(stack.content());
        StackContent content = new StackInput(call, files, Optional.of(before)).content(true);
        content.policy(files.policy(call, "StackPolicy").map(StackPolicy::checked));
        content.policyDuringUpdate(files.policy(call, "StackPolicyDuringUpdate").map(StackPolicy::checked));
        Caller caller = caller(call, content.role());
        StackRequest request = StackRequest.of(caller, token, "UpdateStack", asked(stack.name(), content, ""));
        StackOrder order = StackOrder.of(Purpose.UPDATE, onFailure(Optional.empty(), content), token.orElse(""));
        begun(call, result, stacks.update(request, stack, content.json(), retaining(order, content)));
    }

    private static ObjectNode asked(String name, StackContent content, String more) {
        ObjectNode asked = Documents.empty().put("stack", name).put("more", more);
        asked.set("content", content.json());
        return asked;
    }

    private static void begun(StackCall call, XmlWriter result, Stack stack) {
        result.text("StackId", call.arn(stack));
        stack.condition().operation().ifPresent(operation -> result.text("OperationId", operation.toString()));
    }

    static Optional<String> token(QueryParameters parameters) {
        return parameters.text("ClientRequestToken", StackRules.TOKEN);
    }

    // -- on whose behalf --------------------------------------------------------------------------------------------

    /// The caller, or the role as which the operation works.
    Caller caller(StackCall call, Optional<String> role) {
        if (role.isEmpty()) {
            return call.caller();
        }
        if (!ROLE.matcher(role.get()).matches()) {
            throw StackFaults.invalid("Role " + role.get() + " is invalid or cannot be assumed");
        }
        return roles.as(call.signed(), role.get()).caller();
    }

    private Caller caller(StackCall call, Stack stack) {
        Optional<String> role = call.parameters().text("RoleARN", StackRules.ROLE);
        call.parameters().verify();
        return caller(call, role.or(() -> new StackContent(stack.content()).role()));
    }

    // -- the others -------------------------------------------------------------------------------------------------

    /// Of a stack that there is not, nothing is to be done.
    void delete(StackCall call) {
        QueryParameters parameters = call.parameters();
        String name = parameters.required("StackName", StackRules.NAME_OR_ID);
        Optional<String> token = token(parameters);
        List<String> retain = parameters.texts("RetainResources");
        boolean force = parameters
                .word("DeletionMode", StackRules.DeletionMode.class)
                .filter(mode -> mode == StackRules.DeletionMode.FORCE_DELETE_STACK)
                .isPresent();
        parameters.verify();
        Optional<Stack> stack = finder.find(call, name);
        if (stack.isEmpty()) {
            return;
        }
        ObjectNode asked =
                Documents.empty().put("stack", stack.get().id().toString()).put("force", force);
        retain.forEach(asked.putArray("retain")::add);
        StackRequest request = StackRequest.of(caller(call, stack.get()), token, "DeleteStack", asked);
        Optional<Stack> _ = stacks.delete(request, stack.get(), retain, force);
    }

    void cancelUpdate(StackCall call) {
        Optional<String> token = token(call.parameters());
        Stack stack = finder.named(call);
        stacks.cancelUpdate(StackRequest.of(call.caller(), token, "CancelUpdateStack", only(stack)), stack);
    }

    void continueRollback(StackCall call) {
        Optional<String> token = token(call.parameters());
        List<String> skip = call.parameters().texts("ResourcesToSkip");
        Stack stack = finder.named(call);
        ObjectNode asked = only(stack);
        skip.forEach(asked.putArray("skip")::add);
        Stack _ = stacks.continueRollback(
                StackRequest.of(caller(call, stack), token, "ContinueUpdateRollback", asked), stack, skip);
    }

    void rollback(StackCall call, XmlWriter result) {
        Optional<String> token = token(call.parameters());
        boolean deletesNew = call.parameters().flag("RetainExceptOnCreate").orElse(false);
        Stack stack = finder.named(call);
        ObjectNode asked = only(stack).put("retainExceptOnCreate", deletesNew);
        begun(
                call,
                result,
                stacks.rollback(
                        StackRequest.of(caller(call, stack), token, "RollbackStack", asked), stack, !deletesNew));
    }

    void signal(StackSignals signals, StackCall call) {
        QueryParameters parameters = call.parameters();
        String key = parameters.required("LogicalResourceId", StackRules.TEXT);
        String id = parameters.required("UniqueId", StackRules.SIGNAL_ID);
        Optional<StackRules.Signal> status = parameters.word("Status", StackRules.Signal.class);
        if (status.isEmpty() && !parameters.has("Status")) {
            parameters.wrong("Value null at 'status' failed to satisfy constraint: Member must not be null");
        }
        Stack stack = finder.named(call);
        boolean success = status.filter(StackRules.Signal.SUCCESS::equals).isPresent();
        signals.signal(call.caller(), stack, key, new StackSignals.Told(id, success, "", ""));
    }

    void protect(StackCall call, XmlWriter result) {
        Optional<Boolean> on = call.parameters().flag("EnableTerminationProtection");
        if (on.isEmpty()) {
            call.parameters()
                    .wrong("Value null at 'enableTerminationProtection' failed to satisfy constraint: Member must not"
                            + " be null");
        }
        Stack stack = finder.named(call);
        stacks.protect(
                StackRequest.of(call.caller(), Optional.empty(), "UpdateTerminationProtection", only(stack)),
                stack,
                on.orElseThrow());
        result.text("StackId", call.arn(stack));
    }

    private static ObjectNode only(Stack stack) {
        return Documents.empty().put("stack", stack.id().toString());
    }
}
