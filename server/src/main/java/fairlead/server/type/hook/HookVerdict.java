package fairlead.server.type.hook;

/// What has come of asking a hook about a change.
///
/// @param message why, for people; no characters if there is nothing to say
public record HookVerdict(Status status, String message) {

    /// Whether the hook has nothing against the change.
    public boolean passed() {
        return status == Status.HOOK_COMPLETE_SUCCEEDED;
    }

    /// As CloudFormation calls it.
    public enum Status {
        /// It has nothing against the change.
        HOOK_COMPLETE_SUCCEEDED,
        /// It does not want the change.
        HOOK_COMPLETE_FAILED,
        /// It has not answered.
        HOOK_FAILED
    }
}
