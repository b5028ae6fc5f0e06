package fairlead.host;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks after the processes of handlers while there are any: ends one that has started too many others, and what one
/// has left behind that has ended, which has become a child of this process.
final class Watch {

    static final Watch INSTANCE = new Watch();

    private static final Logger LOG = LoggerFactory.getLogger(Watch.class);
    private static final long SHORT = 20;
    private static final long PAUSE = TimeUnit.SECONDS.toMillis(2);

    private final Map<Integer, HostedProcess> hosted = new HashMap<>();
    private final Semaphore hurry = new Semaphore(0);
    private boolean watching;
    private boolean anyEnded;

    private Watch() {}

    interface Start {
        ChildProcess start() throws IOException;
    }

    /// Starts a process, which has no owner before it is known here.
    synchronized ChildProcess start(HostedProcess process, Start start) throws IOException {
        ChildProcess child = start.start();
        hosted.put((int) child.pid(), process);
        if (!watching) {
            watching = true;
            Thread.ofPlatform().name("handler-watch").daemon(true).start(this::watch);
        }
        return child;
    }

    /// One has ended: looks at once what it has left behind.
    synchronized void ended(long process) {
        hosted.remove((int) process);
        anyEnded = true;
        hurry.release();
    }

    private void watch() {
        try {
            boolean again = false;
            while (isNeeded(again)) {
                boolean hurried = hurry.tryAcquire(again ? SHORT : PAUSE, TimeUnit.MILLISECONDS);
                hurry.drainPermits();
                again = look() || hurried;
            }
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isNeeded(boolean again) {
        watching = again || anyEnded || !hosted.isEmpty();
        return watching;
    }

    /// Whether to look again at once.
    private synchronized boolean look() {
        anyEnded = false;
        try {
            ProcessTable table = ProcessTable.read();
            Map<Integer, List<Integer>> children = table.children();
            Isolation isolation = Isolation.get();
            boolean orphans = endOrphans(table, children, isolation);
            hosted.forEach((pid, process) -> {
                int processes = ProcessTable.tree(pid, children).size();
                if (processes > process.mostProcesses()) {
                    LOG.warn("{} has started {} processes, and is ended", process, processes);
                    ProcessTable.tree(pid, children).forEach(isolation::kill);
                }
            });
            return orphans;
        } catch (IOException | RuntimeException failure) {
            LOG.warn("can't look after the processes of handlers", failure);
            return false;
        }
    }

    /// Whether there were any.
    private boolean endOrphans(ProcessTable table, Map<Integer, List<Integer>> children, Isolation isolation) {
        int self = (int) ProcessHandle.current().pid();
        ProcessTable.Entry own = table.entries().get(self);
        if (own == null) {
            return false;
        }
        boolean any = false;
        for (int child : children.getOrDefault(self, List.of())) {
            ProcessTable.Entry entry = table.entries().get(child);
            if (entry == null || hosted.containsKey(child) || entry.mark().equals(own.mark())) {
                continue;
            }
            ProcessTable.tree(child, children).forEach(isolation::kill);
            isolation.reap(child);
            any = true;
        }
        return any;
    }
}
