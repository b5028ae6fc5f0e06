package fairlead.host.inside.logging;

import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/// Prints what is logged from `INFO` on, with its level and the logger's name, and a stack trace below it.
final class PrintingLogger extends LegacyAbstractLogger {

    private static final long serialVersionUID = 1L;

    PrintingLogger(String name) {
        this.name = name;
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public boolean isDebugEnabled() {
        return false;
    }

    @Override
    public boolean isInfoEnabled() {
        return true;
    }

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    @SuppressWarnings("SystemOut") // which leads to the server's log
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String message,
            Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        System.out.println(level + " " + name + ": " + MessageFormatter.basicArrayFormat(message, arguments));
        if (thrown != null) {
            thrown.printStackTrace(System.out);
        }
    }
}
