package fairlead.server.access;

/// Where is told what no transaction writes down: who was recognised, who was refused, who has read. It is
/// written a moment later, the same things of some seconds as one.
///
/// Called by many threads; a call does not wait.
public interface AccessRecords {

    /// One that writes nothing down.
    AccessRecords NONE = new AccessRecords() {
        @Override
        public void refused(RefusalTrail.Refusal refusal) {}

        @Override
        public void recognised(Caller caller) {}

        @Override
        public void done(Caller caller, AuditTrail.Deed deed) {}
    };

    /// A request was refused.
    void refused(RefusalTrail.Refusal refusal);

    /// A caller is who it says. Only the first time of a token or key at a door is written down.
    void recognised(Caller caller);

    /// Something was done that changes nothing.
    void done(Caller caller, AuditTrail.Deed deed);
}
