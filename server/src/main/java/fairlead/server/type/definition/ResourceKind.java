package fairlead.server.type.definition;

/// How a control plane keeps the resources of a type.
public enum ResourceKind {
    /// Recorded, tagged, listed with all others, and deleted with their group.
    TRACKED,
    /// Passed through to the handler and never recorded: what there is, only the handler knows. Nested under
    /// another type.
    PROXY,
    /// As a proxy, and not nested: it extends any resource, group or subscription, by whose id and its own name it
    /// is identified.
    EXTENSION
}
