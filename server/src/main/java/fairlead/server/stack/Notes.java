package fairlead.server.stack;

import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.PresentResources.Found;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackEvent;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.record.StackTables;
import fairlead.server.stack.step.Texts;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Writes down what was found of a stack's resources, in one transaction: from then on those that it has taken in are
/// its
/// own.
final class Notes {

    private static final String DEED = "AdoptResources";

    private final Beginnings beginnings;
    private final StackTables tables;

    Notes(Beginnings beginnings) {
        this.beginnings = beginnings;
        tables = beginnings.tables();
    }

    /// @param content what the language keeps of the stack from now on
    Stack write(StackRequest request, Stack stack, boolean isNew, ObjectNode content, Found found) {
        Database database = beginnings.database();
        try {
            return database.write(transaction -> {
                Stack now = isNew ? stack : unmoved(transaction, stack);
                boolean adopts = !found.adopted().isEmpty();
                Stack next = adopts
                        ? now.with(now.condition()
                                        .in(StackStatus.IMPORT_COMPLETE, "")
                                        .applied())
                                .containing(content)
                        : now;
                if (isNew) {
                    tables.stacks().insert(transaction, next);
                } else {
                    tables.stacks().update(transaction, next);
                }
                found.gone().forEach(node -> tables.nodes().delete(transaction, node));
                found.noted().forEach(node -> note(transaction, next, node, found));
                if (adopts) {
                    tell(transaction, next, Optional.empty());
                    beginnings
                            .audit()
                            .append(
                                    transaction,
                                    beginnings.clock().instant(),
                                    request.caller(),
                                    Beginnings.deed(DEED, next));
                }
                return next;
            });
        } catch (DatabaseException failure) {
            if (failure.kind() == DatabaseException.Kind.DUPLICATE) {
                throw moved(stack);
            }
            throw failure;
        }
    }

    private Stack unmoved(Transaction transaction, Stack stack) {
        Stack now = tables.stacks().find(transaction, stack.id()).orElseThrow(() -> moved(stack));
        if (now.status().busy()
                || now.condition().version() != stack.condition().version()) {
            throw moved(stack);
        }
        return now;
    }

    private static ProblemException moved(Stack stack) {
        return new ProblemException(new Problem.Conflict(
                ProblemCode.NOT_UPDATABLE,
                "The stack '" + stack.name()
                        + "', or a resource that it is to have, was changed by another request: look"
                        + " at the plan again."));
    }

    private void note(Transaction transaction, Stack stack, StackNode node, Found found) {
        StackNode own = new StackNode(
                stack.id(), node.key(), node.position(), node.present(), node.report(), node.work(), node.other());
        tables.nodes().put(transaction, stack.place(), own);
        if (found.adopted().contains(node.key())) {
            tell(transaction, stack, Optional.of(own));
        }
    }

    private void tell(Transaction transaction, Stack stack, Optional<StackNode> node) {
        String physical =
                node.flatMap(one -> one.present().physical()).orElse(stack.id().toString());
        tables.events()
                .insert(
                        transaction,
                        new StackEvent(
                                stack.id(),
                                tables.stacks()
                                        .nextEvent(
                                                transaction,
                                                stack.id(),
                                                beginnings.clock().instant()),
                                node.map(StackNode::key),
                                node.map(one -> one.present().type()).orElse(""),
                                physical,
                                new StackEvent.Told(PresentResources.IMPORTED, Texts.REQUESTED, new byte[0]),
                                new StackEvent.Cause("", "")));
    }
}
