package fairlead.cloudformation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.cloudformation.fault.TemplateException;
import fairlead.cloudformation.limit.Limits;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Small templates that ask for very much end in a limit, soon.
@Timeout(20)
final class BombsTest {

    private static final String RESOURCE =
            "Resources: {A: {Type: Example::Web::Bookmark, Properties: {Name: a, Label: %s}}}\n";

    static Stream<Arguments> bombs() {
        return Stream.of(
                bomb("aliases of aliases", "expected at most 1048576 characters with the aliases unfolded", laughs()),
                bomb(
                        "an alias within what it names",
                        "found one within it",
                        "Metadata: &a {b: *a}\n" + RESOURCE.formatted("x")),
                bomb(
                        "brackets of YAML",
                        "levels",
                        "Metadata: {a: " + "[".repeat(5000) + "]".repeat(5000) + "}\n" + RESOURCE.formatted("x")),
                bomb(
                        "brackets of JSON",
                        "levels",
                        "{\"Metadata\": {\"a\": " + "[".repeat(5000) + "]".repeat(5000) + "}}"),
                bomb(
                        "functions within functions",
                        "expected at most 64 functions within each other",
                        RESOURCE.formatted(nested(70))),
                bomb(
                        "tests within tests",
                        "levels",
                        "Conditions: {C: " + "{\"Fn::Not\": [".repeat(45)
                                + "{\"Fn::Equals\": [a, " + nested(45) + "]}" + "]}".repeat(45) + "}\n"
                                + RESOURCE.formatted("x")),
                bomb(
                        "a text put into a text very often",
                        "come to more than",
                        "Parameters: {P: {Type: String}}\n"
                                + RESOURCE.formatted("!Sub \"" + "${P}".repeat(20_000) + "\"")),
                bomb(
                        "a parameter referred to very often",
                        "come to more than",
                        "Parameters: {P: {Type: String}}\n" + RESOURCE.formatted("[" + "!Ref P,".repeat(5_000) + "x]")),
                bomb("loops within loops", "the template comes to more than", loops()),
                bomb("conditions that depend on one another", "expected at most 200 conditions", chain()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bombs")
    void a_bomb_ends_in_a_limit(String name, String message, String template) {
        long start = System.nanoTime();

        assertThatThrownBy(() -> Template.parse(template, Limits.standard())
                        .compile(Fixtures.inputs(
                                template.startsWith("Parameters") ? Map.of("P", "x".repeat(4096)) : Map.of(),
                                Map.of(),
                                fairlead.cloudformation.parameter.ValueSource.none())))
                .as(name)
                .isInstanceOf(TemplateException.class)
                .hasMessageContaining(message);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }

    private static Arguments bomb(String name, String message, String template) {
        return Arguments.of(name, message, template);
    }

    private static String laughs() {
        StringBuilder text = new StringBuilder("Metadata:\n  a0: &a0 [lol, lol]\n");
        for (int i = 1; i < 40; i++) {
            text.append("  a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }
        return text + RESOURCE.formatted("x");
    }

    private static String nested(int depth) {
        return "{\"Fn::Base64\": ".repeat(depth) + "x" + "}".repeat(depth);
    }

    private static String loops() {
        String values = IntStream.range(0, 50).mapToObj(i -> "v" + i).collect(Collectors.joining(",", "[", "]"));
        String body = "{\"R${A}${B}${C}${D}\": {Type: Example::Web::Bookmark}}";
        for (String name : new String[] {"D", "C", "B", "A"}) {
            body = "{\"Fn::ForEach::L" + name + "\": [" + name + ", " + values + ", " + body + "]}";
        }
        return "Transform: AWS::LanguageExtensions\nResources: " + body + "\n";
    }

    private static String chain() {
        StringBuilder text = new StringBuilder("Conditions:\n");
        for (int i = 0; i < 2000; i++) {
            text.append("  C").append(i).append(": !Condition C").append(i + 1).append('\n');
        }
        return text.append("  C2000: !Equals [a, a]\n")
                .append(RESOURCE.formatted("x"))
                .toString();
    }
}
