package fairlead.contract.call;

/// What goes wrong between a control plane and a handler, when the suite is asked for it.
public enum FaultInjection {
    /// Every call is made twice, one after the other, and the second answer counts.
    DUPLICATES,
    /// Some answers are lost; the call is made again with the same token and memo.
    LOST_ANSWERS,
    /// Calls come much later than they were asked for.
    SLOW,
    /// The handler's process is killed while it works, and the call made again; needs a hook that kills it.
    KILL,
    /// What was done may show late: the suite looks several times before it complains.
    EVENTUAL
}
