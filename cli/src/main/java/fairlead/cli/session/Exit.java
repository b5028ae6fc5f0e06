package fairlead.cli.session;

import fairlead.cli.http.Problem;

/// The exit codes of the command. Scripts rely on the numbers: they never change.
public enum Exit {
    OK(0, "done"),
    FAILED(1, "failed or canceled; a rule is broken; differences or drift were found"),
    USAGE(2, "the command line is wrong"),
    NOT_FOUND(3, "there is no such type, resource or operation"),
    CONFLICT(4, "in conflict, busy, or a precondition such as --if-match does not hold"),
    INVALID(5, "the input is not valid"),
    UNREACHABLE(6, "no server answers, or it is too busy"),
    DENIED(7, "not allowed"),
    SERVER(8, "the server, or this command, has a fault"),
    INTERRUPTED(130, "interrupted; what the server has accepted goes on");

    private final int code;
    private final String meaning;

    Exit(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    public int code() {
        return code;
    }

    public String meaning() {
        return meaning;
    }

    public static Exit of(Problem problem) {
        return switch (problem.status()) {
            case 0 -> FAILED;
            case 401, 403 -> DENIED;
            case 404, 410 -> NOT_FOUND;
            case 409, 412, 423 -> CONFLICT;
            case 408, 429, 503, 504 -> UNREACHABLE;
            default -> problem.status() < 500 ? INVALID : SERVER;
        };
    }
}
