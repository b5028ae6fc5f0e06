package fairlead.host.jvm;

import fairlead.handler.HandlerException;
import fairlead.handler.Trace;
import fairlead.host.CallLog;
import fairlead.host.HostedProcess;
import fairlead.host.Program;
import fairlead.host.jvm.CallInProcess.Event;
import fairlead.host.wire.Answer;
import fairlead.host.wire.Frame;
import fairlead.host.wire.Garbled;
import fairlead.host.wire.Json;
import fairlead.host.wire.Question;
import fairlead.host.wire.Ready;
import fairlead.schema.data.Redaction;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// One process of a Java handler, with the calls that are under way in it.
///
/// What comes out of it is not believed: what can't be read, or should not be said, ends it.
final class JvmProcess {

    private static final Logger LOG = LoggerFactory.getLogger(JvmProcess.class);

    /// How long a call that is given up may take to end, before its process is ended.
    private static final Duration GRACE = Duration.ofSeconds(1);

    /// Of so many calls that have ended the secrets are still taken out of what is printed.
    private static final int REMEMBERED = 100;

    private static final int BUFFER = 64 << 10;

    private final CompletableFuture<Ready> ready = new CompletableFuture<>();
    private final BlockingQueue<Frame> outgoing = new LinkedBlockingQueue<>();
    private final Map<Long, CallInProcess> calls = new HashMap<>();
    private final Map<Long, CallLog> ended = new LinkedHashMap<>();
    private final String subject;
    private final HostedProcess process;
    private CallLog log;
    private long lastCall;
    private @Nullable String killedFor;
    private boolean over;

    private JvmProcess(String subject, Program program, Path folder, Consumer<JvmProcess> whenEnded)
            throws IOException {
        this.subject = subject;
        log = new CallLog(subject, Redaction.NONE, Trace.NONE);
        process = HostedProcess.start(program, folder, this::printed, gone -> {
            end(gone.end());
            whenEnded.accept(this);
        });
    }

    /// Starts one.
    ///
    /// @param subject whose it is, for the log
    /// @param folder for what is its own; made here, and removed when it has ended
    static JvmProcess start(String subject, Program program, Path folder, Consumer<JvmProcess> whenEnded)
            throws IOException {
        JvmProcess started = new JvmProcess(subject, program, folder, whenEnded);
        Thread.ofPlatform().name("handler-read").daemon(true).start(started::read);
        Thread.ofPlatform().name("handler-write").daemon(true).start(started::write);
        return started;
    }

    /// What has become of its handler.
    Ready awaitReady(Duration limit) throws ProcessEnded, InterruptedException {
        try {
            return ready.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            kill("did not make its handler within " + limit.toSeconds() + " s");
            throw new ProcessEnded("did not make its handler within " + limit.toSeconds() + " s", false, true);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof ProcessEnded early) {
                throw early;
            }
            throw new IllegalStateException(failure);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    synchronized int working() {
        return calls.size();
    }

    /// Kills it.
    ///
    /// @param why what it did, or what was done to it
    void kill(String why) {
        synchronized (this) {
            over = true;
            if (killedFor == null) {
                killedFor = why;
            }
        }
        process.kill();
    }

    // -- calls ------------------------------------------------------------------------------------------------------

    /// Makes a call, and waits for its answer. Interrupted, it gives the call up, and comes back when that has ended.
    ///
    /// @param limit for the answer
    /// @return empty if the time is up
    Optional<Answer> call(ObjectNode request, Duration limit, CallInProcess call)
            throws ProcessEnded, InterruptedException {
        long number;
        synchronized (this) {
            if (over) {
                throw new ProcessEnded("has ended", false, false);
            }
            if (calls.isEmpty()) {
                log = new CallLog(subject, Redaction.NONE, Trace.NONE);
            }
            number = ++lastCall;
            calls.put(number, call);
        }
        try {
            outgoing.add(new Frame(Frame.Kind.CALL, number, Json.bytes(request)));
            Optional<Answer> answer = answer(call, limit);
            if (answer.isEmpty()) {
                giveUp(number, call);
            }
            return answer;
        } catch (InterruptedException interrupted) {
            giveUp(number, call);
            throw interrupted;
        } finally {
            finished(number, call);
        }
    }

    private Optional<Answer> answer(CallInProcess call, Duration limit) throws ProcessEnded, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (true) {
            Event event = call.events().poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            switch (event) {
                case Event.Answered(var answer) -> {
                    return Optional.of(answer);
                }
                case Event.Asked(var number, var question) -> reply(number, question, call);
                case Event.Ended(var how) -> throw how;
                case null -> {
                    return Optional.empty();
                }
            }
        }
    }

