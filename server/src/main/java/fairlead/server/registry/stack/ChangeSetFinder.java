package fairlead.server.registry.stack;

import fairlead.server.operation.OperationId;
import fairlead.server.stack.ChangeSets;
import fairlead.server.stack.record.ChangeSet;
import fairlead.server.stack.record.Stack;
import java.util.Optional;

/// Finds the change sets that calls name: by an ARN, or by a name and a stack.
record ChangeSetFinder(StackFinder stacks, ChangeSets changeSets) {

    /// A change set, and the stack that it is of.
    record Named(Stack stack, ChangeSet set) {}

    /// The one that the call names.
    Named named(StackCall call) {
        String name = call.parameters().required("ChangeSetName", StackRules.CHANGE_SET);
        Optional<String> stack = call.parameters().text("StackName", StackRules.NAME_OR_ID);
        call.parameters().verify();
        return require(call, stack, name);
    }

    Named require(StackCall call, Optional<String> stackName, String name) {
        Optional<StackArn> arn = StackArn.parse(name);
        if (arn.isPresent()) {
            return arn.filter(one -> one.isOf(call) && one.kind() == StackArn.Kind.CHANGE_SET)
                    .flatMap(one -> OperationId.parse(one.id()))
                    .flatMap(id -> changeSets.find(id.value()))
                    .flatMap(set -> stacks.stacks()
                            .find(call.place(), set.stack().toString())
                            .flatMap(stack ->
                                    changeSets.find(stack, set.id().toString()).map(now -> new Named(stack, now))))
                    .orElseThrow(() -> StackFaults.noChangeSet(name));
        }
        return ofStack(call, stackName, name).orElseThrow(() -> StackFaults.noChangeSet(name));
    }

    /// The one that the call names; empty if its stack, which it names as well, has none of that name.
    Optional<Named> namedIfAny(StackCall call) {
        String name = call.parameters().required("ChangeSetName", StackRules.CHANGE_SET);
        Optional<String> stack = call.parameters().text("StackName", StackRules.NAME_OR_ID);
        call.parameters().verify();
        return StackArn.parse(name).isPresent() ? Optional.of(require(call, stack, name)) : ofStack(call, stack, name);
    }

    private Optional<Named> ofStack(StackCall call, Optional<String> stackName, String name) {
        String named = stackName.orElseThrow(
                () -> StackFaults.invalid("StackName must be specified if ChangeSetName is not specified as an ARN."));
        Stack stack = stacks.require(call, named);
        return changeSets.find(stack, name).map(set -> new Named(stack, set));
    }
}
