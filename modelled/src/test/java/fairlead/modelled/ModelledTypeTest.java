package fairlead.modelled;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What is registered of a model, and what is refused.
class ModelledTypeTest {

    private static final URI NOWHERE = URI.create("http://127.0.0.1:1");

    @Nested
    class ThePartOfTheModel {

        @Test
        void hasNothingOfOtherResources() {
            String part = WarehouseTypes.packaging(WarehouseTypes.model(), "Crate", WarehouseTypes.settings(NOWHERE))
                    .model();
            assertThat(part).contains("PutCrate", "ListCrates").doesNotContain("Shipment");
        }
    }

    @Nested
    class Settings {

        @Test
        void nameTheServiceAndAnAddress() {
            assertThat(findings("{\"endpoint\": \"ftp://example.com\", \"colour\": \"red\"}"))
                    .contains("/endpoint", "/colour");
        }

        @Test
        void holdReferencesAndNoSecrets() {
            assertThat(findings("""
                {"endpoint": "http://127.0.0.1:1",
                 "auth": {"scheme": "bearer", "credentials": {"token": "s3cret"}}}\
                """)).contains("/auth/credentials/token");
        }

        @Test
        void chooseWaitersThatTheModelHas() {
            assertThat(findings("{\"endpoint\": \"http://127.0.0.1:1\", \"waiters\": {\"create\": \"CrateReady\"}}"))
                    .containsExactly("/waiters");
        }

        private java.util.List<String> findings(String settings) {
            Packaging packaging = WarehouseTypes.packaging(WarehouseTypes.model(), "Crate", (ObjectNode)
                    JsonMapper.shared().readTree(settings));
            return WarehouseTypes.open(packaging, WarehouseTypes.schema(packaging)).findings().stream()
                    .map(fairlead.schema.Finding::pointer)
                    .toList();
        }
    }

    @Nested
    class AServiceThatIsNotThere {

        @Test
        void isANetworkFailure() {
            var handler = WarehouseTypes.open(WarehouseTypes.model(), "Crate", NOWHERE)
                    .handler();
            ObjectNode desired =
                    JsonMapper.shared().createObjectNode().put("CrateName", "a").put("Label", "A");
            Instant now = Instant.now();
            Context context = Context.builder(
                            "Example::Warehouse::Crate", "token", now.plusSeconds(10), Clock.fixed(now, ZoneOffset.UTC))
                    .in("account", "local")
                    .name("a")
                    .build();
            Assertions.assertThatExceptionOfType(HandlerException.class)
                    .isThrownBy(() -> handler.create(Create.of(desired), context))
                    .matches(failure -> failure.code() == ErrorCode.NETWORK_FAILURE);
        }
    }
}
