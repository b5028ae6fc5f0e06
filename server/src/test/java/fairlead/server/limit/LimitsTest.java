package fairlead.server.limit;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.testing.SettableClock;
import fairlead.server.limit.Limits.Grant;
import fairlead.server.limit.Limits.Grant.Granted;
import fairlead.server.limit.Limits.Grant.Refused;
import fairlead.server.time.SettableTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsTest {

    private static final String SUBSCRIPTION = "11111111-1111-1111-1111-11111111111a";

    private final SettableClock clock = SettableClock.atNoon();
    private final SettableTime time = new SettableTime(clock);
    private final Limits limits = new Limits(new Limits.Settings(4, 2, 1, 5, 3), time);

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

    @ParameterizedTest
    @ValueSource(strings = {"PT-1H", "PT-30S", "PT1H"})
    void goOnWhenTheClockIsSet(Duration step) {
        take(Use.WRITES);
        time.step(step);
        assertThat(take(Use.WRITES)).isEqualTo(new Granted(18));
        takeAll(Use.WRITES);
        assertThat(take(Use.WRITES)).isEqualTo(new Refused(Duration.ofMillis(500)));
        clock.advance(Duration.ofMillis(500));
        assertThat(take(Use.WRITES)).isEqualTo(new Granted(0));
    }

    @Test
    void countWhereTheTimeOfTheMachineIsNegativeOrOverflows() {
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000L);
        Limits overflowing = new Limits(new Limits.Settings(4, 2, 1, 5, 3), nanos::get);
        assertThat(overflowing.take("", "developer", Use.DELETES)).isEqualTo(new Granted(9));
        nanos.addAndGet(2_000_000_000L);
        assertThat(nanos.get()).isNegative();
        assertThat(overflowing.take("", "developer", Use.DELETES)).isEqualTo(new Granted(9));
    }

    @Test
    void takeAReadForEveryTenRecordsThatWereReadForAList() {
        limits.spend(SUBSCRIPTION, "developer", 95);
        assertThat(take(Use.READS)).isEqualTo(new Granted(30));
        limits.spend(SUBSCRIPTION, "developer", 9);
        assertThat(take(Use.READS)).isEqualTo(new Granted(29));
        limits.spend(SUBSCRIPTION, "another", 1000);
        assertThat(take(Use.READS)).isEqualTo(new Granted(28));
    }

    @Test
    void takeWhatRecordsCostBeyondTheBudgetFromWhatComesBack() {
        takeAll(Use.READS);
        limits.spend(SUBSCRIPTION, "developer", 100);
        assertThat(take(Use.READS)).isEqualTo(new Refused(Duration.ofMillis(2750)));
        clock.advance(Duration.ofMillis(2750));
        assertThat(take(Use.READS)).isEqualTo(new Granted(0));
    }

    @Test
    void neverTakeMoreThanAFullBucketForRecords() {
        limits.spend(SUBSCRIPTION, "developer", Long.MAX_VALUE);
        limits.spend(SUBSCRIPTION, "developer", Long.MAX_VALUE);
        limits.spend(SUBSCRIPTION, "developer", Long.MAX_VALUE);
        clock.advance(Duration.ofSeconds(11));
        assertThat(take(Use.READS)).isInstanceOf(Granted.class);
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
