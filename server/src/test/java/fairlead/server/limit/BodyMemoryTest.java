package fairlead.server.limit;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.limit.BodyMemory.Part;
import org.junit.jupiter.api.Test;

class BodyMemoryTest {

    private final BodyMemory memory = new BodyMemory(1000);

    @Test
    void givesOneCallerHalfOfIt() {
        Part first = memory.open("a");
        Part second = memory.open("a");
        assertThat(first.take(300)).isTrue();
        assertThat(second.take(200)).isTrue();
        assertThat(second.take(1)).isFalse();
        assertThat(memory.open("b").take(500)).isTrue();
        assertThat(memory.held()).isEqualTo(1000);
    }

    @Test
    void endsForAllCallersTogether() {
        memory.open("a").take(500);
        memory.open("b").take(400);
        Part third = memory.open("c");
        assertThat(third.take(101)).isFalse();
        assertThat(third.take(100)).isTrue();
    }

    @Test
    void isGivenBackWithTheEndOfARequestAndOnce() {
        Part first = memory.open("a");
        first.take(300);
        first.take(200);
        Part second = memory.open("a");
        assertThat(second.take(1)).isFalse();
        first.close();
        first.close();
        assertThat(memory.held()).isZero();
        assertThat(second.take(500)).isTrue();
    }

    @Test
    void letsALargeBodyInThatIsAlone() {
        Part only = memory.open("a");
        assertThat(only.take(600)).isTrue();
        assertThat(only.take(900)).isTrue();
        assertThat(memory.open("b").take(1)).isFalse();
        only.close();
        assertThat(memory.open("b").take(1)).isTrue();
    }
}
