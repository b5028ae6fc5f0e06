package fairlead.host.inside;

import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Progress;
import fairlead.handler.ResourceHandler;
import fairlead.host.wire.Answer;
import fairlead.host.wire.Call;
import fairlead.host.wire.Frame;
import fairlead.host.wire.Garbled;
import fairlead.host.wire.Json;
import fairlead.host.wire.Ready;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ObjectNode;

/// The program in the process of a Java handler: `HandlerMain CLASS JAR...`. It reads calls from descriptor 3 and
/// writes answers to descriptor 4, and ends with the server.
///
/// Each call has a virtual thread of its own, and there may be many at a time.
public final class HandlerMain {

    private static final String IN = "/proc/self/fd/3";
    private static final String OUT = "/proc/self/fd/4";

    private final Map<Long, Thread> calls = new ConcurrentHashMap<>();
    private final Maker maker = new Maker();
    private final Clock clock = Clock.systemUTC();
    private final Server server;
    private final PrintedLines printed;
    private final RemoteClient.Questions questions;

    private HandlerMain(Server server) {
        this.server = server;
        printed = new PrintedLines(server);
        questions = new RemoteClient.Questions(server);
    }

    public static void main(String[] arguments) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(IN), 64 << 10));
                FileOutputStream out = new FileOutputStream(OUT)) {
            HandlerMain main = new HandlerMain(new Server(out));
            PrintStream lines = main.printed.stream();
            System.setOut(lines);
            System.setErr(lines);
            List<Path> jars = Arrays.stream(arguments).skip(1).map(Path::of).toList();
            main.serve(arguments[0], new HandlerLoader(jars), in);
        } catch (Garbled | RuntimeException | IOException broken) {
            System.err.println("the host of the handler failed: " + broken);
        }
        Runtime.getRuntime().halt(0);
    }

    private void serve(String className, ClassLoader loader, DataInputStream in) throws IOException, Garbled {
        Ready ready = maker.make(className, loader);
        server.send(Frame.Kind.READY, 0, ready.encode());
        Optional<Frame> next = Frame.read(in, Integer.MAX_VALUE);
        while (next.isPresent()) {
            take(next.get(), loader);
            next = Frame.read(in, Integer.MAX_VALUE);
        }
    }

    private void take(Frame frame, ClassLoader loader) throws Garbled {
        switch (frame.kind()) {
            case CALL -> {
                Thread thread = Thread.ofVirtual()
                        .name("call-" + frame.number())
                        .unstarted(() -> carryOut(frame.number(), frame.body()));
                thread.setContextClassLoader(loader);
                calls.put(frame.number(), thread);
                thread.start();
            }
            case CANCEL -> {
                Thread thread = calls.get(frame.number());
                if (thread != null) {
                    thread.interrupt();
                }
            }
            case REPLY -> questions.answered(frame.number(), Json.parse(frame.body()));
            case READY, ANSWER, QUESTION, LINE -> throw new Garbled("a frame of the other direction");
        }
    }

    private void carryOut(long number, byte[] body) {
        RemoteClient client = new RemoteClient(questions, number);
        Answer answer;
        try {
            ObjectNode document = Json.parse(body);
            PrintedLines.begin(number);
            answer = answer(Call.decode(document), Call.context(document, client, clock));
        } catch (Garbled impossible) {
            answer = new Answer.Refused(
                    ErrorCode.HANDLER_INTERNAL_FAILURE, String.valueOf(impossible.getMessage()), Optional.empty());
        } finally {
            client.end();
        }
        printed.end();
        try {
            server.answer(number, answer);
        } catch (RuntimeException notToBeWritten) {
            server.answer(number, threw(notToBeWritten));
        }
        calls.remove(number);
    }

    private Answer answer(Call call, Context context) {
        try {
            Answer answer = called(call, context);
            // So that what can't be written counts as thrown by the handler.
            answer.encode();
            return answer;
        } catch (HandlerException failure) {
            return Answer.Refused.of(failure);
        } catch (Throwable bug) {
            return threw(bug);
        }
    }

    private static Answer threw(Throwable bug) {
        StringWriter trace = new StringWriter();
        bug.printStackTrace(new PrintWriter(trace));
        return new Answer.Threw(bug.getClass().getName(), trace.toString());
    }

    private Answer called(Call call, Context context) {
        ResourceHandler handler = maker.handler();
        return switch (call) {
            case Call.OfCreate(var request) -> answer(handler.create(request, context));
            case Call.OfRead(var request) -> answer(handler.read(request, context));
            case Call.OfDelete(var request) -> answer(handler.delete(request, context));
            case Call.OfUpdate(var request) -> answer(((ResourceHandler.Updatable) handler).update(request, context));
            case Call.OfList(var request) ->
                new Answer.OfList(Objects.requireNonNull(((ResourceHandler.Listable) handler).list(request, context)));
            case Call.OfAct(var request) ->
                answer(
                        handler instanceof ResourceHandler.Actionable actionable
                                ? actionable.act(request, context)
                                : Progress.failed(ErrorCode.INTERNAL_FAILURE, "The handler carries out no actions."));
        };
    }

    private static Answer answer(Progress progress) {
        return new Answer.OfProgress(Objects.requireNonNull(progress));
    }
}
