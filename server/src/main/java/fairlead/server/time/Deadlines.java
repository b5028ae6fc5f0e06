package fairlead.server.time;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/// Interrupts threads that still work or wait when their time is up, or their work is wanted no longer.
///
/// A timer for each piece of work would cost more than most pieces do. So one thread looks at all of them in
/// turn, and sleeps while there are none. An interrupt may come late by up to the time between two looks.
public final class Deadlines {

    private final Set<Piece> running = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean looking = new AtomicBoolean();
    private final MonotonicTime elapsed;
    private final Executor later;

    /// @param pause between two looks
    public Deadlines(Duration pause) {
        this(MonotonicTime.system(), CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS));
    }

    /// @param elapsed by which the time of a piece of work is measured
    /// @param later when the next look is; if never, no thread is interrupted, and only the end of a piece of work
    ///     tells that it took too long
    public Deadlines(MonotonicTime elapsed, Executor later) {
        this.elapsed = elapsed;
        this.later = later;
    }

    /// Does the work on the calling thread.
    ///
    /// @return whether the work was done before its time was up, even if no look had noticed yet, and before
    ///     another thread interrupted this one; the interrupt of another thread stays set
    public boolean within(Duration limit, Runnable work) {
        return within(limit, () -> false, work);
    }

    /// As above, for work that may turn out to be wanted no longer.
    ///
    /// @param unwanted asked at each look, by the thread that looks, while the calling thread is at work
    public boolean within(Duration limit, BooleanSupplier unwanted, Runnable work) {
        Piece piece = new Piece(Thread.currentThread(), elapsed.nanos() + limit.toNanos(), unwanted);
        running.add(piece);
        if (!looking.get() && looking.compareAndSet(false, true)) {
            later.execute(this::look);
        }
        boolean interrupted;
        try {
            work.run();
        } finally {
            running.remove(piece);
            interrupted = piece.end();
        }
        if (interrupted) {
            // It was meant for the work, which is over.
            Thread.interrupted();
        }
        return !interrupted
                && !piece.isOver(elapsed.nanos())
                && !Thread.currentThread().isInterrupted();
    }

    private void look() {
        long now = elapsed.nanos();
        for (Piece piece : running) {
            if (piece.isOver(now) || piece.unwanted.getAsBoolean()) {
                piece.interrupt();
            }
        }
        looking.set(false);
        // A call that began before that has seen that a thread was looking, and started none.
        if (!running.isEmpty() && looking.compareAndSet(false, true)) {
            later.execute(this::look);
        }
    }

    private static final class Piece {

        private enum State {
            RUNNING,
            INTERRUPTING,
            INTERRUPTED,
            ENDED
        }

        private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
        private final Thread thread;
        private final long end;
        private final BooleanSupplier unwanted;

        Piece(Thread thread, long end, BooleanSupplier unwanted) {
            this.unwanted = unwanted;
            this.thread = thread;
            this.end = end;
        }

        boolean isOver(long now) {
            return now - end >= 0;
        }

        void interrupt() {
            if (state.compareAndSet(State.RUNNING, State.INTERRUPTING)) {
                thread.interrupt();
                state.set(State.INTERRUPTED);
            }
        }

        /// Ends the watch: from now on the thread is not interrupted any more.
        ///
        /// @return whether it was
        boolean end() {
            if (state.compareAndSet(State.RUNNING, State.ENDED)) {
                return false;
            }
            while (state.get() != State.INTERRUPTED) {
                Thread.onSpinWait();
            }
            return true;
        }
    }
}
