package fairlead.modelled;

import static fairlead.modelled.NetworkService.context;
import static fairlead.modelled.NetworkService.json;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.Create;
import fairlead.handler.Progress;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.handler.Update;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A resource whose model has no trait for tags, of a service with the three usual operations on them.
class TagsOfTheServiceTest {

    private static final URI NOWHERE = URI.create("http://127.0.0.1:1");

    private NetworkService service;
    private WarehouseTypes.Opened type;

    @BeforeEach
    void start() throws IOException {
        service = new NetworkService();
        type = service.open();
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private static ObjectNode tagged(String... tags) {
        ObjectNode network = json("{\"NetworkIdentifier\": \"sn-1\", \"Name\": \"north\"}");
        for (String tag : tags) {
            network.withArray("/Tags").addObject().put("Key", tag).put("Value", "1");
        }
        return network;
    }

    private void made() {
        ObjectNode desired = tagged("red");
        desired.remove("NetworkIdentifier");
        assertThat(type.handler().create(Create.of(desired), context("token", 1)))
                .isInstanceOf(Progress.Again.class);
    }

    @Test
    void areDeclaredInItsSchema() {
        JsonNode schema = type.packaging().schema();
        assertThat(schema.at("/tagging/tagProperty").asString()).isEqualTo("/properties/Tags");
        assertThat(schema.at("/tagging/tagUpdatable").asBoolean()).isTrue();
        assertThat(schema.at("/handlers/update/permissions").toString()).contains("networks:TagResource");
        assertThat(schema.path("createOnlyProperties").toString())
                .contains("Name")
                .doesNotContain("Tags");
        assertThat(schema.path("writeOnlyProperties").toString()).doesNotContain("Tags");
    }

    @Test
    void areSetRemovedAndShownThoughNothingElseCanBeChanged() {
        made();
        Updatable handler = (Updatable) type.handler();
        ObjectNode identifier = json("{\"NetworkIdentifier\": \"sn-1\"}");
        handler.update(new Update(identifier, tagged("blue"), tagged("red"), Optional.empty()), context("update", 1));
        assertThat(service.tags).isEqualTo(Map.of("blue", "1"));

        Progress read = type.handler().read(new Read(identifier), context("read", 1));
        assertThat(read)
                .isInstanceOfSatisfying(
                        Progress.Done.class,
                        done -> assertThat(done.properties().path("Tags").toString())
                                .isEqualTo("[{\"Key\":\"blue\",\"Value\":\"1\"}]"));
    }

    @Test
    void areNotDeclaredWhereTheCreateTakesNone() {
        JsonNode schema = NetworkService.packaging("Zone", NOWHERE).schema();
        assertThat(schema.at("/tagging/taggable").asBoolean()).isFalse();
        assertThat(schema.path("handlers").has("update")).isFalse();
    }
}
