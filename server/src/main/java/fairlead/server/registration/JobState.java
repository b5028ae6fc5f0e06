package fairlead.server.registration;

/// Where a job on a type is.
public enum JobState {
    IN_PROGRESS,
    COMPLETE,
    FAILED
}
