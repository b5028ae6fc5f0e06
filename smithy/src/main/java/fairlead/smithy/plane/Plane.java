package fairlead.smithy.plane;

/// A plane of a service.
public enum Plane {
    /// Where resources are managed.
    CONTROL,
    /// Where they are used.
    DATA
}
