package fairlead.server.registry.stack;

import fairlead.server.registry.query.XmlWriter;
import fairlead.server.registry.stack.content.StackContent;
import fairlead.server.stack.Stacks;
import fairlead.server.stack.record.Stack;
import java.util.Optional;

/// The policies of stacks: which of their resources an update may change.
final class StackPolicies {

    private final Stacks stacks;
    private final TemplateFiles files;

    StackPolicies(Stacks stacks, TemplateFiles files) {
        this.stacks = stacks;
        this.files = files;
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
