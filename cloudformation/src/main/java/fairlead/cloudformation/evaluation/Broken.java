package fairlead.cloudformation.evaluation;

/// Something can't be evaluated, and the fault has been noted.
final class Broken extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Broken() {
        super(null, null, false, false);
    }
}
