package fairlead.lambda;

/// What a provider is asked to do, by the names of the wire.
enum Action {
    CREATE,
    READ,
    UPDATE,
    DELETE,
    LIST,
    /// An action that the registration declares, which the wire has by its own name.
    ACT
}
