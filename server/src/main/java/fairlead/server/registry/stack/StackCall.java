package fairlead.server.registry.stack;

import fairlead.server.access.Caller;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.signature.Signed;
import fairlead.server.stack.record.ChangeSet;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackPlace;
import java.util.function.BooleanSupplier;

/// A call of an action on stacks.
///
/// @param place of the stacks of the caller's account in the region that the call is signed for
record StackCall(QueryCall query, StackPlace place) {

    QueryParameters parameters() {
        return query.parameters();
    }

    Signed signed() {
        return query.signed();
    }

    Caller caller() {
        return query.signed().caller();
    }

    /// The number of the account.
    String account() {
        return query.signed().account().number();
    }

    BooleanSupplier abandoned() {
        return query.abandoned();
    }

    String arn(Stack stack) {
        return StackArn.of(stack, account());
    }

    String arn(ChangeSet set) {
        return StackArn.of(place, account(), set);
    }
}
