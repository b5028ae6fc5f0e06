package fairlead.server.registry.stack;

import fairlead.server.stack.Stacks;
import fairlead.server.stack.record.Stack;
import java.util.Optional;

/// Finds the stacks that calls name. A name means the stack that is not deleted; an ARN means also one that is.
record StackFinder(Stacks stacks) {

    Optional<Stack> find(StackCall call, String nameOrArn) {
        Optional<StackArn> arn = StackArn.parse(nameOrArn);
        Optional<Stack> found = arn.isPresent()
                ? arn.filter(one -> one.isOf(call) && one.kind() == StackArn.Kind.STACK)
                        .flatMap(one -> stacks.find(call.place(), one.id()))
                : stacks.find(call.place(), nameOrArn);
        return found.filter(stack -> stack.language().equals(CloudFormationLanguage.NAME));
    }

    /// The stack that the call names in `StackName`.
    Stack named(StackCall call) {
        String name = call.parameters().required("StackName", StackRules.NAME_OR_ID);
        call.parameters().verify();
        return require(call, name);
    }

    Stack require(StackCall call, String nameOrArn) {
        return find(call, nameOrArn).orElseThrow(() -> StackFaults.noStack(nameOrArn));
    }
}
