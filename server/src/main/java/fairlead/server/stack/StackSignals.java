package fairlead.server.stack;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.operation.Operations;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.record.SignalStore.Address;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Verb;
import fairlead.server.stack.record.StackSignal;
import fairlead.server.stack.record.StackTables;
import fairlead.server.stack.step.NodeSignals;
import fairlead.server.stack.template.Compilations;
import fairlead.stack.document.Node;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// Receives what nodes of stacks wait for, and tells them. A signal is stored in the transaction that has the operation
/// of
/// the stack look at it.
public final class StackSignals {

    private static final int MOST = 1000;

    private final Database database;
    private final StackTables tables;
    private final Operations operations;
    private final AuditTrail audit;
    private final Compilations compilations;
    private final Clock clock;
    private final Supplier<UUID> ids;

    StackSignals(Beginnings beginnings, Compilations compilations) {
        this.compilations = compilations;
        database = beginnings.database();
        tables = beginnings.tables();
        operations = beginnings.operations();
        audit = beginnings.audit();
        clock = beginnings.clock();
        ids = beginnings::newId;
    }

    // -- receiving --------------------------------------------------------------------------------------------------

    /// What a signal says.
    ///
    /// @param id by which who sends it is known
    /// @param data for those that refer to the node that waits
    public record Told(String id, boolean success, String reason, String data) {}

    /// Tells a resource that waits for it; a problem if it does not.
    public void signal(Caller caller, Stack stack, String key, Told told) {
        Stack now = database.write(transaction -> {
            tables.stacks().lock(transaction, stack.id());
            Stack found = tables.stacks().find(transaction, stack.id()).orElseThrow();
            StackNode node = tables.nodes()
                    .find(transaction, stack.id(), key)
                    .filter(one -> !one.report().status().isEmpty())
                    .orElseThrow(() ->
                            StackProblems.invalid("Resource " + key + " does not exist for stack " + stack.name()));
            if (!found.status().busy() || !isMade(node)) {
                throw StackProblems.invalid(
                        "Resource " + key + " is in " + node.report().status() + " state and cannot be signaled");
            }
            take(transaction, new Address(stack.id(), key, node.present().generation()), told);
            audit.append(transaction, clock.instant(), caller, Beginnings.deed("SignalResource", found));
            hasten(transaction, found);
            return found;
        });
        wake(now);
    }

    private static boolean isMade(StackNode node) {
        Verb verb = node.work().verb();
        boolean made = verb == Verb.CREATE || verb == Verb.REPLACE;
        return made && node.work().is(StackNode.Progress.RUNNING);
    }

    /// Takes a signal that was sent to an address.
    ///
    /// @param secret with which the address ends
    /// @return whether there is such an address
    public boolean receive(Caller caller, Address address, String secret, Told told) {
        Optional<Stack> now = database.write(transaction -> {
            tables.stacks().lock(transaction, address.stack());
            boolean known = tables.nodes()
                    .find(transaction, address.stack(), address.node())
                    .filter(node -> node.present().kind() == Node.Kind.SIGNAL_ADDRESS && node.isThere())
                    .filter(node -> node.present().generation() == address.generation())
                    .flatMap(node -> node.present().physical())
                    .filter(physical -> isOf(physical, secret))
                    .isPresent();
            Optional<Stack> stack = known ? tables.stacks().find(transaction, address.stack()) : Optional.empty();
            stack.ifPresent(found -> {
                take(transaction, address, told);
                audit.append(transaction, clock.instant(), caller, Beginnings.deed("SignalWaitCondition", found));
                hasten(transaction, found);
            });
            return stack;
        });
        now.ifPresent(this::wake);
        return now.isPresent();
    }

    private static boolean isOf(String physical, String secret) {
        String known = physical.substring(physical.lastIndexOf('=') + 1);
        return MessageDigest.isEqual(known.getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8));
    }

    private void take(Transaction transaction, Address address, Told told) {
        if (tables.signals().count(transaction, address) >= MOST) {
            throw StackProblems.invalid(
                    "Resource " + address.node() + " has received " + MOST + " signals, which is as many as it takes");
        }
        boolean _ = tables.signals()
                .put(
                        transaction,
                        address,
                        StackSignal.of(told.id(), told.success(), told.reason(), told.data(), clock.instant()));
    }

    private void hasten(Transaction transaction, Stack stack) {
        if (stack.status().busy()) {
            stack.condition().operation().ifPresent(operation -> operations.hasten(transaction, operation));
        }
    }

    private void wake(Stack stack) {
        if (stack.status().busy()) {
            stack.condition().operation().ifPresent(operations::wake);
        }
    }

    // -- telling ----------------------------------------------------------------------------------------------------

    /// What the nodes of a stack are told.
    NodeSignals of(Stack stack) {
        return new OfStack(this, stack);
    }

    private record OfStack(StackSignals all, Stack stack) implements NodeSignals {

        @Override
        public String address(String key, int generation) {
            ObjectNode chance = Documents.empty()
                    .put("one", all.ids.get().toString())
                    .put("other", all.ids.get().toString());
            return all.compilations.signalAddress(stack, key, generation, Documents.digest(Documents.bytes(chance)));
        }

        @Override
        public String identifier(String source) {
            return all.compilations.identifier(stack) + "/" + source;
        }

        @Override
        public List<StackSignal> received(Address address) {
            return all.database.read(transaction -> all.tables.signals().list(transaction, address));
        }
    }
}
