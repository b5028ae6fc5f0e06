package fairlead.server.type.definition;

/// What the name in a resource's address says of its identifier, where callers choose that.
public enum NameMeaning {
    /// The name is the identifier, unless the identifier can't be a name: then it is among the properties, under
    /// whatever name.
    FITTING,
    /// The name is the identifier.
    IDENTIFIERS,
    /// The name is the identifier only where no other one is among the properties.
    FREE
}
