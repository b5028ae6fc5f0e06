package fairlead.server.operation;

/// The lines that the handler calls of an operation have printed.
///
/// @param text the last lines, each with when it came and from which call
/// @param omitted how many characters before them are no longer kept
public record OperationLog(String text, long omitted) {

    public static final OperationLog EMPTY = new OperationLog("", 0);
}
