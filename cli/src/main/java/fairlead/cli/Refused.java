package fairlead.cli;

/// The command itself can't go on: a file that isn't there, a name that is too short.
final class Refused extends RuntimeException {

    private final Exit exit;

    Refused(Exit exit, String message) {
        super(message);
        this.exit = exit;
    }

    Exit exit() {
        return exit;
    }
}
