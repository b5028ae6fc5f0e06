package fairlead.server.resource.list;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.AccessScope;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class AddressRangesTest {

    private static final String ALL = "/s/";

    @Property
    void aKeyIsInOneRangeIfItIsAtOrBelowAScopeAndElseInNone(
            @ForAll("keys") String key, @ForAll("scopes") List<String> scopes) {
        boolean below = scopes.stream().anyMatch(scope -> AccessScope.isAbove(scope, key));
        long ranges = AddressRanges.of(ALL, scopes).stream()
                .filter(range -> key.compareTo(range.after()) > 0 && key.compareTo(range.end()) < 0)
                .count();
        assertThat(ranges).isEqualTo(below ? 1 : 0);
    }

    @Property
    void rangeAfterRangeHasTheKeysInTheirOrder(
            @ForAll("manyKeys") Set<String> keys, @ForAll("scopes") List<String> scopes) {
        List<String> expected = keys.stream()
                .filter(key -> scopes.stream().anyMatch(scope -> AccessScope.isAbove(scope, key)))
                .sorted()
                .toList();
        List<String> walked = AddressRanges.of(ALL, scopes).stream()
                .flatMap(range -> keys.stream()
                        .filter(key -> key.compareTo(range.after()) > 0 && key.compareTo(range.end()) < 0)
                        .sorted())
                .toList();
        assertThat(walked).isEqualTo(expected);
    }

    @Example
    void aScopeAboveThePrefixHasAllOfIt() {
        assertThat(AddressRanges.areAllIn("/s/g/", List.of("/s"))).isTrue();
        assertThat(AddressRanges.areAllIn("/s/g/", List.of("/s/g"))).isTrue();
        assertThat(AddressRanges.areAllIn("/s/g/", List.of("", "/x"))).isTrue();
        assertThat(AddressRanges.areAllIn("/s/g/", List.of("/s/g/a", "/s/gh"))).isFalse();
    }

    @Example
    void scopesElsewhereHaveNothingOfIt() {
        assertThat(AddressRanges.of("/s/g/", List.of("/s/gh", "/t/g/a"))).isEmpty();
    }

    @Provide
    Arbitrary<String> keys() {
        return Arbitraries.of("a", "b", "a-b", "a.b", "a0", "ab")
                .list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .map(names -> ALL + String.join("/", names));
    }

    @Provide
    Arbitrary<Set<String>> manyKeys() {
        return keys().set().ofMaxSize(30);
    }

    @Provide
    Arbitrary<List<String>> scopes() {
        return keys().list().ofMaxSize(6);
    }
}
