package fairlead.server.stack.step;

import fairlead.stack.document.Node;

/// The verbs by which a stack changes its nodes, for each kind of them.
///
/// @param resources for nodes that are resources
/// @param stacks for nodes that are stacks themselves
/// @param customs for nodes that something outside makes
/// @param signals what nodes are told that wait for it
public record StackVerbs(NodeVerbs resources, NodeVerbs stacks, NodeVerbs customs, NodeSignals signals) {

    public NodeVerbs of(Node.Kind kind) {
        return switch (kind) {
            case STACK -> stacks;
            case CUSTOM -> customs;
            case RESOURCE, SIGNAL_ADDRESS, SIGNALS, NOTHING, EXISTING -> resources;
        };
    }

    /// Whether something has to be called for what is done with nodes of a kind.
    static boolean act(Node.Kind kind) {
        return kind == Node.Kind.RESOURCE || kind == Node.Kind.STACK || kind == Node.Kind.CUSTOM;
    }
}
