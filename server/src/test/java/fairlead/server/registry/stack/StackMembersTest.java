package fairlead.server.registry.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The members of the actions on stacks, held against the names that CloudFormation's model has.
class StackMembersTest {

    private static final Path PAGE = Path.of("../docs/reference/cloudformation-stacks.md");

    /// One line for each action: its name, and those of its members.
    private static Map<String, List<String>> model() throws IOException {
        try (InputStream file =
                Objects.requireNonNull(StackMembersTest.class.getResourceAsStream("stack-members.txt"))) {
            Map<String, List<String>> members = new LinkedHashMap<>();
            new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(line -> {
                List<String> words = Arrays.asList(line.split(" "));
                members.put(words.getFirst(), words.subList(1, words.size()));
            });
            return members;
        }
    }

    @Test
    void ofTheModelAreHeededOrRefused() throws IOException {
        Map<String, List<String>> model = model();

        assertThat(Stream.of(StackAction.values()).map(StackAction::text))
                .containsExactlyInAnyOrderElementsOf(model.keySet());
        for (StackAction action : StackAction.values()) {
            StackMembers members = StackMembers.of(action);
            assertThat(Stream.concat(members.heeded().stream(), members.refused().stream()))
                    .as(action.text())
                    .containsExactlyInAnyOrderElementsOf(Objects.requireNonNull(model.get(action.text())));
        }
    }

    @Test
    void areInTheReference() throws IOException {
        List<String> page = Files.readAllLines(PAGE);

        for (StackAction action : StackAction.values()) {
            StackMembers members = StackMembers.of(action);
            assertThat(page)
                    .contains("| `" + action.text() + "` | " + told(members.heeded()) + " | " + told(members.refused())
                            + " |");
        }
    }

    private static String told(List<String> members) {
        return members.isEmpty() ? "-" : "`" + String.join("`, `", members) + "`";
    }
}
