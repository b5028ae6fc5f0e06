package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.LABEL;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static fairlead.server.resource.World.json;
import static fairlead.server.resource.World.problem;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.access.AuditTrail;
import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.drift.Difference;
import fairlead.server.drift.DriftReads;
import fairlead.server.drift.Drifts;
import fairlead.server.drift.Finding;
import fairlead.server.drift.Repairs;
import fairlead.server.drift.Report;
import fairlead.server.drift.Status;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Code;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.scope.Lock;
import fairlead.server.scope.Locks;
import fairlead.server.secret.Vault;
import fairlead.server.telemetry.Metrics;
import fairlead.server.type.definition.DriftPolicy;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What is found when things are changed behind the back of the control plane, and what is done about it, on every
/// database.
abstract class DriftContract {

    private static final String RED = "{'Color': 'red', 'Size': 3, 'Labels': ['a', 'b'], 'Pin': '123456'}";

    private World world;
    private Drifts drifts;
    private Metrics metrics;
    private ResourceId gizmo;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        metrics = new Metrics();
        drifts = drifts(world, metrics);
        gizmo = world.id(GIZMO, "one");
        world.made(gizmo, RED);
    }

    @AfterEach
    void end() {
        world.close();
    }

    static Drifts drifts(World world, Metrics metrics) {
        return new Drifts(
                world.database,
                world.scopes,
                world.resources,
                new DriftReads(world.types, world.vault(), world.handlers, world.clock, UUID::randomUUID),
                new Repairs(world.database, world.operations, world.scopes, world.types, world.clock, UUID::randomUUID),
                metrics,
                world.clock);
    }

    private ObjectNode thing() {
        return world.gizmos.things.values().iterator().next();
    }

    private Finding found() {
        return drifts.detect(DEVELOPER, gizmo).report().orElseThrow().finding();
    }

    private List<Difference> differences() {
        return ((Finding.Differs) found()).differences();
    }

    private Operation lastOperation() {
        return world.operation(gizmo);
    }

    private List<String> events() {
        return world.database.read(transaction -> transaction.query("SELECT kind FROM event ORDER BY seq", Row::text));
    }

    @Nested
    class ALook {

        @Test
        void findsNothingWhereNothingWasChanged() {
            assertThat(found()).isEqualTo(new Finding.Same());
        }

        @Test
        void tellsWhatShouldBeWhatWasAndWhatIs() {
            thing().put("Color", "blue");
            Difference difference = differences().getFirst();
            assertThat(difference.pointer()).hasToString("/Color");
            assertThat(difference.desired().map(JsonNode::asString)).contains("red");
            assertThat(difference.known().map(JsonNode::asString)).contains("red");
            assertThat(difference.actual().map(JsonNode::asString)).contains("blue");
            assertThat(difference.operation().toJson())
                    .isEqualTo(json("{'op': 'replace', 'path': '/Color', 'value': 'red'}"));
            assertThat(difference.sentence()).isEqualTo("/Color is \"blue\" and should be \"red\"");
        }

        @Test
        void tellsWhatIsMissing() {
            thing().remove("Size");
            assertThat(differences()).extracting(Difference::type).containsExactly("REMOVE");
            assertThat(differences().getFirst().operation().toJson())
                    .isEqualTo(json("{'op': 'add', 'path': '/Size', 'value': 3}"));
        }

        @Test
        void takesSetsForSets() {
            thing().set("Labels", json("{'l': ['b', 'a']}").get("l"));
            assertThat(found()).isEqualTo(new Finding.Same());
        }

        @Test
        void leavesReadOnlyAndWriteOnlyAndUnaskedPropertiesAlone() {
            thing().put("Made", 77).put("Pin", "999999").put("Material", "tin");
            assertThat(found()).isEqualTo(new Finding.Same());
        }

        @Test
        void tellsWhatIsNoLongerAskedForAndStillThereUntilItIsGone() {
            found();
            world.gizmos.answerNext(Progress.done(json("{'Id': 'gizmo-1', 'Made': 1, 'Color': 'red'}")));
            world.gizmos.answerNext(Progress.done(json("{'Id': 'gizmo-1', 'Made': 1, 'Color': 'red'}")));
            world.made(gizmo, "{'Color': 'red'}");
            assertThat(differences())
                    .extracting(difference -> difference.pointer() + " " + difference.type())
                    .containsExactly("/Size ADD", "/Labels ADD");
            assertThat(differences()).hasSize(2);
            thing().remove(List.of("Size", "Labels"));
            assertThat(found()).isEqualTo(new Finding.Same());
        }

        @Test
        void tellsThatTheThingIsGone() {
            world.gizmos.things.clear();
            assertThat(found()).isEqualTo(new Finding.Gone());
        }

        @Test
        void saysWhyItCouldNotBeMade() {
            world.gizmos.answerNext(Progress.failed(ErrorCode.ACCESS_DENIED, "not for you"));
            assertThat(found()).isEqualTo(new Finding.Unknown(Code.of(ErrorCode.ACCESS_DENIED), "not for you"));
        }

        @Test
        void saysThatNothingWasMadeYet() {
            ResourceId broken = world.id(GIZMO, "broken");
            world.gizmos.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "no"));
            world.made(broken, RED);
            assertThat(drifts.detect(DEVELOPER, broken).report().orElseThrow().finding())
                    .isInstanceOfSatisfying(
                            Finding.Unknown.class,
                            unknown -> assertThat(unknown.code().text()).isEqualTo("NotMade"));
        }

        @Test
        void isRefusedWhileTheResourceIsChanging() {
            world.working = false;
            world.put(gizmo, "{'Color': 'blue'}");
            assertThat(problem(() -> drifts.detect(DEVELOPER, gizmo)).code().text())
                    .isEqualTo("AnotherOperationInProgress");
        }

        @Test
        void isRefusedForWhatIsNotRecorded() {
            world.made(world.id(SHELF, "s1"), "{}");
            world.made(world.id(LABEL, "s1", "l1"), "{'Text': 'a'}");
            assertThat(problem(() -> drifts.detect(DEVELOPER, world.id(LABEL, "s1", "l1")))
                            .code()
                            .text())
                    .isEqualTo("DriftNotTracked");
        }

        @Test
        void changesNeitherTheThingNorTheRecord() {
            thing().put("Color", "blue");
            String before = world.resources.get(gizmo).etag();
            found();
            assertThat(world.resources.get(gizmo).etag()).isEqualTo(before);
            assertThat(thing().path("Color").asString()).isEqualTo("blue");
        }
    }

    @Nested
    class TheRecord {

        @Test
        void isKeptWithItsTime() {
            thing().put("Color", "blue");
            found();
            Drifts.View view = drifts.get(gizmo);
            assertThat(view.report().orElseThrow().finding().status()).isEqualTo(Status.DRIFTED);
            assertThat(view.report().orElseThrow().at()).isEqualTo(world.clock.instant());
            assertThat(view.outdated()).isFalse();
        }

        @Test
        void saysWhenTheResourceHasChangedSince() {
            thing().put("Color", "blue");
            found();
            world.made(gizmo, "{'Color': 'green'}");
            assertThat(drifts.get(gizmo).outdated()).isTrue();
            assertThat(listed(Optional.of(Status.DRIFTED))).isEmpty();
        }

        @Test
        void isOfTheVersionThatWasComparedWhateverHappensDuringTheLook() {
            thing().put("Color", "blue");
            world.gizmos.script.add(() -> {
                world.made(gizmo, "{'Color': 'green'}");
                return Optional.empty();
            });
            Report report = drifts.detect(DEVELOPER, gizmo).report().orElseThrow();
            assertThat(report.version()).isEqualTo(world.resources.get(gizmo).version());
            assertThat(report.finding()).isEqualTo(new Finding.Same());
        }

        @Test
        void isListedByStatus() {
            for (String name : List.of("two", "three")) {
                world.made(world.id(GIZMO, name), RED);
            }
            world.gizmos.thing("gizmo-2").put("Color", "blue");
            world.gizmos.things.remove("gizmo-3");
            for (String name : List.of("one", "two", "three")) {
                drifts.detect(DEVELOPER, world.id(GIZMO, name));
            }
            assertThat(listed(Optional.of(Status.DRIFTED))).containsExactly("two");
            assertThat(listed(Optional.of(Status.DELETED))).containsExactly("three");
            assertThat(listed(Optional.empty())).containsExactly("one", "two", "three");
        }

        @Test
        void isListedPageByPage() {
            world.made(world.id(GIZMO, "two"), RED);
            drifts.detect(DEVELOPER, gizmo);
            drifts.detect(DEVELOPER, world.id(GIZMO, "two"));
            Drifts.Page first = drifts.list(SUBSCRIPTION, Optional.of("group"), Optional.empty(), "", 1);
            Drifts.Page second = drifts.list(
                    SUBSCRIPTION,
                    Optional.of("group"),
                    Optional.empty(),
                    first.next().orElseThrow(),
                    1);
            assertThat(names(first)).containsExactly("one");
            assertThat(names(second)).containsExactly("two");
            assertThat(second.next()).isEmpty();
        }

        private List<String> listed(Optional<Status> status) {
            return names(drifts.list(SUBSCRIPTION, Optional.empty(), status, "", 100));
        }

        private static List<String> names(Drifts.Page page) {
            return page.reports().stream()
                    .map(report -> ResourceId.parse(report.id()).name())
                    .toList();
        }
    }

    @Nested
    class ThePolicy {

        @Test
        void isToObserveUnlessSaidOtherwise() {
            assertThat(drifts.get(gizmo).policy()).isEqualTo(DriftPolicy.OBSERVE);
            assertThat(drifts.get(gizmo).own()).isFalse();
            drifts.setPolicy(DEVELOPER, gizmo, Optional.of(DriftPolicy.ALERT));
            assertThat(drifts.get(gizmo).policy()).isEqualTo(DriftPolicy.ALERT);
            drifts.setPolicy(DEVELOPER, gizmo, Optional.empty());
            assertThat(drifts.get(gizmo).policy()).isEqualTo(DriftPolicy.OBSERVE);
        }

        @Test
        void toObserveMakesNoEvent() {
            thing().put("Color", "blue");
            found();
            assertThat(events()).doesNotContain("Drifted");
            assertThat(metrics.scrape("").text())
                    .contains("fairlead_drift_checks_total")
                    .doesNotContain("fairlead_drift_alerts_total{");
        }

        @Test
        void toAlertTellsWhatWasOnlyObservedBefore() {
            thing().put("Color", "blue");
            drifts.detect(DEVELOPER, gizmo);
            drifts.detect(DEVELOPER, gizmo);
            drifts.setPolicy(DEVELOPER, gizmo, Optional.of(DriftPolicy.ALERT));
            drifts.detect(DEVELOPER, gizmo);
            drifts.setPolicy(DEVELOPER, gizmo, Optional.of(DriftPolicy.OBSERVE));
            drifts.detect(DEVELOPER, gizmo);
            drifts.setPolicy(DEVELOPER, gizmo, Optional.of(DriftPolicy.ALERT));
            drifts.detect(DEVELOPER, gizmo);
            assertThat(events()).filteredOn(kind -> kind.equals("Drifted")).hasSize(1);
        }

        @Test
        void toAlertMakesOneEventWhenItBeginsAndOneWhenItEnds() {
            drifts.setPolicy(DEVELOPER, gizmo, Optional.of(DriftPolicy.ALERT));
            thing().put("Color", "blue");
            found();
            found();
            thing().put("Color", "red");
            found();
            found();
            assertThat(events()).filteredOn(kind -> kind.equals("Drifted")).hasSize(1);
            assertThat(events()).filteredOn(kind -> kind.equals("BackInSync")).hasSize(1);
            assertThat(metrics.scrape("").text())
                    .contains("fairlead_drift_alerts_total{status=\"Drifted\",type=\"Test::Shop::Gizmo\"} 1");
        }
    }

    @Nested
    class ARepair {

        @BeforeEach
        void repairing() {
            drifts.setPolicy(DEVELOPER, gizmo, Optional.of(DriftPolicy.REPAIR));
        }

        private Report repaired() {
            Report report = drifts.detect(DEVELOPER, gizmo).report().orElseThrow();
            world.settle(gizmo);
            return report;
        }

        @Test
        void changesTheThingBackByAnOrdinaryUpdate() {
            thing().put("Color", "blue");
            Report report = repaired();
            assertThat(thing().path("Color").asString()).isEqualTo("red");
            assertThat(thing().path("Pin").asString()).isEqualTo("123456");
            assertThat(report.repair()).contains(lastOperation().id());
            assertThat(lastOperation().state()).isInstanceOf(OperationState.Succeeded.class);
            assertThat(lastOperation().requestedBy()).isEqualTo("drift repair");
            assertThat(found()).isEqualTo(new Finding.Same());
        }

        @Test
        void makesAnewWhatIsGone() {
            world.gizmos.things.clear();
            repaired();
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-2");
            assertThat(world.resources.get(gizmo).identifier()).contains("gizmo-2");
            assertThat(found()).isEqualTo(new Finding.Same());
        }

        @Test
        void keepsWhatWasAskedForWhenItFails() {
            thing().put("Color", "blue");
            world.gizmos.letThrough(1);
            world.gizmos.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "not now"));
            repaired();
            assertThat(lastOperation().state()).isInstanceOf(OperationState.Failed.class);
            assertThat(world.properties(gizmo).path("Color").asString()).isEqualTo("blue");
            repaired();
            assertThat(thing().path("Color").asString()).isEqualTo("red");
        }

        @Test
        void isNotBegunForWhatCanOnlyBeSetOnce() {
            ResourceId wooden = world.id(GIZMO, "wooden");
            world.made(wooden, "{'Color': 'red', 'Material': 'wood'}");
            drifts.setPolicy(DEVELOPER, wooden, Optional.of(DriftPolicy.REPAIR));
            world.gizmos.thing("gizmo-2").put("Material", "tin").put("Color", "blue");
            Report report = drifts.detect(DEVELOPER, wooden).report().orElseThrow();
            assertThat(report.repair()).isEmpty();
            assertThat(report.note()).contains("/Material");
            assertThat(world.gizmos.thing("gizmo-2").path("Color").asString()).isEqualTo("blue");
        }

        @Test
        void isNotBegunBehindALock() {
            Locks locks = new Locks(world.database, new AuditTrail(), world.clock);
            locks.put(DEVELOPER, SUBSCRIPTION, new Lock(gizmo.toString(), "stay", Lock.Level.READ_ONLY, ""));
            thing().put("Color", "blue");
            assertThat(repaired().note()).contains("ScopeLocked");
            assertThat(thing().path("Color").asString()).isEqualTo("blue");
        }
    }
}
