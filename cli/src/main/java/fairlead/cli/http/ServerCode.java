package fairlead.cli.http;

/// The error codes of the server that a command branches on. All others are passed on as they are.
public enum ServerCode {
    OPERATION_CANCELED("OperationCanceled"),
    RESOURCE_GROUP_NOT_FOUND("ResourceGroupNotFound"),
    RESOURCE_NOT_FOUND("ResourceNotFound");

    private final String text;

    ServerCode(String text) {
        this.text = text;
    }

    /// As the server writes it.
    public String text() {
        return text;
    }

    /// Whether a problem has this code.
    public boolean isOf(Problem problem) {
        return text.equals(problem.code());
    }
}
