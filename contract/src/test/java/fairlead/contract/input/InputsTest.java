package fairlead.contract.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.generator.Size;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// Inputs as a project gives them.
class InputsTest {

    private static final ResourceSchema SCHEMA = schema();

    @TempDir
    Path project;

    private static ResourceSchema schema() {
        var stream = InputsTest.class.getResourceAsStream("/fairlead/contract/suite/bucket.schema.json");
        return ((Loaded.Valid) ResourceSchema.load(JsonMapper.shared().readTree(stream))).schema();
    }

    private void write(String name, String json) throws IOException {
        Path file = project.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, json.replace('\'', '"'));
    }

    private Inputs read(Map<String, String> placeholders) {
        return Inputs.of(project, SCHEMA, placeholders);
    }

    @Test
    void areGeneratedWhereThereAreNone() {
        assertThat(read(Map.of()).areGenerated()).isTrue();
        assertThat(read(Map.of()).create(1, Size.TYPICAL)).isPresent();
    }

    @Test
    void tellTheFirstFromTheTenth() throws IOException {
        write("inputs/inputs_1_create.json", "{'Name': 'one', 'Alias': 'AAAAAA'}");
        write("inputs/inputs_10_create.json", "{'Name': 'ten', 'Alias': 'BBBBBB'}");
        write("inputs/inputs_10_update.json", "{'Quota': 3}");
        Inputs inputs = read(Map.of());
        assertThat(inputs.sets()).extracting(InputSet::name).containsExactly("inputs_1", "inputs_10");
        assertThat(inputs.sets().getFirst().update()).isEmpty();
        assertThat(inputs.sets().getLast().update().orElseThrow().path("Name").asString())
                .isEqualTo("ten");
    }

    @Test
    void haveNoReadOnlyProperties() throws IOException {
        write("inputs/inputs_1_create.json", "{'Name': 'one', 'Alias': 'AAAAAA', 'Created': 'now'}");
        assertThat(read(Map.of()).sets().getFirst().create().has("Created")).isFalse();
    }

    @Test
    void haveTheirPlaceholdersFilled() throws IOException {
        write("inputs/inputs_1_create.json", "{'Name': '{{ Name }}', 'Alias': 'AAAAAA'}");
        assertThat(read(Map.of("Name", "given"))
                        .sets()
                        .getFirst()
                        .create()
                        .path("Name")
                        .asString())
                .isEqualTo("given");
    }

    @Test
    void areRefusedWithPlaceholdersThatAreNotFilled() throws IOException {
        write("inputs/inputs_1_create.json", "{'Name': '{{Role}}', 'Alias': '{{Other}}'}");
        assertThatThrownBy(() -> read(Map.of()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("inputs_1_create.json")
                .hasMessageContaining("{{Other}}, {{Role}}");
    }

    @Test
    void areRefusedIfTheSchemaDoes() throws IOException {
        write("inputs/inputs_1_create.json", "{'Name': 'one', 'Alias': 'AAAAAA', 'Quota': 'much', 'Surprise': 1}");
        assertThatThrownBy(() -> read(Map.of()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("inputs_1_create.json is not valid against the schema at '/")
                .hasMessageContaining("/Quota': expected integer")
                .hasMessageContaining("'Surprise'");
    }

    @Test
    void areRefusedIfAnUpdateChangesWhatCantBeChanged() throws IOException {
        write("inputs/inputs_1_create.json", "{'Name': 'one', 'Alias': 'AAAAAA'}");
        write("inputs/inputs_1_update.json", "{'Alias': 'BBBBBB'}");
        assertThatThrownBy(() -> read(Map.of()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("/Alias");
    }

    @Test
    void areRefusedIfTheyAreNoJson() throws IOException {
        write("inputs/inputs_1_create.json", "{\n'Name': }");
        assertThatThrownBy(() -> read(Map.of()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("line 2");
    }

    @Test
    void areGeneratedWithOverrides() throws IOException {
        write("overrides.json", "{'CREATE': {'/Alias': 'OVERRIDE', '/Quota': 9}}");
        Inputs inputs = read(Map.of());
        for (int seed = 0; seed < 5; seed++) {
            var input = inputs.create(seed, Size.TYPICAL).orElseThrow();
            assertThat(input.path("Alias").asString()).isEqualTo("OVERRIDE");
            assertThat(input.path("Quota").asInt()).isEqualTo(9);
        }
    }

    @Test
    void areRefusedIfAnOverrideLeadsNowhere() throws IOException {
        write("overrides.json", "{'CREATE': {'/Nothing': 1}}");
        assertThatThrownBy(() -> read(Map.of()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("/Nothing");
    }
}
