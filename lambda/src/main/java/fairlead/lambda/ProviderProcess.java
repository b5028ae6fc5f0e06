package fairlead.lambda;

import fairlead.lambda.Invocation.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One process of a provider, which carries out one call at a time.
///
/// It has a process group, a home and a temporary folder of its own. When it ends, by itself or because it was
/// killed, the host ends its whole group and removes its folders.
final class ProviderProcess implements RuntimeApi.Worker {

    private static final Logger LOG = LoggerFactory.getLogger(ProviderProcess.class);
    private static final Duration BURIAL = Duration.ofSeconds(1);

    /// How long an answer is held back until all that was printed before it has been heard.
    private static final Duration HEARING = Duration.ofSeconds(1);

    private static final String BASH = "bash";

    private final String secret = Secret.text(32);
    private final CompletableFuture<Optional<String>> started = new CompletableFuture<>();
    private final CompletableFuture<Integer> ended = new CompletableFuture<>();
    private final RuntimeApi api;
    private final Path folder;
    private final CallLog startLog;
    private final Process process;
    private final Output output;
    private volatile CallLog log;
    private @Nullable Invocation waiting;
    private @Nullable Invocation running;
    private boolean over;

    private ProviderProcess(RuntimeApi api, Launch launch, Path folder, CallLog startLog) throws IOException {
        this.api = api;
        this.folder = folder;
        this.startLog = startLog;
        log = startLog;
        output = Output.open(folder.resolve("output"), line -> log.line(line));
        process = start(launch);
    }

    /// Starts one.
    ///
    /// @param folder for what is its own; made here, and removed when it has ended
    /// @param whenEnded called once
    static ProviderProcess start(
            RuntimeApi api, Launch launch, Path folder, CallLog startLog, Consumer<ProviderProcess> whenEnded)
            throws IOException {
        Files.createDirectories(folder.resolve("home"), Folders.OWNER_ONLY);
        Files.createDirectories(folder.resolve("tmp"), Folders.OWNER_ONLY);
        ProviderProcess started = new ProviderProcess(api, launch, folder, startLog);
        var _ = started.process.onExit().thenRun(() -> {
            started.bury();
            whenEnded.accept(started);
        });
        return started;
    }

    private Process start(Launch launch) throws IOException {
        Path temp = folder.resolve("tmp");
        List<String> command = new ArrayList<>(
                List.of(BASH, launch.guard().toString(), Long.toString(launch.memoryMegabytes() * 1024L)));
        launch.command().forEach(word -> command.add(word.replace("{temp}", temp.toString())));
        Map<String, String> environment = new HashMap<>(launch.environment());
        environment.put("HOME", folder.resolve("home").toString());
        environment.put("TMPDIR", temp.toString());
        environment.put("AWS_LAMBDA_RUNTIME_API", api.admit(secret, this));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(launch.directory().toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.redirect());
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException failure) {
            api.dismiss(secret);
            hearTheRest();
            Folders.remove(folder);
            throw failure;
        }
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
        return !ended.isDone() && process.isAlive();
    }

    /// Kills its group, and waits a little until that is done.
    void kill() {
        synchronized (this) {
            over = true;
            notifyAll();
        }
        try {
            process.getOutputStream().close();
        } catch (IOException closed) {
            LOG.debug("closing the input of a guard", closed);
        }
        try {
            ended.get(BURIAL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException alive) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    // -- what it asks for -------------------------------------------------------------------------------------------

    @Override
    public Optional<Invocation> next() throws InterruptedException {
        if (isAnyRunning()) {
            output.catchUp(HEARING);
        }
        return awaitNext();
    }

    private synchronized boolean isAnyRunning() {
        return running != null;
    }

    private synchronized Optional<Invocation> awaitNext() throws InterruptedException {
        Invocation unanswered = running;
        if (unanswered != null) {
            unanswered.end(new Outcome.Lost("asked for more work without an answer"));
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
        output.catchUp(HEARING);
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
        output.catchUp(HEARING);
        started.complete(Optional.of(startLog.redacted(message) + "." + startLog.lastLines()));
        Thread.ofVirtual().start(this::kill);
    }

    // -- the end ----------------------------------------------------------------------------------------------------

    private void bury() {
        hearTheRest();
        int code = process.exitValue();
        api.dismiss(secret);
        synchronized (this) {
            over = true;
            notifyAll();
            if (waiting != null) {
                waiting.end(new Outcome.NotTaken());
                waiting = null;
            }
            if (running != null) {
                running.end(new Outcome.Lost("ended with " + described(code)));
                running = null;
            }
        }
        started.complete(
                Optional.of("it ended with " + described(code) + " before it asked for work." + startLog.lastLines()));
        Folders.remove(folder);
        ended.complete(code);
    }

    private void hearTheRest() {
        try {
            output.end(BURIAL);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static String described(int code) {
        return code > 128 ? "signal " + (code - 128) : "exit code " + code;
    }
}
