package fairlead.host.inside;

import fairlead.handler.Client;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.host.wire.Answer;
import fairlead.host.wire.Frame;
import fairlead.host.wire.Garbled;
import fairlead.host.wire.Json;
import fairlead.host.wire.Question;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.node.ObjectNode;

/// The control plane, as a handler asks it in one call.
final class RemoteClient implements Client {

    private final Questions questions;
    private final long call;
    private volatile boolean over;

    /// The questions of all calls that the server has not answered yet.
    static final class Questions {

        private final Map<Long, CompletableFuture<ObjectNode>> open = new ConcurrentHashMap<>();
        private final AtomicLong next = new AtomicLong();
        private final Server server;

        Questions(Server server) {
            this.server = server;
        }

        void answered(long number, ObjectNode answer) {
            CompletableFuture<ObjectNode> waiting = open.remove(number);
            if (waiting != null) {
                waiting.complete(answer);
            }
        }

        private ObjectNode ask(Question question) throws InterruptedException {
            long number = next.incrementAndGet();
            CompletableFuture<ObjectNode> answer = new CompletableFuture<>();
            open.put(number, answer);
            try {
                server.send(Frame.Kind.QUESTION, number, question.encode());
                return answer.get();
            } catch (ExecutionException impossible) {
                throw new IllegalStateException(impossible);
            } finally {
                open.remove(number);
            }
        }
    }

    RemoteClient(Questions questions, long call) {
        this.questions = questions;
        this.call = call;
    }

    /// From now on no server would answer.
    void end() {
        over = true;
    }

    @Override
    public ObjectNode put(String id, ObjectNode resource) {
        ObjectNode answer = ask(Question.Verb.PUT, id, Optional.of(resource));
        return answer.get("resource") instanceof ObjectNode now ? now : Json.object();
    }

    @Override
    public Optional<ObjectNode> get(String id) {
        ObjectNode answer = ask(Question.Verb.GET, id, Optional.empty());
        return answer.get("resource") instanceof ObjectNode found ? Optional.of(found) : Optional.empty();
    }

    @Override
    public boolean delete(String id) {
        return ask(Question.Verb.DELETE, id, Optional.empty()).path("gone").asBoolean(false);
    }

    private ObjectNode ask(Question.Verb verb, String id, Optional<ObjectNode> resource) {
        if (over) {
            throw new HandlerException(ErrorCode.INTERNAL_FAILURE, "The call has ended.");
        }
        try {
            ObjectNode answer = questions.ask(new Question(call, verb, id, resource));
            if (answer.has("refused") && Answer.decode(answer) instanceof Answer.Refused refused) {
                throw refused.exception();
            }
            return answer;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new HandlerException(ErrorCode.SERVICE_TIMEOUT, "The call was given up.", interrupted);
        } catch (Garbled impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
