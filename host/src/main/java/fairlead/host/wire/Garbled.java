package fairlead.host.wire;

/// A document does not say what it has to.
public final class Garbled extends Exception {

    private static final long serialVersionUID = 1L;

    public Garbled(String message) {
        super(message);
    }
}
