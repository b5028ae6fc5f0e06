package fairlead.providers.postgres;

import static fairlead.providers.postgres.Fixture.configuration;
import static fairlead.providers.postgres.Fixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ResourceType;
import fairlead.providers.Conforming;
import fairlead.schema.Finding;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaTest {

    @ParameterizedTest
    @MethodSource("fairlead.providers.postgres.PostgresTypes#all")
    void takesTheConfigurationThatTheHandlerTakes(ResourceType type) {
        assertThat(Conforming.schema(type).validateConfiguration(configuration()))
                .isEmpty();
        assertThat(Conforming.schema(type).validateConfiguration(configuration().put("Url", "http://localhost/x")))
                .extracting(Finding::pointer)
                .containsExactly("/Url");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"Name\": \"a\", \"LcCollate\": \"POSIX\"}",
                "{\"Name\": \"a\", \"LcCtype\": \"C' OWNER x\"}",
                "{\"Name\": \"a\", \"Encoding\": \"utf-8\"}",
                "{\"Name\": \"a\\u0000b\"}",
                "{\"Owner\": \"a\"}"
            })
    void refusesWhatWouldNotComeBackTheSame(String desired) {
        assertThat(Conforming.schema(PostgresTypes.all().getLast()).validateInput(json(desired)))
                .hasSize(1);
    }
}
