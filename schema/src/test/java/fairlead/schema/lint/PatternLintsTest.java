package fairlead.schema.lint;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Finding;
import fairlead.schema.language.Languages;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;

class PatternLintsTest {

    private static List<String> messages(String pattern) {
        List<Finding> findings = new ArrayList<>();
        new PatternLints(findings, new Languages())
                .look("/properties/P", JsonNodeFactory.instance.objectNode().put("pattern", pattern));
        return findings.stream().map(Finding::message).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"^[a-z&&b]$", "^[[a-z&&b]$", "^[a[b-z&&c]$", "^[&&b]$"})
    void anIntersectionIsToldWhereverItsClassBegins(String pattern) {
        assertThat(messages(pattern)).anyMatch(message -> message.contains("&& in a class"));
    }

    @Test
    void aHundredThousandBracketsAreReadOnce() {
        assertThat(messages("^[" + "[".repeat(100_000) + "]$")).isEmpty();
    }
}
