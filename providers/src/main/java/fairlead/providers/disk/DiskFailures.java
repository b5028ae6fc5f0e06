package fairlead.providers.disk;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Optional;

/// What a failure of the disk means to the caller of a handler.
public final class DiskFailures {

    // The platform passes the system's reason on as text only.
    private static final List<String> FULL =
            List.of("No space left on device", "Disk quota exceeded", "File too large", "Too many links");
    private static final List<String> FORBIDDEN = List.of("Read-only file system", "Operation not permitted");
    private static final List<String> LINKS = List.of("Too many levels of symbolic links", "Not a directory");

    private DiskFailures() {}

    /// Work that reads or writes the disk.
    @FunctionalInterface
    public interface Work<T> {
        T run() throws IOException;
    }

    /// Runs the work and throws a [HandlerException] where the disk fails.
    public static <T> T translating(Work<T> work) {
        try {
            return work.run();
        } catch (IOException failure) {
            throw translate(failure);
        }
    }

    static HandlerException translate(IOException failure) {
        String reason = reason(failure);
        ErrorCode code = switch (failure) {
            case InterruptedIOException _, ClosedByInterruptException _, FileLockInterruptionException _ ->
                ErrorCode.SERVICE_TIMEOUT;
            case AccessDeniedException _ -> ErrorCode.ACCESS_DENIED;
            case LinkException _, NotDirectoryException _ -> ErrorCode.INVALID_REQUEST;
            case NoSuchFileException _ -> ErrorCode.RESOURCE_CONFLICT;
            default -> byReason(reason);
        };
        return new HandlerException(code, said(code, failure, reason), failure);
    }

    private static ErrorCode byReason(String reason) {
        if (FULL.stream().anyMatch(reason::contains)) {
            return ErrorCode.SERVICE_LIMIT_EXCEEDED;
        }
        if (FORBIDDEN.stream().anyMatch(reason::contains)) {
            return ErrorCode.ACCESS_DENIED;
        }
        return LINKS.stream().anyMatch(reason::contains) ? ErrorCode.INVALID_REQUEST : ErrorCode.SERVICE_INTERNAL_ERROR;
    }

    private static String said(ErrorCode code, IOException failure, String reason) {
        String where = failure instanceof FileSystemException named ? place(named) : "";
        String what = switch (code) {
            case ACCESS_DENIED -> "the control plane's user may not do this on the disk";
            case SERVICE_LIMIT_EXCEEDED -> "the disk is full or a quota is used up";
            case RESOURCE_CONFLICT -> "something on the disk was removed meanwhile";
            default -> "the disk refused";
        };
        return what + where + (reason.isEmpty() ? "" : ": " + reason);
    }

    // Where the operator keeps things is not the caller's business: the last name is enough.
    private static String place(FileSystemException failure) {
        return Optional.ofNullable(failure.getFile())
                .map(file -> " (" + file.substring(file.lastIndexOf('/') + 1) + ")")
                .orElse("");
    }

    private static String reason(IOException failure) {
        String reason = failure instanceof FileSystemException named ? named.getReason() : failure.getMessage();
        return Optional.ofNullable(reason).orElse("");
    }
}
