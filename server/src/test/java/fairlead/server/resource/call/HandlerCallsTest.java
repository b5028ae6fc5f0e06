package fairlead.server.resource.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.handler.Progress;
import fairlead.schema.TypeName;
import fairlead.server.operation.OperationId;
import fairlead.server.telemetry.AbandonedException;
import fairlead.server.telemetry.Activity;
import fairlead.server.telemetry.CallerWait;
import fairlead.server.telemetry.Origin;
import fairlead.server.telemetry.RecordsRead;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.time.Deadlines;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// What becomes of a handler's call whose caller goes away.
class HandlerCallsTest {

    private static final Duration LONG = Duration.ofDays(1);
    private static final Origin ORIGIN = new Origin("request-1", "correlation-1", Optional.empty(), Optional.empty());

    private final HandlerCalls calls = new HandlerCalls(new Deadlines(Duration.ofMillis(20)));
    private final CountDownLatch interrupted = new CountDownLatch(1);

    /// A caller that goes away, unless something was changed for it.
    private static final class Caller implements CallerWait {

        private final AtomicBoolean gone = new AtomicBoolean();
        private final AtomicBoolean changing = new AtomicBoolean();

        @Override
        public boolean isOver() {
            return gone.get() && !changing.get();
        }

        @Override
        public void changes() {
            changing.set(true);
        }
    }

    private static CallTarget target() {
        OperationId operation = new OperationId(UUID.fromString("01a20135-8897-78e5-95ce-b99c9ab92c16"));
        return new CallTarget(operation, TypeName.parse("Test::Shop::Gizmo"), "read");
    }

    private HandlerAnswer called(Caller caller, Supplier<Progress> handler) {
        return Activity.ofRequest(Telemetry.none(), ORIGIN, "routing-1", caller, new RecordsRead())
                .call(() -> calls.call(target(), LONG, handler));
    }

    private Progress hang() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException end) {
            interrupted.countDown();
        }
        return Progress.gone();
    }

    @Test
    void isInterruptedAndTheRequestIsGivenUp() throws InterruptedException {
        Caller caller = new Caller();

        assertThatThrownBy(() -> called(caller, () -> {
                    caller.gone.set(true);
                    return hang();
                }))
                .isInstanceOf(AbandonedException.class);

        interrupted.await();
    }

    @Test
    void goesOnWhenSomethingWasChangedForTheCaller() {
        Caller caller = new Caller();
        caller.changes();

        HandlerAnswer answer = called(caller, () -> {
            caller.gone.set(true);
            return Progress.done(JsonMapper.shared().createObjectNode());
        });

        assertThat(answer).isInstanceOf(HandlerAnswer.Progressed.class);
    }
}
