package fairlead.server.type.definition;

/// Whose the names of a type's resources are: in what no two resources have the same one.
public enum NameScope {
    /// An account's in a location: a name is the identifier, in whatever group.
    ACCOUNT,
    /// A group's: the identifier is composed of the group and the name.
    GROUP
}
