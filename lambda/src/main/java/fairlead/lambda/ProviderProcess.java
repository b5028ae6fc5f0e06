package fairlead.lambda;

import fairlead.host.CallLog;
import fairlead.host.HostedProcess;
import fairlead.host.Program;
import fairlead.host.Secret;
import fairlead.lambda.Invocation.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One process of a provider, which carries out one call at a time.
///
/// It has a process group, a home and a temporary folder of its own. When it ends, by itself or because it was
/// killed, the host ends its whole group and removes its folders.
final class ProviderProcess implements RuntimeApi.Worker {

    /// How long an answer is held back until all that was printed before it has been heard.
    private static final Duration HEARING = Duration.ofSeconds(1);

    private final String secret = Secret.text(32);
    private final CompletableFuture<Optional<String>> started = new CompletableFuture<>();
    private final RuntimeApi api;
    private final CallLog startLog;
    private final HostedProcess process;
    private volatile CallLog log;
    private @Nullable Invocation waiting;
    private @Nullable Invocation running;
    private boolean over;

    private ProviderProcess(
            RuntimeApi api, Program program, Path folder, CallLog startLog, Consumer<ProviderProcess> whenEnded)
            throws IOException {
        this.api = api;
        this.startLog = startLog;
        log = startLog;
        Program known = program.with(Map.of("AWS_LAMBDA_RUNTIME_API", api.admit(secret, this)))
                .connecting(api.port());
        try {
            process = HostedProcess.start(known, folder, line -> log.line(line), ended -> {
                ended(ended.end());
                whenEnded.accept(this);
            });
        } catch (IOException failure) {
            api.dismiss(secret);
            throw failure;
        }
    }

    /// Starts one.
    ///
    /// @param folder for what is its own; made here, and removed when it has ended
    /// @param whenEnded called once
    static ProviderProcess start(
            RuntimeApi api, Program program, Path folder, CallLog startLog, Consumer<ProviderProcess> whenEnded)
            throws IOException {
        return new ProviderProcess(api, program, folder, startLog, whenEnded);
    }

    /// Waits until it asks for work; empty if it does, else why it does not.
    Optional<String> awaitStart(Duration limit) throws InterruptedException {
        try {
            return started.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            kill();
            return Optional.of("it did not ask for work within " + limit.toSeconds() + " s." + startLog.lastLines());
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// Carries out one call. When the time is up, or the caller is interrupted, the process is killed.
    Outcome invoke(Invocation invocation) throws InterruptedException {
        synchronized (this) {
            if (over) {
                return new Outcome.NotTaken();
            }
            log = invocation.log();
            waiting = invocation;
            notifyAll();
        }
        try {
            return invocation.answer().get(invocation.limit().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            kill();
            return new Outcome.TimedOut();
        } catch (InterruptedException interrupted) {
            kill();
            throw interrupted;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /// Kills its group, and waits a little until that is done.
    void kill() {
        synchronized (this) {
            over = true;
            notifyAll();
        }
        process.kill();
    }

    // -- what it asks for -------------------------------------------------------------------------------------------

    @Override
    public Optional<Invocation> next() throws InterruptedException {
        if (isAnyRunning()) {
            process.catchUp(HEARING);
        }
        return awaitNext();
    }

    private synchronized boolean isAnyRunning() {
        return running != null;
    }

    private synchronized Optional<Invocation> awaitNext() throws InterruptedException {
        Invocation unanswered = running;
        if (unanswered != null) {
            unanswered.end(new Outcome.Lost("asked for more work without an answer", false));
            running = null;
        }
        started.complete(Optional.empty());
        while (waiting == null && !over) {
            wait();
        }
        Optional<Invocation> next = over ? Optional.empty() : Optional.ofNullable(waiting);
        if (next.isPresent()) {
            running = next.get();
            waiting = null;
        }
        return next;
    }

    @Override
    public boolean end(String id, Outcome outcome) throws InterruptedException {
        if (!isRunning(id)) {
            return false;
        }
        process.catchUp(HEARING);
        return ended(id, outcome);
    }

    private synchronized boolean isRunning(String id) {
        return running != null && running.id().equals(id);
    }

    private synchronized boolean ended(String id, Outcome outcome) {
        Invocation known = running;
        if (known == null || !known.id().equals(id)) {
            return false;
        }
        running = null;
        known.end(outcome);
        return true;
    }

    @Override
    public void failedToStart(String message) throws InterruptedException {
        process.catchUp(HEARING);
        started.complete(Optional.of(startLog.redacted(message) + "." + startLog.lastLines()));
        Thread.ofVirtual().start(this::kill);
    }

    // -- the end ----------------------------------------------------------------------------------------------------

    private void ended(String how) {
        api.dismiss(secret);
        synchronized (this) {
            boolean killed = over;
            over = true;
            notifyAll();
            if (waiting != null) {
                waiting.end(new Outcome.NotTaken());
                waiting = null;
            }
            if (running != null) {
                running.end(new Outcome.Lost("ended with " + how, !killed));
                running = null;
            }
        }
        started.complete(Optional.of("it ended with " + how + " before it asked for work." + startLog.lastLines()));
    }
}
