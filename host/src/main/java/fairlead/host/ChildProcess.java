package fairlead.host;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// A process that was started with restrictions, which hold for it and for all that it starts.
///
/// A thread restricts itself, starts it, and ends: a process has the restrictions of the thread that started it. While
/// it is restricted, the thread makes nothing but system calls. A thread that it started would be restricted as well,
/// and so would one that another thread starts because this one has woken it. This is why [ProcessBuilder] can't be
/// used: it starts a thread that waits for the end of the process.
final class ChildProcess extends Process {

    private static final int NO_NEW_PRIVILEGES = 38;
    private static final int DROP_CAPABILITY = 24;
    private static final int LAST_CAPABILITY = 63;
    private static final int CLOSE_RANGE = 436;
    private static final int IN_OWN_TABLE_AND_ON_EXECUTION = 2 | 4;
    private static final int FIRST_OF_OTHERS = 3;
    private static final long SMALL_STACK = 256 << 10;

    private final CompletableFuture<Process> onExit = new CompletableFuture<>();
    private final CLibrary library;
    private final int pid;
    private final Pipes pipes;
    private volatile int status = -1;

    private ChildProcess(CLibrary library, int pid, Pipes pipes) {
        this.library = library;
        this.pid = pid;
        this.pipes = pipes;
    }

    /// @param command the program and its arguments
    /// @param variables its whole environment, each as `NAME=VALUE`
    /// @param printed the path of what it prints to
    record Plan(List<String> command, List<String> variables, String printed) {}

    /// This side's ends of the pipes.
    ///
    /// @param life its standard input
    /// @param to its descriptor 3
    /// @param from its descriptor 4
    record Pipes(OutputStream life, OutputStream to, InputStream from) {}

    /// Starts one. It leads a session of its own and gets none of this process's descriptors, no new privileges by
    /// programs that it runs, and no capability of root.
    ///
    /// @param rules a descriptor of Landlock rules; negative for none
    static ChildProcess start(CLibrary library, Landlock landlock, int rules, Plan plan) throws IOException {
        CompletableFuture<ChildProcess> started = new CompletableFuture<>();
        Runnable life = () -> {
            ChildProcess child;
            try {
                child = launch(library, landlock, rules, plan);
            } catch (IOException | RuntimeException failure) {
                started.completeExceptionally(failure);
                return;
            }
            started.complete(child);
            child.awaitEnd();
        };
        Thread.ofPlatform().name("child").daemon(true).stackSize(SMALL_STACK).start(life);
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return started.get();
                } catch (InterruptedException again) {
                    interrupted = true;
                } catch (ExecutionException failure) {
                    throw failure.getCause() instanceof IOException io ? io : new IOException(failure.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static ChildProcess launch(CLibrary library, Landlock landlock, int rules, Plan plan) throws IOException {
        int printed = library.open(plan.printed(), CLibrary.O_WRONLY | CLibrary.O_APPEND);
        if (printed < 0) {
            throw new IOException("can't open " + plan.printed() + ": error " + -printed);
        }
        int[] life = library.pipe();
        int[] to = library.pipe();
        int[] from = library.pipe();
        int[] theirs = {life[0], printed, printed, to[0], from[1]};
        int[] ours = {life[1], to[1], from[0]};
        try (CLibrary.Spawn spawn = library.new Spawn(plan.command(), plan.variables(), theirs)) {
            int pid = restricted(library, landlock, rules, spawn);
            if (pid < 0) {
                throw new IOException("can't start " + plan.command().getFirst() + ": error " + -pid);
            }
            Pipes pipes = new Pipes(
                    new FileOutputStream("/proc/self/fd/" + life[1]),
                    new FileOutputStream("/proc/self/fd/" + to[1]),
                    new FileInputStream("/proc/self/fd/" + from[0]));
            return new ChildProcess(library, pid, pipes);
        } finally {
            for (int[] each : new int[][] {{printed, life[0], to[0], from[1]}, ours}) {
                for (int descriptor : each) {
                    library.close(descriptor);
                }
            }
        }
    }

    /// Starts it on a thread that is restricted before.
    private static int restricted(CLibrary library, Landlock landlock, int rules, CLibrary.Spawn spawn)
            throws IOException {
        int[] result = new int[1];
        Thread thread = Thread.ofPlatform()
                .name("child-start")
                .stackSize(SMALL_STACK)
                .unstarted(() -> result[0] = startRestricted(library, landlock, rules, spawn));
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            throw new IOException("interrupted while a process was started", interrupted);
        }
        return result[0];
    }

    private static int startRestricted(CLibrary library, Landlock landlock, int rules, CLibrary.Spawn spawn) {
        // Kernels before 5.11 do not have it; the guard closes what is left.
        library.syscall(CLOSE_RANGE, FIRST_OF_OTHERS, 0xffffffffL, IN_OWN_TABLE_AND_ON_EXECUTION, 0);
        for (int capability = 0; capability <= LAST_CAPABILITY; capability++) {
            // Only root has any, and the kernel knows fewer.
            library.prctl(DROP_CAPABILITY, capability);
        }
        int failed = (int) library.prctl(NO_NEW_PRIVILEGES, 1);
        if (failed == 0 && rules >= 0) {
            failed = landlock.restrict(rules);
        }
        return failed == 0 ? spawn.start() : failed;
    }

    private void awaitEnd() {
        library.awaitEnd(pid);
        synchronized (this) {
            status = Math.max(0, library.takeStatus(pid));
        }
        onExit.complete(this);
    }

    /// What leads to descriptor 3 of the process.
    OutputStream to() {
        return pipes.to();
    }

    /// What comes from descriptor 4 of the process.
    InputStream from() {
        return pipes.from();
    }

    @Override
    public OutputStream getOutputStream() {
        return pipes.life();
    }

    @Override
    public InputStream getInputStream() {
        return InputStream.nullInputStream();
    }

    @Override
    public InputStream getErrorStream() {
        return InputStream.nullInputStream();
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public ProcessHandle toHandle() {
        return ProcessHandle.of(pid).orElseThrow();
    }

    @Override
    public int waitFor() throws InterruptedException {
        try {
            onExit.get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
        return status;
    }

    @Override
    public int exitValue() {
        int known = status;
        if (known < 0) {
            throw new IllegalThreadStateException("process " + pid + " has not ended");
        }
        return known;
    }

    @Override
    public boolean isAlive() {
        return status < 0;
    }

    @Override
    public CompletableFuture<Process> onExit() {
        return onExit.thenApplyAsync(ended -> ended);
    }

    @Override
    public synchronized void destroy() {
        if (isAlive()) {
            library.kill(pid, CLibrary.SIGKILL);
        }
    }

    @Override
    public Process destroyForcibly() {
        destroy();
        return this;
    }
}
