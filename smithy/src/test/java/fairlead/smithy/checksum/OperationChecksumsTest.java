package fairlead.smithy.checksum;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The checksum that a service gives with its answer.
class OperationChecksumsTest {

    private static final Optional<String> ENABLED = Optional.of("ENABLED");

    private static OperationChecksums answering(String... words) {
        return new OperationChecksums(Optional.empty(), false, Map.of(), false, Optional.of("mode"), List.of(words));
    }

    @Test
    void isOneThatAllClientsSupport() {
        assertThat(answering("SHA256", "CRC64NVME", "CRC32").ofAnswer(ENABLED)).contains(Algorithm.CRC32);
    }

    @Test
    void isTheCheapestOfOthersThatTheOperationNames() {
        assertThat(answering("XXHASH64", "SHA256", "CRC32C").ofAnswer(ENABLED)).contains(Algorithm.CRC32C);
        assertThat(answering("XXHASH64").ofAnswer(ENABLED)).isEmpty();
    }

    @Test
    void isGivenToWhomeverAsksForIt() {
        assertThat(answering("CRC32").ofAnswer(Optional.empty())).isEmpty();
        assertThat(answering("CRC32").ofAnswer(Optional.of("DISABLED"))).isEmpty();
        assertThat(OperationChecksums.NONE.ofAnswer(ENABLED)).isEmpty();
    }
}
