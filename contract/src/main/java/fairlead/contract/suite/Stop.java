package fairlead.contract.suite;

/// A scenario can't go on; why is among the findings.
final class Stop extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Stop(String why) {
        super(why, null, false, false);
    }
}
