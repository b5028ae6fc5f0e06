package fairlead.server.access.policy.rule;

/// What has to hold of facts.
public interface Condition {
    boolean holds(Evaluation evaluation);
}
