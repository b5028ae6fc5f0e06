package fairlead.server.arm.deployment.whatif;

/// How much is asked for.
///
/// @param complete whether what the template does not have would be deleted from the group
/// @param idsOnly whether only the ids are wanted, and not what changes
public record Wish(boolean complete, boolean idsOnly) {}
