package fairlead.simulation;

import static fairlead.simulation.World.failure;
import static fairlead.simulation.World.json;
import static fairlead.simulation.World.properties;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.ResourceHandler;
import fairlead.schema.HandlerKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class SimulationTest {

    private final World widgets = new World("widget");

    @Nested
    class ACreate {

        @Test
        void givesBackWhatWasAskedForWithDefaultsAndReadOnlyValues() {
            ObjectNode made = widgets.made("{'Name': 'a', 'Secret': 's', 'Parts': [{'Label': 'x'}]}");

            assertThat(made.path("Name").stringValue()).isEqualTo("a");
            assertThat(made.path("Colour").stringValue()).isEqualTo("red");
            assertThat(made.at("/Parts/0/Weight").intValue()).isEqualTo(3);
            assertThat(made.at("/Parts/0/PartId").isString()).isTrue();
            assertThat(made.path("Serial").stringValue()).matches("^W[0-9]{2}[A-F]{3}$");
            assertThat(made.path("Arn").stringValue()).startsWith("arn:aws:tps:eu-west-1:111122223333:widget/");
            assertThat(widgets.schema.validateModel(made)).isEmpty();
        }

        @Test
        void neverGivesBackWriteOnlyProperties() {
            ObjectNode made = widgets.made("{'Name': 'a', 'Secret': 's'}");

            assertThat(made.has("Secret")).isFalse();
            assertThat(widgets.things
                            .find("111122223333/eu-west-1", "a")
                            .orElseThrow()
                            .model())
                    .doesNotContain("Secret");
        }

        @Test
        void makesTheSameThingForTheSameToken() {
            World gadgets = new World("gadget");
            Create request = Create.of(json("{'Label': 'x'}"));

            Progress first = gadgets.handler.create(request, gadgets.context("once"));
            Progress second = gadgets.handler.create(request, gadgets.context("once"));

            assertThat(second).isEqualTo(first);
            assertThat(gadgets.list("{}", 10, Optional.empty()).identifiers()).hasSize(1);
        }

        @Test
        void refusesWhatExists() {
            widgets.made("{'Name': 'a'}");

            assertThat(failure(() -> widgets.create("{'Name': 'a'}"))).isEqualTo(ErrorCode.ALREADY_EXISTS);
        }

        @Test
        void refusesReadOnlyProperties() {
            assertThat(failure(() -> widgets.create("{'Name': 'a', 'Revision': 1}")))
                    .isEqualTo(ErrorCode.INVALID_REQUEST);
        }

        @Test
        void givesEachThingAnIdentifierOfItsOwn() {
            World gadgets = new World("gadget");
            Set<String> ids = new HashSet<>();
            for (int i = 0; i < 300; i++) {
                ids.add(gadgets.made("{'Label': 'x'}").path("GadgetId").stringValue());
            }

            assertThat(ids).hasSize(300).allMatch(id -> id.matches("^gadget-[0-9a-f]{8}$"));
        }
    }

    @Nested
    class ARead {

        @Test
        void findsByTheAdditionalIdentifier() {
            ObjectNode made = widgets.made("{'Name': 'a'}");

            ObjectNode byArn = json("{}").put("Arn", made.path("Arn").stringValue());

            assertThat(properties(widgets.read(byArn))).isEqualTo(made);
        }

        @Test
        void knowsNothingOfAnotherAccount() {
            assertThat(failure(() -> widgets.read(json("{'Name': 'a'}")))).isEqualTo(ErrorCode.NOT_FOUND);
        }

        @Test
        void needsAnIdentifier() {
            assertThat(failure(() -> widgets.read(json("{'Colour': 'red'}")))).isEqualTo(ErrorCode.INVALID_REQUEST);
        }
    }

    @Nested
    class AnUpdate {

        @Test
        void replacesCollectionsAndDropsWhatIsLeftOut() {
            ObjectNode made = widgets.made("{'Name': 'a', 'Size': 1, 'Parts': [{'Label': 'x'}, {'Label': 'y'}]}");

            ObjectNode changed = properties(widgets.update(made, "{'Name': 'a', 'Parts': [{'Label': 'y'}]}"));

            assertThat(changed.has("Size")).isFalse();
            assertThat(changed.path("Parts")).hasSize(1);
            assertThat(changed.at("/Parts/0/PartId")).isEqualTo(made.at("/Parts/1/PartId"));
            assertThat(widgets.seen(made)).isEqualTo(changed);
        }

        @Test
        void keepsReadOnlyValues() {
            ObjectNode made = widgets.made("{'Name': 'a'}");

            ObjectNode changed = properties(widgets.update(made, "{'Name': 'a', 'Size': 4}"));

            assertThat(changed.path("Arn")).isEqualTo(made.path("Arn"));
            assertThat(changed.path("Serial")).isEqualTo(made.path("Serial"));
        }

        @Test
        void refusesToChangeACreateOnlyProperty() {
            ObjectNode made = widgets.made("{'Name': 'a', 'Zone': 'north'}");

            assertThat(failure(() -> widgets.update(made, "{'Name': 'a', 'Zone': 'south'}")))
                    .isEqualTo(ErrorCode.NOT_UPDATABLE);
            assertThat(failure(() -> widgets.update(made, "{'Name': 'a'}"))).isEqualTo(ErrorCode.NOT_UPDATABLE);
        }

        @Test
        void makesNothing() {
            assertThat(failure(() -> widgets.update(json("{'Name': 'a'}"), "{'Name': 'a'}")))
                    .isEqualTo(ErrorCode.NOT_FOUND);
        }
    }

    @Nested
    class ADelete {

        @Test
        void leavesNothingToBeRead() {
            ObjectNode made = widgets.made("{'Name': 'a'}");

            assertThat(widgets.delete(made)).isEqualTo(Progress.gone());
            assertThat(failure(() -> widgets.seen(made))).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(failure(() -> widgets.delete(made))).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(widgets.list("{}", 10, Optional.empty()).identifiers()).isEmpty();
        }

        @Test
        void answersTheSameWhenItIsRepeated() {
            widgets.made("{'Name': 'a'}");
            Delete request = new Delete(json("{'Name': 'a'}"), Optional.empty());

            Progress first = widgets.handler.delete(request, widgets.context("once"));
            Progress second = widgets.handler.delete(request, widgets.context("once"));

            assertThat(second).isEqualTo(first).isEqualTo(Progress.gone());
        }

        @Test
        void freesTheIdentifiers() {
            ObjectNode made = widgets.made("{'Name': 'a'}");
            widgets.delete(made);

            assertThat(widgets.made("{'Name': 'a'}").path("Name").stringValue()).isEqualTo("a");
        }
    }

    @Nested
    class AList {

        @Test
        void comesInPages() {
            List<String> names = List.of("a", "b", "c", "d", "e");
            names.forEach(name -> widgets.made("{'Name': '%s'}".formatted(name)));

            List<String> found = new ArrayList<>();
            Optional<String> token = Optional.empty();
            int pages = 0;
            do {
                Page page = widgets.list("{}", 2, token);
                page.identifiers().forEach(id -> found.add(id.path("Name").stringValue()));
                token = page.next();
                pages++;
            } while (token.isPresent());

            assertThat(found).isEqualTo(names);
            assertThat(pages).isEqualTo(3);
        }

        @Test
        void hasWhatMatchesEveryPropertyOfTheFilter() {
            widgets.made("{'Name': 'a', 'Size': 1, 'Zone': 'north'}");
            widgets.made("{'Name': 'b', 'Size': 1, 'Zone': 'south'}");
            widgets.made("{'Name': 'c', 'Size': 2, 'Zone': 'north'}");

            Page page = widgets.list("{'Size': 1, 'Zone': 'north'}", 10, Optional.empty());

            assertThat(page.identifiers()).containsExactly(json("{'Name': 'a'}"));
        }

        @Test
        void asksForWhatItsHandlerSchemaRequires() {
            World parts = new World("part");
            parts.made("{'WidgetName': 'a', 'PartName': 'x'}");
            parts.made("{'WidgetName': 'b', 'PartName': 'x'}");

            assertThat(failure(() -> parts.list("{}", 10, Optional.empty()))).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(parts.list("{'WidgetName': 'b'}", 10, Optional.empty()).identifiers())
                    .containsExactly(json("{'WidgetName': 'b', 'PartName': 'x'}"));
        }
    }

    @Nested
    class SchemasWithoutHandlers {

        @Test
        void getAllThatMakeSense() {
            assertThat(new World("gadget").schema.handlers()).containsExactlyInAnyOrder(HandlerKind.values());
        }

        @Test
        void getNoUpdateIfNothingMayBeChanged() {
            ObjectNode fixed = json("{'properties': {'Name': {}}, 'createOnlyProperties': ['/properties/Name']}");

            assertThat(Simulation.complete(fixed).added())
                    .containsExactly(HandlerKind.CREATE, HandlerKind.READ, HandlerKind.DELETE, HandlerKind.LIST);
        }

        @Test
        void getOnlyWhatIsMissingIfSomeAreThere() {
            ObjectNode some = json("{'handlers': {'create': {}, 'update': {}, 'delete': {}}}");

            assertThat(Simulation.complete(some).added()).containsExactly(HandlerKind.READ);
        }
    }

    @Test
    void aTypeWithoutAnUpdateHandlerIsSimulatedWithoutOne() {
        assertThat(new World("part").handler)
                .isInstanceOf(ResourceHandler.Listable.class)
                .isNotInstanceOf(ResourceHandler.Updatable.class);
    }
}
