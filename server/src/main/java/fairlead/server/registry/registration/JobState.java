package fairlead.server.registry.registration;

/// Where a job on a type is.
public enum JobState {
    IN_PROGRESS,
    COMPLETE,
    FAILED
}
