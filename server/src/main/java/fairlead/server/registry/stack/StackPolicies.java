package fairlead.server.registry.stack;

import fairlead.server.access.Caller;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.registry.stack.content.StackContent;
import fairlead.server.stack.Stacks;
import fairlead.server.stack.record.Stack;
import java.util.List;
import java.util.Optional;

/// The policies of stacks: which of their resources an update may change.
final class StackPolicies {

    private final Stacks stacks;
    private final TemplateFiles files;

    StackPolicies(Stacks stacks, TemplateFiles files) {
        this.stacks = stacks;
        this.files = files;
    }

    /// Refuses an update that the policy of the stack denies, or the one that the request has for this update alone.
    ///
    /// @param policy that the stack has
    void require(StackCall call, Stack stack, StackContent wanted, Optional<String> policy, Caller caller) {
        Optional<String> during = files.policy(call, "StackPolicyDuringUpdate");
        Optional<StackPolicy> counts = during.or(() -> policy).map(StackPolicy::parse);
        if (counts.isEmpty() || !stack.status().updatable()) {
            return;
        }
        List<String> denials = counts.get().denials(stacks.preview(stack, wanted.json(), caller));
        if (!denials.isEmpty()) {
            throw StackFaults.invalid(String.join("\n", denials));
        }
    }

    void get(StackFinder finder, StackCall call, XmlWriter result) {
        Stack stack = finder.named(call);
        result.text("StackPolicyBody", new StackContent(stack.content()).policy());
    }

    void set(StackFinder finder, StackCall call) {
        Optional<String> policy = files.policy(call, "StackPolicy");
        Stack stack = finder.named(call);
        String checked = StackPolicy.checked(policy.orElseThrow(
                () -> StackFaults.invalid("You must specify either StackPolicyURL or StackPolicyBody")));
        Stack _ = stacks.amend(
                call.caller(),
                stack,
                Optional.of("SetStackPolicy"),
                content ->
                        new StackContent(content).policy(Optional.of(checked)).json());
    }
}
