package fairlead.cli.session;

/// The command itself can't go on: a file does not exist, or a name is too short.
public final class Refused extends RuntimeException {

    private final Exit exit;

    public Refused(Exit exit, String message) {
        super(message);
        this.exit = exit;
    }

    public Exit exit() {
        return exit;
    }
}
