package fairlead.server.scope;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LocationsTest {

    private static final Locations CELL =
            new Locations(List.of("West Europe", "North Europe", "eastus"), List.of("North Europe"));

    @Test
    void areComparedWithoutBlanksAndCase() {
        assertThat(CELL.has("WESTEUROPE")).isTrue();
        assertThat(CELL.has("west europe")).isTrue();
        assertThat(CELL.has("west-europe")).isFalse();
    }

    @Test
    void keepTheirNamesForPeople() {
        assertThat(CELL.all())
                .containsExactly(
                        new Location("westeurope", "West Europe"),
                        new Location("northeurope", "North Europe"),
                        new Location("eastus", "eastus"));
    }

    @Test
    void areKnownToACellThatServesOnlySome() {
        assertThat(CELL.serves("northeurope")).isTrue();
        assertThat(CELL.serves("eastus")).isFalse();
        assertThat(CELL.isPartial()).isTrue();
        assertThat(new Locations(List.of("eastus")).isPartial()).isFalse();
    }

    @Test
    void offerATypeWhereItsRegistrationSays() {
        assertThat(CELL.offers("East US", List.of("eastus"))).isTrue();
        assertThat(CELL.offers("West Europe", List.of("eastus"))).isFalse();
        assertThat(CELL.offered(List.of("eastus", "mars"))).containsExactly("eastus");
        assertThat(CELL.servedOf(List.of())).containsExactly("northeurope");
    }

    @Test
    void areAnyWhereNoneIsConfigured() {
        Locations any = new Locations(List.of());
        assertThat(any.serves("wherever")).isTrue();
        assertThat(any.offered()).containsExactly("local");
        assertThat(any.offers("wherever", List.of("mars"))).isFalse();
    }
}
