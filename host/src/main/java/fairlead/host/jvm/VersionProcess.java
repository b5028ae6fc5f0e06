package fairlead.host.jvm;

import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.host.CallLog;
import fairlead.host.Folders;
import fairlead.host.Secret;
import fairlead.host.wire.Answer;
import fairlead.host.wire.Call;
import fairlead.host.wire.Ready;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The process of one version of a type: started when there is a call and none is alive.
final class VersionProcess {

    /// A call that a process never took is given to the next one.
    private static final int MOST_TRIES = 3;

    private final ReentrantLock starting = new ReentrantLock();
    private final String subject;
    private final Path folder;
    private final Path lasting;
    private final JavaSettings settings;
    private final Clock clock;
    private final Supplier<HandlerCode> code;
    private @Nullable JvmProcess present;
    private Instant lastWork = Instant.MIN;
    private boolean closed;

    /// @param subject the name of the type
    /// @param folder for what is the processes' own
    /// @param lasting for what handlers of the type keep
    /// @param code fetched at each start
    VersionProcess(
            String subject, Path folder, Path lasting, JavaSettings settings, Clock clock, Supplier<HandlerCode> code) {
        this.subject = subject;
        this.folder = folder;
        this.lasting = lasting;
        this.settings = settings;
        this.clock = clock;
        this.code = code;
    }

    /// Makes a call; throws [HandlerException] if there is no answer.
    Answer call(Call call, Context context, CallLog log) {
        ObjectNode request = call.encode(context);
        try {
            for (int attempt = 1; ; attempt++) {
                try {
                    return once(request, context, log);
                } catch (ProcessEnded ended) {
                    if (ended.taken() || attempt == MOST_TRIES) {
                        throw failure(ended, log);
                    }
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new HandlerException(
                    ErrorCode.SERVICE_TIMEOUT, "The call was given up." + log.lastLines(), interrupted);
        }
    }

    private Answer once(ObjectNode request, Context context, CallLog log) throws ProcessEnded, InterruptedException {
        JvmProcess process = process(context);
        Duration budget = Duration.between(context.clock().instant(), context.deadline());
        Optional<Answer> answer = process.call(request, budget, new CallInProcess(log, context.client()));
        synchronized (this) {
            lastWork = clock.instant();
        }
        return answer.orElseThrow(() -> new HandlerException(
                ErrorCode.SERVICE_TIMEOUT, "The handler did not answer in time; it was stopped." + log.lastLines()));
    }

    private static HandlerException failure(ProcessEnded ended, CallLog log) {
        String message = "The handler's process " + ended.getMessage();
        if (!ended.taken()) {
            return new HandlerException(ErrorCode.SERVICE_INTERNAL_ERROR, message);
        }
        String told = message + " That was during the call." + log.lastLines();
        return ended.byItself()
                ? HandlerException.processEnded(told)
                : new HandlerException(ErrorCode.SERVICE_INTERNAL_ERROR, told);
    }

    private JvmProcess process(Context context) throws InterruptedException {
        JvmProcess known = alive();
        if (known != null) {
            return known;
        }
        starting.lockInterruptibly();
        try {
            JvmProcess meanwhile = alive();
            return meanwhile == null ? start(context.attempt() == 1) : meanwhile;
        } finally {
            starting.unlock();
        }
    }

    private synchronized @Nullable JvmProcess alive() {
        JvmProcess known = present;
        if (known == null || !known.isAlive()) {
            return null;
        }
        lastWork = clock.instant();
        return known;
    }

    private JvmProcess start(boolean first) throws InterruptedException {
        // What has never begun can't have done anything; later in an operation it may have begun before.
        ErrorCode hopeless = first ? ErrorCode.INTERNAL_FAILURE : ErrorCode.SERVICE_INTERNAL_ERROR;
        JvmProcess started;
        Ready ready;
        try {
            started = JvmProcess.start(
                    subject, JvmProgram.of(subject, code.get(), settings, lasting), own(), this::ended);
            ready = started.awaitReady(settings.startLimit());
        } catch (ProcessEnded early) {
            throw new HandlerException(hopeless, "The handler can't be loaded: its process " + early.getMessage());
        } catch (IOException failure) {
            throw new HandlerException(
                    ErrorCode.SERVICE_INTERNAL_ERROR,
                    "The handler's process can't be started: " + failure.getMessage() + ".",
                    failure);
        }
        if (ready instanceof Ready.Flawed flawed) {
            started.kill("has no handler");
            throw new HandlerException(hopeless, "The handler can't be loaded: " + flawed.message() + ".");
        }
        synchronized (this) {
            if (!closed) {
                present = started;
                lastWork = clock.instant();
                return started;
            }
        }
        started.kill("is no longer wanted");
        throw new HandlerException(ErrorCode.SERVICE_INTERNAL_ERROR, "The server stops, or the version was removed.");
    }

    private Path own() {
        return folder.resolve(Secret.text(16));
    }

    private synchronized void ended(JvmProcess process) {
        if (present == process) {
            present = null;
        }
    }

    /// How many calls are under way; empty if there is no process.
    synchronized Optional<Integer> working() {
        JvmProcess known = present;
        return known == null || !known.isAlive() ? Optional.empty() : Optional.of(known.working());
    }

    /// Ends the process if there was nothing to do for long.
    void stopIdle() {
        JvmProcess tooLong;
        synchronized (this) {
            tooLong = present;
            if (tooLong == null
                    || tooLong.working() > 0
                    || lastWork.plus(settings.idle()).isAfter(clock.instant())) {
                return;
            }
            present = null;
        }
        tooLong.kill("had no work");
    }

    void close() {
        JvmProcess last;
        synchronized (this) {
            closed = true;
            last = present;
            present = null;
        }
        if (last != null) {
            last.kill("is no longer wanted");
        }
        Folders.remove(folder);
    }
}
