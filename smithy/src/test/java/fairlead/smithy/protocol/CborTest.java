package fairlead.smithy.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// The examples are those of RFC 8949, appendix A, and what comes close to them.
class CborTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '!', textBlock = """
        1bffffffffffffffff;       18446744073709551615
        3bffffffffffffffff;       -18446744073709551616
        c249010000000000000000;   18446744073709551616
        c249ffffffffffffffffff;   4722366482869645213695
        c349010000000000000000;   -18446744073709551617
        c48221196ab3;             273.15
        c482c24100c24180;         128
        f93e00;                   1.5
        f90001;                   5.960464477539063E-8
        fa47c35000;               100000.0
        fb3ff199999999999a;       1.1
        f7;                       null
        7f657374726561646d696e67ff; "streaming"
        9f018202039f0405ffff;     [1,[2,3],[4,5]]
        bf6346756ef563416d7421ff; {"Fun":true,"Amt":-2}
        d9d9f701;                 1
        """)
    void readsEveryFormOfAValue(String hex, String json) {
        assertThat(read(hex).toString()).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource({"c11a514b67b0,2013-03-21T20:04:00Z", "c1fb41d452d9ec200000,2013-03-21T20:04:00.500Z"})
    void readsAndWritesTimestamps(String hex, Instant time) {
        assertThat(read(hex)).isEqualTo(NODES.pojoNode(time));
        assertThat(written(NODES.pojoNode(time))).isEqualTo(hex);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '!', textBlock = """
        {"a":[1,-500,true,null,"ü"]}; a1616185013901f3f5f662c3bc
        -9223372036854775808;         3b7fffffffffffffff
        4722366482869645213695;       c24a00ffffffffffffffffff
        """)
    void writesTheShortestFormWithItsLength(String json, String hex) {
        JsonNode tree = JsonMapper.shared().readTree(json);
        assertThat(written(tree)).isEqualTo(hex);
        assertThat(read(hex)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource({"0,00", "-1,20", "18446744073709551615,c24900ffffffffffffffff"})
    void writesBigNumbersOnlyWhereNoOtherFormDoes(BigInteger number, String hex) {
        assertThat(written(NODES.numberNode(number))).isEqualTo(hex);
    }

    /// Nothing, ends too early, something behind, keys that are no text, values and lengths that are not there, texts
    /// that are not UTF-8, tags of numbers and times before something else.
    @ParameterizedTest
    @CsvSource({
        "''",
        "9f",
        "81",
        "c1",
        "81c1",
        "62ff",
        "5bffffffffffffffff",
        "9a7fffffff",
        "a0a0",
        "0101",
        "01d7",
        "a10102",
        "a1410102",
        "bf6161ff",
        "e0",
        "f8ff",
        "1c",
        "fc",
        "ff",
        "80ff",
        "7f61617f6162ffff",
        "5f414100ff",
        "62ff41",
        "c26161",
        "c301",
        "c40c",
        "c48101",
        "c16161",
        "c1f6",
        "c1fb7ff8000000000000",
        "c11b7fffffffffffffff"
    })
    void refusesWhatIsNotOneWholeItem(String hex) {
        assertThatThrownBy(() -> read(hex)).isInstanceOf(MalformedAnswer.class);
    }

    @ParameterizedTest
    @CsvSource({"200,true", "201,false"})
    void readsValuesNestedUpToALimit(int depth, boolean allowed) {
        String hex = "81".repeat(depth - 1) + "80";
        if (allowed) {
            assertThat(read(hex).size()).isEqualTo(1);
        } else {
            assertThatThrownBy(() -> read(hex)).isInstanceOf(MalformedAnswer.class);
        }
    }

    private static JsonNode read(String hex) {
        return CborReader.read(HexFormat.of().parseHex(hex));
    }

    private static String written(JsonNode tree) {
        return HexFormat.of().formatHex(CborWriter.write(tree));
    }
}
