package fairlead.server.limit;

import java.util.Locale;

/// What a request does, as far as limits care. Each has a budget of its own.
public enum Use {
    READS,
    WRITES,
    DELETES,
    /// Of the data plane, whatever they do.
    DATA;

    /// What requests of that method do, where nothing else is known of them.
    public static Use ofMethod(String method) {
        return switch (method) {
            case "GET", "HEAD", "OPTIONS" -> READS;
            case "DELETE" -> DELETES;
            default -> WRITES;
        };
    }

    /// The name on the wire, `reads` for example.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
