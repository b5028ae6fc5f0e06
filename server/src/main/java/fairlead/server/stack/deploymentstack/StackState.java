package fairlead.server.stack.deploymentstack;

import java.util.Locale;

/// How far a deployment stack has come.
public enum StackState {
    /// It is made.
    CREATING,
    /// What its template says is put.
    DEPLOYING,
    /// What its template has no longer is deleted.
    DELETING_RESOURCES,
    /// What it forbids to others is brought up to date.
    UPDATING_DENY_ASSIGNMENTS,
    SUCCEEDED,
    FAILED,
    CANCELED,
    /// It is deleted.
    DELETING;

    public boolean ended() {
        return this == SUCCEEDED || this == FAILED || this == CANCELED;
    }

    /// As it is written to callers, `deletingResources` for example.
    public String word() {
        StringBuilder word = new StringBuilder();
        for (String part : name().toLowerCase(Locale.ROOT).split("_", -1)) {
            word.append(word.isEmpty() ? part.charAt(0) : Character.toUpperCase(part.charAt(0)));
            word.append(part, 1, part.length());
        }
        return word.toString();
    }
}
