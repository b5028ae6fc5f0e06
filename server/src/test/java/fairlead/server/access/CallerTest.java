package fairlead.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.telemetry.Origin;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is known of a caller stays known, whatever is found out or decided besides.
class CallerTest {

    private static final RequestContext WAY = new RequestContext("arm", "agent", "2026-11-01", Optional.empty())
            .signedBy(new RequestContext.UsedKey("AKIA", "1", "arn", List.of(new UUID(1, 2))));
    private static final Principal ANN = new Principal("ann", "User", new UUID(1, 1));

    static Stream<UnaryOperator<Caller>> changes() {
        return Stream.of(
                caller -> caller.as(ANN, Subject.of(ANN.id())), Caller::undecided, caller -> caller.with(List.of()));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void keepsTheWayInWhichItCame(UnaryOperator<Caller> change) {
        Caller caller =
                new Caller(ANN, new Origin("r", "c", Optional.of("own"), Optional.empty()), "192.0.2.1").by(WAY);

        Caller changed = change.apply(caller);

        assertThat(changed.context()).isEqualTo(WAY);
        assertThat(changed.origin()).isEqualTo(caller.origin());
        assertThat(changed.address()).isEqualTo("192.0.2.1");
    }
}
