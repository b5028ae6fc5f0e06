package fairlead.server.resource.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.resource.call.StepState.Phase;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepStateTest {

    @ParameterizedTest
    @CsvSource({
        "CALL, CALL",
        "DEPENDENTS, DEPENDENTS",
        "RECOVER, RECOVER",
        "REMAKE, RECREATE",
        "VERIFY, VERIFY",
        "NESTED, NESTED",
        "MAKE_NEW, CREATE_NEW",
        "SHOW_NEW, VERIFY_NEW",
        "DELETE_OLD, DELETE_OLD",
        "MISS_OLD, AWAIT_OLD_GONE",
        "UNDO_NEW, DELETE_NEW",
        "RESTORE_OLD, RECREATE_OLD"
    })
    void everyWordThatAnEarlierVersionHasStoredIsRead(String stored, Phase phase) {
        assertThat(Phase.parse(stored)).isEqualTo(phase);
        assertThat(phase.word()).isEqualTo(stored);
    }

    @Test
    void noTwoPhasesAreStoredUnderOneWord() {
        assertThat(Arrays.stream(Phase.values()).map(Phase::word)).doesNotHaveDuplicates();
    }

    @Test
    void aWordThatNoPhaseHasIsRefused() {
        assertThatThrownBy(() -> Phase.parse("LATER"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("LATER");
    }
}
