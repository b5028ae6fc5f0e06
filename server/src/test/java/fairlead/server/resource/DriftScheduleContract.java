package fairlead.server.resource;

import static fairlead.server.resource.World.GIZMO;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.drift.Drifts;
import fairlead.server.drift.Report;
import fairlead.server.drift.Schedule;
import fairlead.server.drift.Status;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.step.OrphanCleanup;
import fairlead.server.secret.Vault;
import fairlead.server.telemetry.Metrics;
import fairlead.server.type.definition.DriftPolicy;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Rounds along all resources, by one node and by two, on every database.
abstract class DriftScheduleContract {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final int MANY = 120;

    private World world;
    private Drifts drifts;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        drifts = DriftContract.drifts(world, new Metrics());
        for (int i = 0; i < MANY; i++) {
            world.made(gizmo(i), "{'Color': 'red'}");
        }
        world.gizmos.calls.clear();
    }

    @AfterEach
    void end() {
        world.close();
    }

    private ResourceId gizmo(int number) {
        return world.id(GIZMO, "g" + number);
    }

    private Schedule schedule(Duration interval) {
        return new Schedule(
                world.database,
                world.types,
                world.resources,
                drifts,
                new OrphanCleanup(world.database, world.types, world.vault(), world.handlers, world.clock),
                new Schedule.Settings(interval, new Random(3)),
                world.clock);
    }

    private int reads() {
        return Collections.frequency(world.gizmos.calls, "read");
    }

    private Optional<Report> report(int number) {
        return drifts.get(gizmo(number)).report();
    }

    @Test
    void looksAtEveryResourceOnceARound() {
        Schedule schedule = schedule(HOUR);
        schedule.runDue();
        assertThat(reads()).isEqualTo(MANY);
        schedule.runDue();
        world.clock.advance(Duration.ofMinutes(20));
        schedule.runDue();
        assertThat(reads()).isEqualTo(MANY);
        world.clock.advance(Duration.ofMinutes(40));
        schedule.runDue();
        assertThat(reads()).isEqualTo(2 * MANY);
    }

    @Test
    void looksAtNothingUnlessItIsToldTo() {
        schedule(Duration.ZERO).runDue();
        assertThat(reads()).isZero();
    }

    @Test
    void findsWhatHasDriftedAndRepairsWhatIsToBeRepaired() {
        drifts.setPolicy(World.DEVELOPER, gizmo(5), Optional.of(DriftPolicy.REPAIR));
        world.gizmos.thing("gizmo-6").put("Color", "blue");
        world.gizmos.thing("gizmo-8").put("Color", "blue");
        schedule(HOUR).runDue();
        world.settle();
        assertThat(world.gizmos.thing("gizmo-6").path("Color").asString()).isEqualTo("red");
        assertThat(world.gizmos.thing("gizmo-8").path("Color").asString()).isEqualTo("blue");
        assertThat(report(7).orElseThrow().finding().status()).isEqualTo(Status.DRIFTED);
    }

    @Test
    void goesOnBehindWhatCanNotBeLookedAt() {
        world.working = false;
        world.put(gizmo(0), "{'Color': 'blue'}");
        world.gizmos.answerNext(Progress.failed(ErrorCode.ACCESS_DENIED, "no"));
        schedule(HOUR).runDue();
        assertThat(report(0)).isEmpty();
        assertThat(report(MANY - 1)).isPresent();
    }

    @Test
    void anotherNodeGoesOnWhereOneHasDied() {
        schedule(HOUR).runDue();
        assertThat(reads()).isEqualTo(MANY);
        world.database.write(transaction -> transaction.update(
                "INSERT INTO drift_batch (behind, last_uid, lease) SELECT '', max(uid), ? FROM resource",
                world.clock.instant().plus(Duration.ofMinutes(10))));
        world.database.write(transaction -> transaction.update("DELETE FROM drift"));
        schedule(HOUR).runDue();
        assertThat(reads()).isEqualTo(MANY);
        world.clock.advance(Duration.ofMinutes(11));
        schedule(HOUR).runDue();
        assertThat(reads()).isEqualTo(2 * MANY);
        schedule(HOUR).runDue();
        assertThat(reads()).isEqualTo(2 * MANY);
    }

    @Test
    void beginsAnotherRoundThoughAStretchOfTheLastOneWasNeverEnded() {
        Duration minute = Duration.ofMinutes(1);
        schedule(minute).runDue();
        world.database.write(transaction -> transaction.update(
                "INSERT INTO drift_batch (behind, last_uid, lease) SELECT '', max(uid), ? FROM resource",
                world.clock.instant().plus(Duration.ofMinutes(10))));
        world.clock.advance(minute.multipliedBy(2));
        schedule(minute).runDue();
        assertThat(reads()).isEqualTo(2 * MANY);
    }

    @Test
    void forgetsWhatWasKnownOfResourcesThatAreGone() {
        schedule(HOUR).runDue();
        world.delete(gizmo(3));
        world.settle();
        world.clock.advance(HOUR);
        schedule(HOUR).runDue();
        long rows = world.database.read(transaction ->
                transaction.one("SELECT count(*) FROM drift", Row::number).orElseThrow());
        assertThat(rows).isEqualTo(MANY - 1L);
    }
}
