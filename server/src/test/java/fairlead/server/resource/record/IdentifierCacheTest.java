package fairlead.server.resource.record;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.TypeName;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class IdentifierCacheTest {

    private static final ResourceId FIRST =
            ResourceId.parse("/subscriptions/a/resourceGroups/g/providers/N.S/things/one");
    private static final ResourceId SECOND =
            ResourceId.parse("/subscriptions/a/resourceGroups/g/providers/N.S/things/two");

    private OptionalLong state = OptionalLong.of(0);
    private Optional<IdentifierRecord> record = Optional.of(new IdentifierRecord(FIRST, 1));
    private int reads;

    private final IdentifierCache cache = new IdentifierCache(() -> state);

    private Optional<IdentifierRecord> of(String identifier) {
        var key = new IdentifierCache.Key("a", "local", TypeName.parse("House::Parts::Shelf"), identifier);
        return cache.of(key, () -> {
            reads++;
            return record;
        });
    }

    @Test
    void whatHasNotChangedIsReadOnce() {
        assertThat(of("x")).isEqualTo(of("x"));
        assertThat(reads).isEqualTo(1);
    }

    @Test
    void thatThereIsNoRecordIsRememberedToo() {
        record = Optional.empty();
        assertThat(of("x")).isEmpty();
        assertThat(of("x")).isEmpty();
        assertThat(reads).isEqualTo(1);
    }

    @Test
    void whateverHasChangedItIsReadAgain() {
        of("x");
        state = OptionalLong.of(2);
        record = Optional.of(new IdentifierRecord(SECOND, 2));
        assertThat(of("x")).hasValue(new IdentifierRecord(SECOND, 2));
    }

    @Test
    void nothingCountsWhileItIsUnknownWhatIsStored() {
        state = OptionalLong.empty();
        of("x");
        record = Optional.empty();
        assertThat(of("x")).isEmpty();
        state = OptionalLong.of(0);
        record = Optional.of(new IdentifierRecord(SECOND, 1));
        assertThat(of("x")).hasValue(new IdentifierRecord(SECOND, 1));
    }

    @Test
    void eachIdentifierHasItsOwn() {
        of("x");
        record = Optional.of(new IdentifierRecord(SECOND, 1));
        assertThat(of("y")).hasValue(new IdentifierRecord(SECOND, 1));
        assertThat(of("x")).hasValue(new IdentifierRecord(FIRST, 1));
    }

    @Test
    void ofVeryManyNoneIsWrong() {
        for (int i = 0; i < 10_000; i++) {
            of("x" + i);
        }
        assertThat(of("x1")).hasValue(new IdentifierRecord(FIRST, 1));
    }
}
