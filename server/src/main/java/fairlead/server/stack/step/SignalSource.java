package fairlead.server.stack.step;

import fairlead.server.resource.document.Documents;
import fairlead.server.stack.record.SignalStore;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackSignal;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Node;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// To which node the signals are told that a node waits for: to itself, or to the handle that a node names which only
/// waits.
///
/// @param nodes those of the stack, by their keys
record SignalSource(Function<String, Optional<StackNode>> nodes) {

    private static final String HANDLE = "Handle";

    /// Whether a node names a handle.
    static boolean isElsewhere(Node node) {
        return node.kind() == Node.Kind.SIGNALS
                && node.properties() instanceof Expression.ObjectOf(var members)
                && members.containsKey(HANDLE);
    }

    /// Where the signals for a node are; empty if it names a handle that is none of the stack.
    Optional<SignalStore.Address> of(StackNode node) {
        StackNode.Subject present = node.present();
        boolean elsewhere =
                present.kind() == Node.Kind.SIGNALS && present.applied().has(HANDLE);
        return elsewhere
                ? handle(present.applied(), present.terms().needs()).map(SignalSource::own)
                : Optional.of(own(node));
    }

    private static SignalStore.Address own(StackNode node) {
        return new SignalStore.Address(node.stack(), node.key(), node.present().generation());
    }

    /// The node whose address is the handle, among those that the node needs.
    private Optional<StackNode> handle(ObjectNode desired, Collection<String> needs) {
        Optional<String> handle = Optional.ofNullable(desired.path(HANDLE).stringValue(null));
        return needs.stream()
                .flatMap(key -> nodes.apply(key).stream())
                .filter(node -> node.present().kind() == Node.Kind.SIGNAL_ADDRESS)
                .filter(node -> handle.isPresent() && node.present().physical().equals(handle))
                .findFirst();
    }

    /// The key of the node to which they are told.
    String key(Node node, ObjectNode desired) {
        return handle(desired, node.needs()).map(StackNode::key).orElse(node.key());
    }

    /// The data of the signals that a node has waited for, by their ids.
    Evaluated.Known data(StackNode node, NodeSignals signals) {
        ObjectNode data = Documents.empty();
        of(node).ifPresent(address -> signals.received(address).stream()
                .filter(StackSignal::success)
                .forEach(signal -> data.put(signal.id(), signal.data())));
        return new Evaluated.Known(StringNode.valueOf(data.toString()), false);
    }
}
