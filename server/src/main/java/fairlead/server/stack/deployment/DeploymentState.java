package fairlead.server.stack.deployment;

import java.util.Locale;

/// How far a deployment has come, or a node of one.
public enum DeploymentState {
    /// Nothing was begun.
    ACCEPTED,
    RUNNING,
    SUCCEEDED,
    FAILED,
    CANCELED,
    /// Of a node: something that it needs has not come to be.
    SKIPPED;

    public boolean ended() {
        return this != ACCEPTED && this != RUNNING;
    }

    /// As it is written to callers, `Succeeded` for example.
    public String word() {
        return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }
}
