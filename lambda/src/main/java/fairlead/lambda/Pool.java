package fairlead.lambda;

import fairlead.handler.Trace;
import fairlead.host.CallLog;
import fairlead.host.Folders;
import fairlead.host.Program;
import fairlead.host.Secret;
import fairlead.lambda.Invocation.Outcome;
import fairlead.schema.data.Redaction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The processes of one version of a type. One is started when there is a call and no process is free, up to a
/// limit, and is used again while it lives.
final class Pool implements Invoker {

    /// An invocation that a process never took is given to another.
    private static final int MOST_TRIES = 3;

    /// So that a start that takes too long is told as that.
    private static final Duration SLACK = Duration.ofSeconds(5);

    private final Map<ProviderProcess, Instant> idleSince = new HashMap<>();
    private final Deque<ProviderProcess> idle = new ArrayDeque<>();
    private final List<ProviderProcess> processes = new ArrayList<>();
    private final String subject;
    private final RuntimeApi api;
    private final Program program;
    private final Path folder;
    private final Settings settings;
    private final Clock clock;
    private int starting;
    private int waiting;
    private long failures;
    private String failure = "";
    private boolean closed;

    /// @param subject whose processes they are, for the log
    /// @param folder for what is the processes' own
    Pool(String subject, RuntimeApi api, Program program, Path folder, Settings settings, Clock clock) {
        this.subject = subject;
        this.api = api;
        this.program = program;
        this.folder = folder;
        this.settings = settings;
        this.clock = clock;
    }

    /// There is no process to be had.
    private static final class Unavailable extends Exception {

        private static final long serialVersionUID = 1L;

        private final transient Outcome outcome;

        Unavailable(Outcome outcome) {
            this.outcome = outcome;
        }
    }

    /// Half of the budget at most is spent on waiting for a process.
    @Override
    public Outcome invoke(byte[] request, Duration budget, CallLog log) throws InterruptedException {
        long end = System.nanoTime() + budget.toNanos();
        try {
            for (int i = 0; i < MOST_TRIES; i++) {
                ProviderProcess process = take((end - System.nanoTime()) / 2);
                Outcome outcome = invoke(process, request, Duration.ofNanos(end - System.nanoTime()), log);
                if (!(outcome instanceof Outcome.NotTaken)) {
                    return outcome;
                }
            }
            return new Outcome.NotTaken();
        } catch (Unavailable none) {
            return none.outcome;
        }
    }

    private Outcome invoke(ProviderProcess process, byte[] request, Duration limit, CallLog log)
            throws InterruptedException {
        long deadline = System.currentTimeMillis() + limit.toMillis();
        try {
            return process.invoke(
                    new Invocation(Secret.text(26), request, limit, deadline, log, new CompletableFuture<>()));
        } finally {
            release(process);
        }
    }

    /// Starts a process if there is none; empty once one waits for work, else why none does.
    Optional<String> warm() throws InterruptedException {
        try {
            release(take(settings.startLimit().plus(SLACK).toNanos()));
            return Optional.empty();
        } catch (Unavailable none) {
            return switch (none.outcome) {
                case Outcome.NotStarted(var why) -> Optional.of(why);
                case Outcome.Busy(var why) -> Optional.of(why);
                case Outcome other -> throw new IllegalStateException("unexpected " + other);
            };
        }
    }

    /// Stops processes that had no work for long.
    void stopIdle() {
        List<ProviderProcess> tooLong = new ArrayList<>();
        synchronized (this) {
            Instant before = clock.instant().minus(settings.idle());
            idle.stream()
                    .filter(process ->
                            !idleSince.getOrDefault(process, Instant.MAX).isAfter(before))
                    .forEach(tooLong::add);
            idle.removeAll(tooLong);
        }
        tooLong.forEach(ProviderProcess::kill);
    }

    /// Kills the processes that are at work, as a crash would.
    void killWorking() {
        List<ProviderProcess> working;
        synchronized (this) {
            working = new ArrayList<>(processes);
            working.removeAll(idle);
        }
        working.forEach(ProviderProcess::kill);
    }

    synchronized Providers.Processes processes() {
        return new Providers.Processes(processes.size() - idle.size(), idle.size());
    }

    synchronized int size() {
        return processes.size();
    }

    @Override
    public void close() {
        List<ProviderProcess> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(processes);
            notifyAll();
        }
        all.parallelStream().forEach(ProviderProcess::kill);
        Folders.remove(folder);
    }

    private synchronized ProviderProcess take(long patience) throws Unavailable, InterruptedException {
        long end = System.nanoTime() + patience;
        long before = failures;
        waiting++;
        try {
            while (true) {
                @Nullable ProviderProcess free = free();
                if (free != null) {
                    return free;
                }
                refuseIfHopeless(before);
                if (starting < waiting
                        && starting + processes.size() < settings.mostProcesses()
                        && failures == before) {
                    start();
                }
                long left = end - System.nanoTime();
                if (left <= 0) {
                    throw new Unavailable(new Outcome.Busy(
                            starting > 0 && processes.isEmpty()
                                    ? "it is still starting"
                                    : "all of its " + processes.size() + " processes are at work"));
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } finally {
            waiting--;
        }
    }

    private void refuseIfHopeless(long before) throws Unavailable {
        if (closed) {
            throw new Unavailable(new Outcome.NotStarted("the server stops, or the version was removed."));
        }
        if (failures > before && processes.isEmpty()) {
            throw new Unavailable(new Outcome.NotStarted(failure));
        }
    }

    private @Nullable ProviderProcess free() {
        @Nullable ProviderProcess next = idle.pollFirst();
        while (next != null && !next.isAlive()) {
            next = idle.pollFirst();
        }
        return next;
    }

    private synchronized void release(ProviderProcess process) {
        if (process.isAlive() && processes.contains(process)) {
            idleSince.put(process, clock.instant());
            idle.addFirst(process);
            notifyAll();
        }
    }

    private void start() {
        starting++;
        Thread.ofVirtual().name("provider-start").start(() -> {
            Optional<String> trouble;
            try {
                trouble = startOne();
            } catch (IOException failed) {
                trouble = Optional.of("it can't be started: " + failed.getMessage() + ".");
            } catch (InterruptedException interrupted) {
                trouble = Optional.of("its start was interrupted.");
            }
            trouble.ifPresent(this::failed);
        });
    }

    private Optional<String> startOne() throws IOException, InterruptedException {
        CallLog log = new CallLog(subject + " starting", Redaction.NONE, Trace.NONE);
        ProviderProcess process =
                ProviderProcess.start(api, program, folder.resolve(Secret.text(16)), log, this::ended);
        Optional<String> trouble = process.awaitStart(settings.startLimit());
        if (trouble.isEmpty() && !admit(process)) {
            process.kill();
        }
        return trouble;
    }

    private synchronized boolean admit(ProviderProcess process) {
        starting--;
        if (!closed && process.isAlive()) {
            processes.add(process);
            release(process);
        }
        notifyAll();
        return !closed;
    }

    private synchronized void failed(String why) {
        starting--;
        failures++;
        failure = why;
        notifyAll();
    }

    private synchronized void ended(ProviderProcess process) {
        processes.remove(process);
        idle.remove(process);
        idleSince.remove(process);
        notifyAll();
    }
}