    private void reply(long number, Question question, CallInProcess call) {
        ObjectNode answer;
        try {
            answer = question.answered(call.client());
        } catch (HandlerException refused) {
            answer = Answer.Refused.of(refused).encode();
        } catch (Garbled garbled) {
            kill("said what can't be understood: " + garbled.getMessage());
            return;
        }
        outgoing.add(new Frame(Frame.Kind.REPLY, number, Json.bytes(answer)));
    }

    /// Has the call interrupted; what does not end then ends with its process.
    private void giveUp(long number, CallInProcess call) {
        outgoing.add(new Frame(Frame.Kind.CANCEL, number, new byte[0]));
        boolean interrupted = false;
        long end = System.nanoTime() + GRACE.toNanos();
        while (true) {
            try {
                Event event = call.events().poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (event == null) {
                    kill("had a call that did not end in time");
                }
                if (!(event instanceof Event.Asked)) {
                    break;
                }
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void finished(long number, CallInProcess call) {
        calls.remove(number);
        ended.put(number, call.log());
        if (ended.size() > REMEMBERED) {
            ended.remove(ended.keySet().iterator().next());
        }
    }

    // -- what it says -----------------------------------------------------------------------------------------------

    private void write() {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(process.to(), BUFFER))) {
            while (process.isAlive()) {
                Frame next = outgoing.poll(GRACE.toMillis(), TimeUnit.MILLISECONDS);
                if (next != null) {
                    next.write(out);
                    out.flush();
                }
            }
        } catch (IOException gone) {
            LOG.debug("a handler's process reads no more", gone);
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(process.from(), BUFFER))) {
            Optional<Frame> next = Frame.read(in, Frame.LARGEST);
            while (next.isPresent()) {
                take(next.get());
                next = Frame.read(in, Frame.LARGEST);
            }
        } catch (Garbled garbled) {
            LOG.warn("{}: the process says what can't be understood: {}", subject, garbled.getMessage());
            kill("said what can't be understood");
        } catch (IOException | RuntimeException failure) {
            LOG.debug("a handler's process says no more", failure);
            kill("said what can't be read");
        }
    }

    private void take(Frame frame) throws Garbled {
        switch (frame.kind()) {
            case READY -> ready.complete(Ready.decode(Json.parse(frame.body())));
            case ANSWER -> tell(frame.number(), new Event.Answered(Answer.decode(Json.parse(frame.body()))));
            case QUESTION -> {
                Question question = Question.decode(Json.parse(frame.body()));
                tell(question.call(), new Event.Asked(frame.number(), question));
            }
            case LINE -> line(frame.number(), frame.body());
            case CALL, CANCEL, REPLY -> throw new Garbled("a frame of the other direction");
        }
    }

    private void tell(long call, Event event) throws Garbled {
        CallInProcess known;
        synchronized (this) {
            known = calls.get(call);
        }
        if (known != null && !known.tell(event)) {
            throw new Garbled("more than " + CallInProcess.MOST_OPEN + " questions at a time");
        }
    }

    private void line(long call, byte[] text) {
        String line = new String(text, StandardCharsets.UTF_8).stripTrailing().replaceAll("[\\p{Cntrl}&&[^\\t]]", "?");
        CallLog known;
        synchronized (this) {
            CallInProcess working = calls.get(call);
            known = working == null ? ended.get(call) : working.log();
        }
        if (known == null) {
            printed(line);
        } else {
            known.line(line);
        }
    }

    /// A line that belongs to no call: the secrets of all calls are taken out of it.
    private void printed(String line) {
        List<CallLog> logs;
        CallLog own;
        synchronized (this) {
            logs = new java.util.ArrayList<>(ended.values());
            calls.values().forEach(call -> logs.add(call.log()));
            own = log;
        }
        String redacted = line;
        for (CallLog each : logs) {
            redacted = each.redacted(redacted);
        }
        own.line(redacted);
    }

    private void end(String how) {
        List<CallInProcess> left;
        String told;
        boolean byItself;
        synchronized (this) {
            over = true;
            byItself = killedFor == null;
            told = (byItself ? "ended with " + how : killedFor) + "." + log.lastLines();
            left = List.copyOf(calls.values());
        }
        ready.completeExceptionally(new ProcessEnded(told, false, byItself));
        for (CallInProcess call : left) {
            call.events().add(new Event.Ended(new ProcessEnded(told, true, byItself)));
        }
    }
}
