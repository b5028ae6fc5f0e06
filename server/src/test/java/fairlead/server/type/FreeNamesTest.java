package fairlead.server.type;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FreeNamesTest {

    private int asked;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void areFoundOutOnce(boolean any) {
        FreeNames names = new FreeNames();

        for (int i = 0; i < 3; i++) {
            assertThat(names.found(() -> {
                        asked++;
                        return any;
                    }))
                    .isEqualTo(any);
        }

        assertThat(asked).isEqualTo(1);
    }
}
