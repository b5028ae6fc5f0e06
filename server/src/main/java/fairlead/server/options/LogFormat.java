package fairlead.server.options;

import java.util.Locale;
import java.util.function.Supplier;

/// How the log on standard error is written.
public enum LogFormat {
    TEXT,
    JSON;

    static Supplier<LogFormat> declare(Flags flags) {
        return flags.value(
                "--log=text|json", Values.word(LogFormat.class), "text", "how the log on standard error is written");
    }

    /// Has the log written so. Must be called before the first logger is made.
    public void use() {
        System.setProperty("fairlead.log", name().toLowerCase(Locale.ROOT));
    }
}
