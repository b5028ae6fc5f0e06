package fairlead.providers.disk;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// The right to change what belongs to a key, held until closed: one holder among the threads of this process and
/// among the processes of this machine. A process that dies gives it up.
///
/// Keys share a fixed number of locks, so holding two at a time could wait for ever: hold one.
public final class Exclusive implements Closeable {

    private static final int LOCKS = 64;

    // The locks of files belong to the process as a whole, so what orders the threads in front of them does, too.
    private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

    private final ReentrantLock threads;
    private final FileChannel processes;

    private Exclusive(ReentrantLock threads, FileChannel processes) {
        this.threads = threads;
        this.processes = processes;
    }

    /// Waits for the right, at most this long.
    ///
    /// @param locks the folder that holds the lock files
    /// @throws InterruptedIOException when the time is up or the thread is interrupted
    public static Exclusive acquire(Folder locks, String key, Duration most) throws IOException {
        String name = "%02d".formatted(Math.floorMod(key.hashCode(), LOCKS));
        ReentrantLock threads = THREADS.computeIfAbsent(locks.place(name), _ -> new ReentrantLock());
        take(threads, most);
        try {
            return new Exclusive(threads, lockedFile(locks, name));
        } catch (IOException | RuntimeException failure) {
            threads.unlock();
            throw failure;
        }
    }

    private static void take(ReentrantLock lock, Duration most) throws InterruptedIOException {
        try {
            if (!lock.tryLock(most.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new InterruptedIOException("another change of the same resource took too long");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while another change of the same resource was under way");
        }
    }

    private static FileChannel lockedFile(Folder locks, String name) throws IOException {
        FileChannel channel = locks.lockFile(name);
        try {
            var _ = channel.lock();
            return channel;
        } catch (IOException | RuntimeException failure) {
            channel.close();
            throw failure;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            processes.close();
        } finally {
            threads.unlock();
        }
    }
}
