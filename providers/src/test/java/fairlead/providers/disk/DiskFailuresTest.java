package fairlead.providers.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskFailuresTest {

    @TempDir
    Path folder;

    @Test
    void callsAFullDiskAnExhaustedLimit() {
        HandlerException failure = failure(() -> {
            try (FileChannel full = FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE)) {
                return full.write(ByteBuffer.allocate(1));
            }
        });
        assertThat(failure.code()).isEqualTo(ErrorCode.SERVICE_LIMIT_EXCEEDED);
        assertThat(failure).hasMessageContaining("full");
    }

    @Test
    void callsAMissingPermissionAccessDenied() {
        HandlerException failure = failure(() -> {
            throw new AccessDeniedException("/secret/place/a");
        });
        assertThat(failure.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(failure).hasMessageContaining("(a)").hasMessageNotContaining("secret");
        assertThat(failure(() -> {
                            throw new FileSystemException("a", null, "Read-only file system");
                        })
                        .code())
                .isEqualTo(ErrorCode.ACCESS_DENIED);
    }

    @Test
    void callsALinkAWrongRequest() throws IOException {
        Files.createSymbolicLink(folder.resolve("link"), folder);
        HandlerException failure = failure(() -> {
            try (Folder open = Folder.open(folder)) {
                return open.at("link");
            }
        });
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void callsAnInterruptionATimeout() {
        Thread.currentThread().interrupt();
        HandlerException failure = failure(() -> {
            try (Folder open = Folder.open(folder)) {
                return Exclusive.acquire(open, "a", java.time.Duration.ofMinutes(1));
            }
        });
        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure.code()).isEqualTo(ErrorCode.SERVICE_TIMEOUT);
    }

    private static HandlerException failure(DiskFailures.Work<?> work) {
        return catchThrowableOfType(HandlerException.class, () -> DiskFailures.translating(work));
    }
}
