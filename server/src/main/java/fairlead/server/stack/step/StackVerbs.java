package fairlead.server.stack.step;

import fairlead.stack.document.Node;

/// The verbs by which a stack changes its nodes, for each kind of them.
///
/// @param resources for nodes that are resources
/// @param stacks for nodes that are stacks themselves
/// @param signals what nodes are told that wait for it
public record StackVerbs(NodeVerbs resources, NodeVerbs stacks, NodeSignals signals) {

    public NodeVerbs of(Node.Kind kind) {
        return kind == Node.Kind.STACK ? stacks : resources;
    }

    /// Whether something has to be called for what is done with nodes of a kind.
    static boolean act(Node.Kind kind) {
        return kind == Node.Kind.RESOURCE || kind == Node.Kind.STACK;
    }
}
