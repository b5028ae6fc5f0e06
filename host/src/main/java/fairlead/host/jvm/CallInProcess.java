package fairlead.host.jvm;

import fairlead.handler.Client;
import fairlead.host.CallLog;
import fairlead.host.wire.Answer;
import fairlead.host.wire.Question;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// A call that is under way: what its process says of it comes to the thread that waits for the answer.
final class CallInProcess {

    /// So many questions at a time a handler may leave open.
    static final int MOST_OPEN = 64;

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final CallLog log;
    private final Client client;

    /// What happens to a call.
    sealed interface Event {

        record Answered(Answer answer) implements Event {}

        record Asked(long number, Question question) implements Event {}

        record Ended(ProcessEnded how) implements Event {}
    }

    CallInProcess(CallLog log, Client client) {
        this.log = log;
        this.client = client;
    }

    CallLog log() {
        return log;
    }

    Client client() {
        return client;
    }

    BlockingQueue<Event> events() {
        return events;
    }

    /// False if the handler asks more than it waits for.
    boolean tell(Event event) {
        return events.size() < MOST_OPEN && events.offer(event);
    }
}
