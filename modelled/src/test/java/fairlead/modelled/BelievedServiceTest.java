package fairlead.modelled;

import static fairlead.modelled.NetworkService.context;
import static fairlead.modelled.NetworkService.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import fairlead.contract.Guard;
import fairlead.handler.Create;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.schema.data.HandlerOutput;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// A service that does not keep to its own model is believed: what it has made is there.
class BelievedServiceTest {

    private final List<String> told = new ArrayList<>();
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

    private static ObjectNode desired() {
        return json("{\"Name\": \"north\", \"Limits\": {\"Most\": 5}}");
    }

    private Progress created() {
        return created(desired());
    }

    private Progress created(ObjectNode desired) {
        Progress progress = type.handler().create(Create.of(desired), context("token", 1));
        Progress.Again again = (Progress.Again) progress;
        return HandlerOutput.heardBy(
                told::add,
                () -> type.handler()
                        .create(
                                new Create(desired, Optional.of(again.memo()), Optional.of(again.properties())),
                                context("token", 1)));
    }

    @Test
    void identifiesWhatItMadeByAnotherName() {
        assertThat(created()).isInstanceOf(Progress.Done.class);
        assertThat(service.networks).containsOnlyKeys("sn-1");
    }

    @Test
    void keepsTheContractWhateverTheServiceShows() {
        Progress.Done done = (Progress.Done) created();
        assertThat(new Guard(type.schema()).create(done, desired(), Optional.of("sn-1")))
                .isEmpty();
        assertThat(done.properties().path("Phase").asString()).isEqualTo("RESTING");
        assertThat(done.properties().path("Limits")).isEqualTo(json("{\"Most\": 5}"));
        assertThat(done.properties().has("Labels")).isFalse();
        assertThat(done.properties().has("Made")).isFalse();
    }

    @Test
    void hasBroughtAboutWhatOnlyTheSchemaRefuses() {
        ObjectNode noLabels = json("{\"Name\": \"north\", \"Labels\": []}");
        assertThat(type.schema().validateInput(noLabels)).isNotEmpty();
        assertThat(created(noLabels)).isInstanceOf(Progress.Done.class);
    }

    @Test
    void tellsWithTheOperationWhatWasLeftOut() {
        created();
        assertThat(String.join("\n", told))
                .contains("/Labels", "/Limits/Used", "networks#GetNetworkOutput$made")
                .doesNotContain("yesterday");
    }

    @Test
    void takesWhatIsShownAsDeletedForGone() {
        created();
        service.status = "TERMINATED";
        Progress read = type.handler().read(new Read(json("{\"NetworkIdentifier\": \"sn-1\"}")), context("read", 1));
        assertThat(read)
                .isInstanceOfSatisfying(
                        Progress.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }

    @Test
    void answersARepeatedCreateAtOnceThoughTheResourceHasChangedSince() {
        created();
        service.networks.put("sn-1", json("{\"name\": \"south\"}"));
        Progress again = type.handler().create(Create.of(desired()), context("token", 1));
        assertThat(again).isInstanceOf(Progress.Done.class);
    }

    @Test
    void readsWhatItMade() {
        created();
        ObjectNode identifier = json("{\"NetworkIdentifier\": \"sn-1\"}");
        Progress read = type.handler().read(new Read(identifier), context("read", 1));
        assertThat(new Guard(type.schema()).read(read, Optional.of("sn-1"))).isEmpty();
        assertThat(read).isInstanceOf(Progress.Done.class);
    }

    @Test
    void listsByTheNameThatEntriesHave() {
        created();
        Page page = ((Listable) type.handler()).list(new Query(json("{}"), 10, Optional.empty()), context("list", 1));
        assertThat(page.identifiers()).containsExactly(json("{\"NetworkIdentifier\": \"sn-1\"}"));
    }

    @Test
    void makesNoSecondOneWhereTheFirstIsNotNamed() {
        service.tells = false;
        refused("token", 1, ErrorCode.HANDLER_INTERNAL_FAILURE);
        HandlerException again = refused("token", 2, ErrorCode.NOT_STABILIZED);
        assertThat(again.getMessage()).contains("sn-1");
        assertThat(service.networks).hasSize(1);
    }

    @Test
    void saysThatNothingWasMadeWhereNothingIsListed() {
        refused("token", 2, ErrorCode.GENERAL_SERVICE_EXCEPTION);
        assertThat(service.networks).isEmpty();
    }

    private HandlerException refused(String token, int attempt, ErrorCode code) {
        List<HandlerException> thrown = new ArrayList<>();
        assertThatExceptionOfType(HandlerException.class)
                .isThrownBy(() -> type.handler().create(Create.of(desired()), context(token, attempt)))
                .satisfies(thrown::add)
                .matches(failure -> failure.code() == code);
        return thrown.getFirst();
    }

    @Test
    void isCutDownToAModelThatIsValid() {
        Packaging zone = NetworkService.packaging("Zone", URI.create("http://127.0.0.1:1"));
        ModelledType opened = WarehouseTypes.open(zone, WarehouseTypes.schema(zone));
        assertThat(opened.findings()).isEmpty();
        assertThat(zone.model()).doesNotContain("noReplace", "colour", "shade");
    }
}
