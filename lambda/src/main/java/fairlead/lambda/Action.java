package fairlead.lambda;

/// The actions that a provider is called with, by their names on the wire.
enum Action {
    CREATE,
    READ,
    UPDATE,
    DELETE,
    LIST,
    /// An action that the registration declares, which the wire has by its own name.
    ACT
}
