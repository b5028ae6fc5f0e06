package fairlead.schema.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class SourcesTest {

    private static Source read(Notation notation, String text) {
        return notation.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Source.Document document(Notation notation, String text) {
        return switch (read(notation, text)) {
            case Source.Document document -> document;
            case Source.Malformed(var fault) -> throw new AssertionError(fault);
        };
    }

    private static List<String> faults(Notation notation, String text) {
        return switch (read(notation, text)) {
            case Source.Document(var _, var faults, var _) ->
                faults.stream().map(SourcesTest::shown).toList();
            case Source.Malformed(var fault) -> List.of(shown(fault));
        };
    }

    private static String shown(Fault fault) {
        return fault.position() + " " + fault.kind() + " " + fault.pointer();
    }

    private static String at(Notation notation, String text, String pointer) {
        return document(notation, text).places().get().of(pointer).toString();
    }

    @Nested
    class Json {

        private static final String TEXT = """
            {
              "a": [1, {"b/c": 2}],
              "ü~": {"x": "é", "y": null}
            }
            """;

        @Test
        void knowsWhereEverythingIs() {
            assertThat(at(Notation.JSON, TEXT, "")).isEqualTo("1:1");
            assertThat(at(Notation.JSON, TEXT, "/a")).isEqualTo("2:3");
            assertThat(at(Notation.JSON, TEXT, "/a/1")).isEqualTo("2:12");
            assertThat(at(Notation.JSON, TEXT, "/a/1/b~1c")).isEqualTo("2:13");
            assertThat(at(Notation.JSON, TEXT, "/ü~0/y")).isEqualTo("3:20");
        }

        @Test
        void tellsThePlaceAroundWhatIsNotThere() {
            assertThat(at(Notation.JSON, TEXT, "/a/7/c")).isEqualTo("2:3");
        }

        @Test
        void findsEveryNameThatIsThereTwice() {
            assertThat(faults(Notation.JSON, "{\"a\":1,\n\"a\":2,\"b\":[{\"c\":1,\"c\":2}]}"))
                    .containsExactly("2:1 DUPLICATE_NAME /a", "2:19 DUPLICATE_NAME /b/0/c");
        }

        @Test
        void tellsWhereItIsMalformed() {
            assertThat(faults(Notation.JSON, "{\n  \"a\": oops\n}"))
                    .singleElement()
                    .asString()
                    .startsWith("2:");
            assertThat(faults(Notation.JSON, "{} x")).singleElement().asString().startsWith("1:4 JSON");
            assertThat(faults(Notation.JSON, "")).containsExactly("1:1 JSON ");
            assertThat(faults(Notation.JSON, "[".repeat(200))).containsExactly("1:100 LIMITS ");
        }

        @Test
        void isUtf8AlsoBehindAByteOrderMark() {
            byte[] latin = "{\n\"a\": \"é\"}".getBytes(StandardCharsets.ISO_8859_1);

            assertThat(Notation.JSON.read(latin))
                    .isInstanceOfSatisfying(
                            Source.Malformed.class,
                            malformed ->
                                    assertThat(malformed.fault().position()).isEqualTo(new Position(2, 7)));
            assertThat(document(Notation.JSON, "\uFEFF{\"a\": 1}")
                            .root()
                            .path("a")
                            .asInt())
                    .isEqualTo(1);
        }
    }

    @Nested
    class Yaml {

        @Test
        void saysWhatJsonSays() {
            String yaml = """
                a: [1, -2.50, 0x1F, 0o17, 1e3, true, null, ~]
                b: {c: "true", d: 'x', e: !!str 12, f: 2012-10-17, g: yes, h: "1"}
                i: |
                  two
                  lines
                j:
                """;

            assertThat(document(Notation.YAML, yaml).root())
                    .isEqualTo(JsonMapper.builder()
                            .enable(tools.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                            .build()
                            .readTree("""
                                {"a": [1, -2.50, 31, 15, 1e3, true, null, null],
                                 "b": {"c": "true", "d": "x", "e": "12", "f": "2012-10-17", "g": "yes", "h": "1"},
                                 "i": "two\\nlines\\n", "j": null}
                                """));
        }

        @Test
        void knowsWhereEverythingIs() {
            String yaml = "# first\na:\n  - b: 1\n    c: {d: 2}\n";

            assertThat(at(Notation.YAML, yaml, "/a")).isEqualTo("2:1");
            assertThat(at(Notation.YAML, yaml, "/a/0")).isEqualTo("3:5");
            assertThat(at(Notation.YAML, yaml, "/a/0/c/d")).isEqualTo("4:9");
        }

        @Test
        void unfoldsAliases() {
            Source.Document document = document(Notation.YAML, "a: &x {b: 1}\nc: *x\n");

            assertThat(document.root().at("/c/b").asInt()).isEqualTo(1);
            assertThat(document.places().get().of("/c")).isEqualTo(new Position(2, 1));
        }

        @Test
        void refusesAnAliasOfItself() {
            assertThat(faults(Notation.YAML, "a: &x [1, *x]")).containsExactly("1:11 YAML /a/1");
            assertThat(faults(Notation.YAML, "a: *nothing")).containsExactly("1:4 YAML /a");
        }

        @Test
        void refusesABombOfAliases() {
            StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
            for (int i = 1; i < 20; i++) {
                bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(9) + "*a" + (i - 1)));
            }

            assertThat(faults(Notation.YAML, bomb.toString()))
                    .singleElement()
                    .asString()
                    .contains("LIMITS");
        }

        @Test
        void refusesWhatIsTooDeep() {
            assertThat(faults(Notation.YAML, "[".repeat(100_000)))
                    .singleElement()
                    .asString()
                    .contains("LIMITS");
            StringBuilder stairs = new StringBuilder("a0: &a0 [x]\n");
            for (int i = 1; i < 150; i++) {
                stairs.append("a%d: &a%d [*a%d]\n".formatted(i, i, i - 1));
            }
            assertThat(faults(Notation.YAML, stairs.toString()))
                    .singleElement()
                    .asString()
                    .contains("LIMITS");
        }

        @Test
        void findsAllThatJsonCanNotSay() {
            String yaml = "1: a\ntrue: b\n? c\n: .inf\nd: !thing e\nf: 1\nf: 2\n<<: {g: 1}\n";

            assertThat(faults(Notation.YAML, yaml))
                    .containsExactly(
                            "1:1 YAML /1",
                            "2:1 YAML /true",
                            "4:3 YAML /c",
                            "5:4 YAML /d",
                            "7:1 DUPLICATE_NAME /f",
                            "8:1 YAML /<<");
        }

        @Test
        void tellsWhereItIsMalformed() {
            assertThat(faults(Notation.YAML, "a: b\n c: d\n"))
                    .singleElement()
                    .asString()
                    .startsWith("2:");
            assertThat(faults(Notation.YAML, "a: 1\n---\nb: 2\n")).containsExactly("2:1 YAML ");
            assertThat(faults(Notation.YAML, "? [a]\n: b\n"))
                    .singleElement()
                    .asString()
                    .startsWith("1:3 YAML");
            assertThat(faults(Notation.YAML, "")).containsExactly("1:1 YAML ");
        }
    }

    @Test
    void areToldApartByNameOrBeginning() {
        byte[] brace = " {\"a\": 1}".getBytes(StandardCharsets.UTF_8);

        assertThat(Notation.of("a.yml", brace)).isEqualTo(Notation.YAML);
        assertThat(Notation.of("-", brace)).isEqualTo(Notation.JSON);
        assertThat(Notation.of("-", "a: 1".getBytes(StandardCharsets.UTF_8))).isEqualTo(Notation.YAML);
    }

    @Nested
    class ManyDocuments {

        private static List<Source> all(String file, String text) {
            return Notation.readAll(file, text.getBytes(StandardCharsets.UTF_8));
        }

        private static Source.Document one(Source source) {
            return switch (source) {
                case Source.Document document -> document;
                case Source.Malformed(var fault) -> throw new AssertionError(fault);
            };
        }

        @Test
        void ofYamlHaveTheirOwnPlacesFaultsAndAnchors() {
            List<Source> all = all("a.yaml", "a: &x 1\n---\nb: *x\n");
            assertThat(one(all.getFirst()).root().toString()).isEqualTo("{\"a\":1}");
            assertThat(all.getLast()).isInstanceOf(Source.Malformed.class);

            List<Source> fine = all("a.yaml", "a: 1\na: 2\n---\n\nb: 3\n");
            assertThat(one(fine.getFirst()).faults()).hasSize(1);
            assertThat(one(fine.getLast()).faults()).isEmpty();
            assertThat(one(fine.getLast()).places().get().of("/b")).hasToString("5:1");
        }

        @Test
        void areReadUntilOneCanNotBe() {
            List<Source> all = all("a.yaml", "a: 1\n---\nb: [\n---\nc: 2\n");
            assertThat(all).hasSize(2);
            assertThat(one(all.getFirst()).root().toString()).isEqualTo("{\"a\":1}");
            assertThat(all.getLast()).isInstanceOf(Source.Malformed.class);
        }

        @Test
        void ofJsonAreOne() {
            assertThat(all("a.json", "{\"a\": 1}")).hasSize(1);
            assertThat(all("a.json", "{a: 1}").getFirst()).isInstanceOf(Source.Malformed.class);
        }

        @Test
        void mayBeYamlThatBeginsAsJsonDoesWhereNoNameTells() {
            assertThat(one(all("", "{a: 1}\n---\n{b: 2}\n").getLast()).root().toString())
                    .isEqualTo("{\"b\":2}");
            assertThat(all("", "{\"a\": 1").getFirst())
                    .isInstanceOfSatisfying(
                            Source.Malformed.class,
                            wrong -> assertThat(wrong.fault().kind()).isEqualTo(Fault.Kind.JSON));
        }
    }
}
