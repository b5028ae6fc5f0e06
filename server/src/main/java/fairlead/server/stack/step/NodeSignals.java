package fairlead.server.stack.step;

import fairlead.server.stack.record.SignalStore;
import fairlead.server.stack.record.StackSignal;
import java.util.List;

/// What the nodes of a stack are told that wait for it.
public interface NodeSignals {

    /// An address to which signals can be sent, another one each time.
    ///
    /// @param generation how often the node was replaced that is the address
    String address(String key, int generation);

    /// By what a node goes that only waits.
    ///
    /// @param source the key of the node to which its signals are told
    String identifier(String source);

    /// What was told to a node, in the order in which it came.
    List<StackSignal> received(SignalStore.Address address);
}
