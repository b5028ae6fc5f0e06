package fairlead.fuzz;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;

/// One input for one target, under limits on the processor's time and on memory that grow with the input.
///
/// The limits are far above what a parser needs: what they find is not slow, but grows with the square of the input or
/// faster.
final class Trial {

    private static final long NANOS = 5_000_000_000L;
    private static final long NANOS_A_BYTE = 100_000;
    private static final long BYTES = 256L << 20;
    private static final long BYTES_A_BYTE = 32 << 10;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Trial() {}

    /// What has taken too much is run once more: the first time, classes are loaded.
    static void run(FuzzTarget target, byte[] input) {
        Used used = measured(target, input);
        if (used.nanos > NANOS + NANOS_A_BYTE * input.length || used.bytes > BYTES + BYTES_A_BYTE * input.length) {
            used = measured(target, input);
        }
        Law.holds(
                used.nanos <= NANOS + NANOS_A_BYTE * input.length,
                input.length + " bytes took " + used.nanos / 1_000_000 + " ms of the processor");
        Law.holds(
                used.bytes <= BYTES + BYTES_A_BYTE * input.length,
                input.length + " bytes took " + (used.bytes >> 10) + " KiB of memory");
    }

    private record Used(long nanos, long bytes) {}

    private static Used measured(FuzzTarget target, byte[] input) {
        long nanos = THREADS.getCurrentThreadCpuTime();
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        try {
            target.run(input);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return new Used(THREADS.getCurrentThreadCpuTime() - nanos, THREADS.getCurrentThreadAllocatedBytes() - bytes);
    }
}
