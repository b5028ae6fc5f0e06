package fairlead.server.limit;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.testing.SettableClock;
import fairlead.server.limit.Limits.Grant;
import fairlead.server.limit.Limits.Grant.Granted;
import fairlead.server.limit.Limits.Grant.Refused;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LimitsTest {

    private static final String SUBSCRIPTION = "11111111-1111-1111-1111-11111111111a";

    private final SettableClock clock = SettableClock.atNoon();
    private final Limits limits = new Limits(new Limits.Settings(4, 2, 1, 5, 3), clock);

    private Grant take(Use use) {
        return limits.take(SUBSCRIPTION, "developer", use);
    }

    private void takeAll(Use use) {
        while (take(use) instanceof Granted) {
            // Until there is none left.
        }
    }

    @Test
    void letTenSecondsWorthOfRequestsThroughAtOnce() {
        assertThat(take(Use.WRITES)).isEqualTo(new Granted(19));
        assertThat(take(Use.WRITES)).isEqualTo(new Granted(18));
    }

    @Test
    void refuseTheNextOneAndSayWhenItCanCome() {
        takeAll(Use.WRITES);
        assertThat(take(Use.WRITES)).isEqualTo(new Refused(Duration.ofMillis(500)));
    }

    @Test
    void giveBackAtAnEvenRate() {
        takeAll(Use.WRITES);
        clock.advance(Duration.ofSeconds(3));
        assertThat(take(Use.WRITES)).isEqualTo(new Granted(5));
    }

    @Test
    void neverGiveMoreThanAFullBucket() {
        clock.advance(Duration.ofDays(1));
        assertThat(take(Use.DELETES)).isEqualTo(new Granted(9));
    }

    @Test
    void keepBudgetsApart() {
        takeAll(Use.DELETES);
        assertThat(take(Use.READS)).isInstanceOf(Granted.class);
        assertThat(limits.take(SUBSCRIPTION, "somebody else", Use.DELETES)).isInstanceOf(Granted.class);
        assertThat(limits.take("", "developer", Use.DELETES)).isInstanceOf(Granted.class);
    }

    @Test
    void knowASubscriptionInAnyCase() {
        takeAll(Use.DELETES);
        assertThat(limits.take(SUBSCRIPTION.toUpperCase(java.util.Locale.ROOT), "developer", Use.DELETES))
                .isInstanceOf(Refused.class);
    }

    @Test
    void forgetWhomTheyHaveNotHeardOfForLong() {
        takeAll(Use.DELETES);
        for (int i = 0; i < 30_000; i++) {
            limits.take("made-up-" + i, "developer", Use.READS);
            clock.advance(Duration.ofMillis(1));
        }
        assertThat(limits.remembered()).isLessThanOrEqualTo(10_001);
    }

    @Test
    void sayWhenThereIsTooMuchAtOnce() {
        assertThat(limits.exceededBy(3)).isFalse();
        assertThat(limits.exceededBy(4)).isTrue();
    }
}
