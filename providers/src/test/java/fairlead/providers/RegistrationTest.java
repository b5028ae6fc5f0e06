package fairlead.providers;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ResourceHandler.Listable;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.handler.ResourceType;
import fairlead.providers.files.FilesTypes;
import fairlead.providers.tls.TlsTypes;
import fairlead.schema.HandlerKind;
import fairlead.schema.ResourceSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What a type says about itself fits what it does.
class RegistrationTest {

    @TempDir
    static Path folder;

    static final List<ResourceType> TYPES = Stream.of(
                    TlsTypes.all(Path.of("unused")), FilesTypes.all(Path.of("unused")))
            .flatMap(List::stream)
            .toList();

    @ParameterizedTest
    @FieldSource("TYPES")
    void namesTheHandlersThatThereAre(ResourceType type) {
        ResourceSchema schema = Conforming.schema(type);
        assertThat(schema.handlers().contains(HandlerKind.UPDATE))
                .isEqualTo(type.handler().get() instanceof Updatable);
        assertThat(schema.handlers().contains(HandlerKind.LIST))
                .isEqualTo(type.handler().get() instanceof Listable);
    }

    @ParameterizedTest
    @FieldSource("TYPES")
    void describesEveryProperty(ResourceType type) {
        type.schema().path("properties").properties().stream()
                .filter(property -> !property.getValue().has("$ref"))
                .forEach(property -> assertThat(
                                property.getValue().path("description").asString(""))
                        .as(property.getKey())
                        .isNotEmpty());
    }

    @ParameterizedTest
    @FieldSource("TYPES")
    void nestsUnderATypeWhosePrimaryIdentifierItBeginsWith(ResourceType type) {
        String parent = type.registration().path("parent").asString("");
        List<String> identifier = texts(type.schema().path("primaryIdentifier"));
        if (parent.isEmpty()) {
            assertThat(identifier).containsExactly("/properties/Name");
            return;
        }
        assertThat(TYPES)
                .anyMatch(other -> other.schema().path("typeName").asString().equals(parent));
        String last = parent.substring(parent.lastIndexOf(':') + 1);
        assertThat(identifier).containsExactly("/properties/" + last + "Name", "/properties/Name");
    }

    @Test
    void listsWhatItsFilterAsksFor() {
        Steps steps = new Steps(folder);
        steps.begin();
        assertThat(steps.directories(json("{\"Mode\":\"0755\"}"))).containsExactly(Steps.DIRECTORY);
        assertThat(steps.directories(json("{\"Mode\":\"0700\"}"))).isEmpty();
        assertThat(steps.directories(json("{\"Name\":\"docs\",\"DeleteContents\":false}")))
                .containsExactly(Steps.DIRECTORY);
        assertThat(steps.directories(json("{\"Name\":\"other\"}"))).isEmpty();
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text);
    }
}
