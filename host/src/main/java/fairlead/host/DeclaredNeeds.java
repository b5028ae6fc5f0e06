package fairlead.host;

import fairlead.host.egress.DeclaredEgress;

/// What the handler of a type says that it needs of the machine besides its files.
///
/// @param variables of the server's environment
/// @param egress where it connects to
public record DeclaredNeeds(DeclaredVariables variables, DeclaredEgress egress) {

    /// Of a type that says nothing of it.
    public static final DeclaredNeeds NOT_DECLARED =
            new DeclaredNeeds(DeclaredVariables.NOT_DECLARED, DeclaredEgress.NOT_DECLARED);
}
