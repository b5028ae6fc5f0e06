package fairlead.server.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a task is told of the time that its operation has used up.
abstract class UsedTimeContract extends OperationsSetting {

    private Optional<Duration> toldLast() {
        return script.seen.getLast().execution().used();
    }

    @Test
    void isThatBeforeTheStepAndNotThatBeforeThePause() {
        accept();
        script.steps.add(again(Duration.ofSeconds(10)));
        script.steps.add(succeed());
        abandonClaims();
        operations.runDue();
        clock.advance(Duration.ofMinutes(3));
        operations.runDue();
        assertThat(toldLast()).contains(Duration.ofMinutes(3));
    }

    @Test
    void hasNothingOfAPauseThatWasCutShortAlsoInAnotherProcess() {
        OperationId id = accept();
        script.steps.add(again(Duration.ofHours(1)));
        script.steps.add(succeed());
        abandonClaims();
        operations.runDue();
        clock.advance(Duration.ofMinutes(2));
        boolean _ = database.write(transaction -> {
            operations.hasten(transaction, id);
            return true;
        });
        node("node-2").runDue();
        assertThat(toldLast()).contains(Duration.ofMinutes(2));
    }

    @Test
    void hasAllOfAPauseThatWasNot() {
        accept();
        script.steps.add(again(Duration.ofHours(1)));
        script.steps.add(succeed());
        abandonClaims();
        operations.runDue();
        clock.advance(Duration.ofHours(1));
        node("node-2").runDue();
        assertThat(toldLast()).contains(Duration.ofHours(1));
    }
}
