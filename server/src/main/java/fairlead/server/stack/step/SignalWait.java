package fairlead.server.stack.step;

import fairlead.server.stack.record.SignalStore;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Progress;
import fairlead.server.stack.record.StackSignal;
import fairlead.stack.document.Document;
import fairlead.stack.document.Node;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// How long nodes wait for signals, and what these say. Who receives a signal has the operation take its next step;
/// until
/// then it pauses.
final class SignalWait {

    private final StackWork work;
    private final Document document;
    private final NodeSignals signals;

    SignalWait(StackWork work, Document document, NodeSignals signals) {
        this.work = work;
        this.document = document;
        this.signals = signals;
    }

    /// Whether a node does nothing but wait.
    static boolean waits(StackNode node) {
        return node.work().is(Progress.RUNNING) && node.work().operation().isEmpty();
    }

    /// Whether a node has to wait once what it is has been made.
    boolean isDue(StackNode node) {
        return !waits(node) && wanted(node).isPresent();
    }

    private Optional<Node.Signals> wanted(StackNode node) {
        return Optional.ofNullable(document.nodes().get(node.key())).flatMap(Node::signals);
    }

    /// What was told before it began counts only where signals may come before: at an address of its own.
    void prepare(Node node, int generation) {
        if (node.signals().isPresent() && !SignalSource.isElsewhere(node)) {
            forget(new SignalStore.Address(work.stack().id(), node.key(), generation));
        }
    }

    private void forget(SignalStore.Address address) {
        work.besides(transaction -> work.tables().signals().forget(transaction, address));
    }

    void begin(StackNode node) {
        work.put(node.with(node.work().waiting()));
        work.progress(work.progress().waiting(node.key(), work.used()));
    }

    /// How it goes on.
    NodeEnd look(StackNode node) {
        Optional<Node.Signals> wanted = wanted(node);
        if (wanted.isEmpty()) {
            return new NodeEnd.Canceled();
        }
        Optional<SignalStore.Address> address = new SignalSource(work::find).of(node);
        if (address.isEmpty()) {
            return new NodeEnd.Failed(Optional.empty(), Texts.NO_HANDLE);
        }
        List<StackSignal> received = signals.received(address.get());
        received.stream().filter(signal -> !signal.told()).forEach(signal -> tell(node, address.get(), signal));
        NodeEnd end = end(node, wanted.get(), received);
        if (end instanceof NodeEnd.Failed) {
            forget(address.get());
        }
        return end;
    }

    private void tell(StackNode node, SignalStore.Address address, StackSignal signal) {
        work.event(node, node.present(), node.report().status(), Texts.received(signal), new byte[0]);
        work.besides(transaction -> work.tables().signals().tell(transaction, address, signal.id()));
    }

    private NodeEnd end(StackNode node, Node.Signals wanted, List<StackSignal> received) {
        boolean only = node.present().kind() == Node.Kind.SIGNALS;
        Optional<StackSignal> failure =
                received.stream().filter(signal -> !signal.success()).findFirst();
        if (failure.isPresent()) {
            return new NodeEnd.Failed(Optional.empty(), Texts.signalled(failure.get(), wanted.count(), only));
        }
        if (received.size() >= wanted.count()) {
            return new NodeEnd.Succeeded(Optional.empty());
        }
        return left(node).isPositive()
                ? new NodeEnd.Running()
                : new NodeEnd.Failed(Optional.empty(), Texts.unsignalled(received.size(), wanted.count(), only));
    }

    /// Has the operation of the stack look again if something has come between the look and the pause. To send a
    /// signal and to cancel the stack lock it first, too, and so come before or after all of this.
    void pausing(NodeRunner runner) {
        UUID id = work.stack().id();
        boolean known = work.stack().condition().cancelling();
        List<SignalStore.Address> awaited = work.nodes().stream()
                .filter(SignalWait::waits)
                .flatMap(node -> new SignalSource(work::find).of(node).stream())
                .toList();
        work.besides(transaction -> {
            work.tables().stacks().lock(transaction, id);
            boolean cancelled = work.tables()
                    .stacks()
                    .find(transaction, id)
                    .filter(stack -> stack.condition().cancelling() && !known)
                    .isPresent();
            boolean signalled =
                    awaited.stream().anyMatch(address -> work.tables().signals().isAnyUntold(transaction, address));
            if (cancelled || signalled) {
                runner.hasten(transaction);
            }
        });
    }

    /// How much longer a node waits.
    Duration left(StackNode node) {
        Duration limit =
                Duration.ofSeconds(wanted(node).map(Node.Signals::timeout).orElse(0L));
        return limit.minus(work.used().minus(work.progress().waitsSince(node.key())));
    }
}
