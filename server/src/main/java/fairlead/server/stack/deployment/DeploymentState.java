package fairlead.server.stack.deployment;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

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

    /// The state that a word stands for, in any case; empty if none does.
    public static Optional<DeploymentState> parse(String word) {
        return Arrays.stream(values())
                .filter(state -> state.word().equalsIgnoreCase(word))
                .findFirst();
    }

    /// As it is written to callers, `Succeeded` for example.
    public String word() {
        return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }
}
