package fairlead.contract.call;

/// A scenario can't go on; why is among the findings.
public final class ScenarioAborted extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ScenarioAborted(String why) {
        super(why, null, false, false);
    }
}
