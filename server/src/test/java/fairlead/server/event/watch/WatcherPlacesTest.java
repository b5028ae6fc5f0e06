package fairlead.server.event.watch;

import static fairlead.server.event.watch.WatcherPlaces.Outcome.NONE_LEFT;
import static fairlead.server.event.watch.WatcherPlaces.Outcome.NONE_LEFT_FOR_PRINCIPAL;
import static fairlead.server.event.watch.WatcherPlaces.Outcome.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class WatcherPlacesTest {

    private static final UUID ALICE = new UUID(1, 1);
    private static final UUID BOB = new UUID(1, 2);
    private static final UUID CAROL = new UUID(1, 3);

    private final WatcherPlaces places = new WatcherPlaces(3, 2);

    @Test
    void onePrincipalLeavesSomeForOthers() {
        assertThat(places.take(ALICE)).isEqualTo(TAKEN);
        assertThat(places.take(ALICE)).isEqualTo(TAKEN);
        assertThat(places.take(ALICE)).isEqualTo(NONE_LEFT_FOR_PRINCIPAL);
        assertThat(places.take(BOB)).isEqualTo(TAKEN);
        assertThat(places.take(CAROL)).isEqualTo(NONE_LEFT);
        assertThat(places.taken()).isEqualTo(3);
    }

    @Test
    void aPlaceThatIsReleasedIsTakenAgain() {
        places.take(ALICE);
        places.take(ALICE);
        places.release(ALICE);

        assertThat(places.take(ALICE)).isEqualTo(TAKEN);
        places.release(ALICE);
        places.release(ALICE);
        assertThat(places.taken()).isZero();
    }
}
