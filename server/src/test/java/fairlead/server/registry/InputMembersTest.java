package fairlead.server.registry;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The members of the registry's actions, held against the names that CloudFormation's model has.
class InputMembersTest {

    private static final Path PAGE = Path.of("../docs/reference/cloudformation-registry.md");

    /// One line for each action: its name, and those of its members.
    private static Map<String, List<String>> model() throws IOException {
        try (InputStream file =
                Objects.requireNonNull(InputMembersTest.class.getResourceAsStream("registry-members.txt"))) {
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

        assertThat(Stream.of(RegistryAction.values()).map(RegistryAction::text))
                .containsExactlyInAnyOrderElementsOf(model.keySet());
        for (RegistryAction action : RegistryAction.values()) {
            InputMembers members = InputMembers.of(action);
            assertThat(Stream.concat(members.heeded().stream(), members.refused().stream()))
                    .as(action.text())
                    .containsExactlyInAnyOrderElementsOf(Objects.requireNonNull(model.get(action.text())));
        }
    }

    @Test
    void areInTheReference() throws IOException {
        List<String> page = Files.readAllLines(PAGE);

        for (RegistryAction action : RegistryAction.values()) {
            InputMembers members = InputMembers.of(action);
            assertThat(page)
                    .contains("| `" + action.text() + "` | " + told(members.heeded()) + " | " + told(members.refused())
                            + " |");
        }
    }

    private static String told(List<String> members) {
        return members.isEmpty() ? "-" : "`" + String.join("`, `", members) + "`";
    }

    @Nested
    class OfARequest {

        private static final String TYPE = "Fairlead::Lab::Thing";
        private static final String OTHER = "Fairlead::Lab::Rack";
        private static final String ARN = "arn:aws:cloudformation:eu-west-1::type/resource/Fairlead-Lab-Thing";

        @TempDir
        private static Path folder;

        private static Plane plane;
        private static KeyClient aws;

        @BeforeAll
        static void start() {
            plane = Plane.start(folder, Duration.ofSeconds(1));
            aws = new KeyClient(plane, "ANY", "secret");
        }

        @AfterAll
        static void stop() {
            aws.close();
            plane.close();
        }

        private static String code(String action, String... parameters) {
            return aws.call(action, parameters).value("Code");
        }

        static Stream<Arguments> refused() {
            return Stream.of(RegistryAction.values())
                    .flatMap(action ->
                            InputMembers.of(action).refused().stream().map(member -> Arguments.of(action, member)));
        }

        @ParameterizedTest
        @MethodSource("refused")
        void areRefusedWhereTheyWouldHaveNoEffect(RegistryAction action, String member) {
            AwsClient.Answer answer = aws.call(action.text(), member, "1");

            assertThat(answer.value("Code")).isEqualTo("CFNRegistryException");
            if (!RegistryAction.OF_PUBLISHERS.contains(action)) {
                assertThat(answer.value("Message")).startsWith(member);
            }
        }

        @Test
        void nameAVersionWithAllItsDigits() {
            assertThat(aws.call("DescribeType", "Arn", ARN, "VersionId", "00000001")
                            .status())
                    .isEqualTo(200);
            assertThat(code("DescribeType", "Type", "RESOURCE", "TypeName", TYPE, "VersionId", "1"))
                    .isEqualTo("TypeNotFoundException");
            assertThat(code("DescribeType", "Arn", ARN + "/00000001", "VersionId", "00000002"))
                    .isEqualTo("ValidationError");
        }

        @Test
        void doNotContradictOneAnother() {
            String member = "TypeConfigurationIdentifiers.member.1.";

            assertThat(code("DescribeType", "Arn", ARN, "TypeName", OTHER)).isEqualTo("ValidationError");
            assertThat(code("DescribeType", "Arn", ARN, "Type", "MODULE")).isEqualTo("ValidationError");
            assertThat(code("ListTypeRegistrations", "TypeArn", ARN, "TypeName", OTHER))
                    .isEqualTo("ValidationError");
            assertThat(code("ActivateType", "PublicTypeArn", ARN, "TypeName", OTHER))
                    .isEqualTo("ValidationError");
            assertThat(code("BatchDescribeTypeConfigurations", member + "TypeArn", ARN, member + "TypeName", OTHER))
                    .isEqualTo("ValidationError");
        }
    }
}
