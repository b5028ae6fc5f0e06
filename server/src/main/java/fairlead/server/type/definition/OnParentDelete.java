package fairlead.server.type.definition;

/// What becomes of the resources of a nested type when the one that they are nested in is deleted.
public enum OnParentDelete {
    /// As long as there are any, the parent is not deleted.
    REFUSE,
    /// They are deleted first.
    CASCADE
}
