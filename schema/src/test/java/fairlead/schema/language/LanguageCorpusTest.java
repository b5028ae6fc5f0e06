package fairlead.schema.language;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.draft07.JavaPattern;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The patterns of the published schemas, below the folder that the system property `corpus` names.
@EnabledIfSystemProperty(named = "corpus", matches = ".+")
class LanguageCorpusTest {

    private static final List<String> TEXTS = List.of(
            "",
            "a",
            "A",
            "0",
            "-",
            " ",
            "é",
            "😀",
            "\n",
            "a\nb",
            "abc",
            "ABC",
            "a.b",
            "a-b",
            "a_b",
            "a/b",
            "a:b",
            "12",
            "123456789012",
            "arn:aws:s3:::bucket",
            "arn:aws-cn:iam::123456789012:role/Admin",
            "vpc-0123456789abcdef0",
            "us-east-1",
            "me@example.com",
            "https://example.com/a?b=c#d",
            "10.0.0.0/16",
            "2020-01-01T00:00:00Z",
            "x".repeat(64),
            "x".repeat(256),
            "/aws/lambda/f",
            "01234567-89ab-cdef-0123-456789abcdef",
            "AKIAIOSFODNN7EXAMPLE",
            "a=b,c=d",
            "$",
            "^",
            "(a)",
            "[a]",
            "{a}",
            "*");

    @Test
    void areReadAsJavaReadsThem() {
        List<String> read = new ArrayList<>();
        Set<String> patterns = patterns();
        for (String pattern : patterns) {
            Language.of(pattern).ifPresent(language -> {
                read.add(pattern);
                assertThat(TEXTS)
                        .as(pattern)
                        .filteredOn(language::accepts)
                        .isEqualTo(TEXTS.stream()
                                .filter(text -> JavaPattern.of(pattern)
                                        .orElseThrow()
                                        .matcher(text)
                                        .find())
                                .toList());
                assertThat(language.isEmpty()).as(pattern).isFalse();
                assertThat(language.contains(language)).as(pattern).isNotInstanceOf(Containment.Fails.class);
            });
        }

        assertThat(read.size()).isGreaterThan(patterns.size() * 9 / 10);
    }

    private static Set<String> patterns() {
        Set<String> patterns = new TreeSet<>();
        try (Stream<Path> tree = Files.walk(Path.of(System.getProperty("corpus", ""), "cfn", "aws"))) {
            tree.filter(file -> file.toString().endsWith(".json")).forEach(file -> collect(read(file), patterns));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return patterns;
    }

    private static JsonNode read(Path file) {
        try {
            return JsonMapper.shared().readTree(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void collect(JsonNode node, Set<String> patterns) {
        if (node.path("pattern").isString()
                && JavaPattern.of(node.path("pattern").stringValue()).isPresent()) {
            patterns.add(node.path("pattern").stringValue());
        }
        node.forEach(child -> collect(child, patterns));
    }
}
