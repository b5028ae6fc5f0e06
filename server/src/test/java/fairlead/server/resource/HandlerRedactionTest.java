package fairlead.server.resource;

import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.imports.ImportRequest;
import fairlead.server.resource.move.MoveRequest;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/// What is passed on of what handlers say: a gizmo's material is of a sensitive class, its pin is write-only.
class HandlerRedactionTest {

    private static final String OAK = "{'Color': 'red', 'Material': 'oak-wood', 'Pin': '987654'}";

    @TempDir
    private Path folder;

    private World world;
    private ResourceId gizmo;

    @BeforeEach
    void begin() {
        world = new World(SqliteDatabase.open(folder.resolve("fairlead.db")), "node-1", Vault.newKeyset());
        gizmo = world.id(GIZMO, "one");
    }

    @AfterEach
    void end() {
        world.close();
    }

    private Operation changed(String properties) {
        world.put(gizmo, properties);
        world.settle(gizmo);
        return world.operation(gizmo);
    }

    private static String failure(Operation operation) {
        return operation.state() instanceof OperationState.Failed(var _, var failure) ? failure.message() : "";
    }

    @Test
    void aFailureQuotesNeitherWhatWasAskedForNorWhatWasThereBefore() {
        world.made(gizmo, OAK);
        world.gizmos.answerNext(
                Progress.failed(ErrorCode.INVALID_REQUEST, "no red or blue oak-wood with pin 123456 or 987654"));

        Operation failed = changed("{'Color': 'blue', 'Material': 'oak-wood', 'Pin': '123456'}");

        assertThat(failure(failed)).isEqualTo("no red or blue [redacted] with pin [redacted] or [redacted]");
    }

    @Test
    void progressIsToldWithoutThem() {
        world.gizmos.answerNext(new Progress.Again(
                json("{'Id': 'gizmo-1'}"), Duration.ofHours(1), json("{}"), Optional.empty(), "sawing oak-wood"));
        world.put(gizmo, OAK);
        assertThat(world.operation(gizmo).message()).isEqualTo("sawing [redacted]");
    }

    @Test
    void whatAHandlerThrowsIsLoggedWithoutThem() {
        world.gizmos.script.add(() -> {
            throw new IllegalStateException("the saw broke on oak-wood");
        });
        assertThat(logged(() -> world.put(gizmo, OAK)))
                .anyMatch(line -> line.contains("the saw broke on [redacted]") && line.contains("at fairlead."))
                .noneMatch(line -> line.contains("oak-wood"));
    }

    @Test
    void whatAHandlerThrowsOfAThingThatIsNotRecordedIsLoggedWithoutItsWords() {
        ResourceId shelf = world.id(World.SHELF, "s1");
        world.made(shelf, "{}");
        world.labels.script.add(() -> {
            throw new IllegalStateException("no pen for handwritten");
        });
        assertThat(logged(() -> assertThatExceptionOfType(ProblemException.class)
                        .isThrownBy(() -> world.resources.find(
                                shelf.nesting(world.type(World.LABEL).armType(), "l1")))))
                .anyMatch(line -> line.contains("IllegalStateException") && line.contains("at fairlead."))
                .noneMatch(line -> line.contains("handwritten"));
    }

    private static List<String> logged(Runnable work) {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger("fairlead.server.resource.call.HandlerCalls");
        log.start();
        Level usual = logger.getLevel();
        logger.setLevel(Level.WARN);
        logger.addAppender(log);
        try {
            work.run();
        } finally {
            logger.detachAppender(log);
            logger.setLevel(usual);
        }
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void anAnswerThatBreaksTheContractIsToldWithoutWhatItReports() {
        String elm = "elm-wood of a long story ".repeat(5);
        world.gizmos.answerNext(Progress.done(json("{'Id': 'gizmo-1', 'Color': 'red', 'Labels': '" + elm + "'}")));

        assertThat(failure(changed(OAK))).contains("/Labels").doesNotContain("elm-wood");
    }

    @Test
    void whatIsNestedIsToldOfWithoutItsOwnValues() {
        world.labels.answerNext(Progress.failed(ErrorCode.ACCESS_DENIED, "no look at a handwritten label"));
        ResourceId shelf = world.id(World.SHELF, "s1");

        world.put(shelf, "{'labels': [{'name': 'l1', 'properties': {'Text': 'handwritten'}}]}");
        world.settle();

        assertThat(parts(world.operation(shelf))).containsExactly("no look at a [redacted] label");
    }

    @Test
    void ofAnUnknownResourceNothingIsToldThatItsHandlerSays() {
        world.gizmos.answerNext(Progress.failed(ErrorCode.ACCESS_DENIED, "oak-wood is not for you"));
        world.gizmos.answerNext(Progress.done(json("{'Id': 'gizmo-2', 'Color': 'red', 'Labels': 'elm-wood'}")));

        Operation begun = world.imports.begin(new ImportRequest(
                World.DEVELOPER,
                world.type(GIZMO),
                new MoveRequest.Place(World.SUBSCRIPTION, "group"),
                "local",
                List.of(item("gizmo-1"), item("gizmo-2"))));
        world.settle();

        assertThat(parts(world.imports.find(begun.id()).orElseThrow()))
                .satisfiesExactly(
                        unknown -> assertThat(unknown).isEqualTo("[redacted]"),
                        reported -> assertThat(reported).contains("/Labels").doesNotContain("elm-wood"));
    }

    private static ImportRequest.Item item(String identifier) {
        return new ImportRequest.Item(identifier, Optional.empty());
    }

    private static List<String> parts(Operation operation) {
        return operation.state() instanceof OperationState.Failed(var _, var failure)
                ? failure.details().stream().map(Failure.Part::message).toList()
                : List.of();
    }

    @Test
    void whatIsNotClassifiedIsLeftAlone() {
        world.gizmos.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "no red gizmo-77"));
        assertThat(failure(changed("{'Color': 'red'}"))).isEqualTo("no red gizmo-77");
    }
}
