package fairlead.server.resource;

import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.json;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.operation.Operation;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A delete of what a create in doubt has made, of which nothing is heard: neither of the two is forgotten, whether the
/// service makes the identifiers or callers choose them.
class UnansweredDeleteTest {

    @TempDir
    private Path folder;

    private World world;

    @BeforeEach
    void open() {
        world = new World(SqliteDatabase.open(folder.resolve("fairlead.db")), "node", Vault.newKeyset());
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static Progress thrown(Progress answer) {
        throw new IllegalStateException("a defect after " + answer);
    }

    /// Made by a create that has told the identifier and never that it is done; then deleted, which was not answered.
    private ResourceId deletedGizmo() {
        ResourceId gizmo = world.id(GIZMO, "one");
        world.gizmos.twistNextAnswer(
                answer -> Progress.again(((Progress.Done) answer).properties(), Duration.ofSeconds(1), json("{}")));
        world.gizmos.twistNextAnswer(UnansweredDeleteTest::thrown);
        world.made(gizmo, "{'Color': 'red'}");
        world.gizmos.twistNextAnswer(UnansweredDeleteTest::thrown);
        world.delete(gizmo);
        world.settle(gizmo);
        return gizmo;
    }

    /// A shelf whose create is in doubt.
    private ResourceId doubtfulShelf() {
        ResourceId shelf = world.id(SHELF, "one");
        world.parts.twistNextAnswer(UnansweredDeleteTest::thrown);
        world.made(shelf, "{'Text': 'a'}");
        assertThat(world.resources.get(shelf).doubt()).isPresent();
        world.parts.calls.clear();
        return shelf;
    }

    @Test
    void isRepeatedThoughAnotherDeleteWasRefused() {
        ResourceId gizmo = deletedGizmo();
        world.gizmos.calls.clear();
        world.gizmos.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "not now"));
        world.made(gizmo, "{'Color': 'green'}");
        world.gizmos.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "not now"));
        world.delete(gizmo);
        world.settle(gizmo);
        assertThat(world.gizmos.calls).containsExactly("delete", "delete");

        world.made(gizmo, "{'Color': 'blue'}");

        assertThat(world.gizmos.calls).containsExactly("delete", "delete", "delete", "create", "read");
        assertThat(world.resources.get(gizmo).state()).isEqualTo(ProvisioningState.SUCCEEDED);
        assertThat(world.gizmos.things).hasSize(1);
        assertThat(world.gizmos.sequence.violations()).isEmpty();
    }

    @Test
    void comesBeforeTheNextCreateOfWhatCallersName() {
        ResourceId shelf = doubtfulShelf();
        world.parts.twistNextAnswer(UnansweredDeleteTest::thrown);
        world.delete(shelf);
        world.settle(shelf);
        assertThat(world.parts.things).isEmpty();

        requireMadeAnew(shelf);
    }

    @Test
    void ofWhatCallersNameIsNotForgottenWhenItIsCanceled() {
        ResourceId shelf = doubtfulShelf();
        world.parts.twistNextAnswer(_ -> Progress.again(json("{}"), Duration.ofHours(1), json("{}")));
        Operation operation = ((Outcome.Accepted) world.delete(shelf)).operation();
        world.operations.cancel(operation.id());
        world.settle(shelf);

        requireMadeAnew(shelf);
    }

    private void requireMadeAnew(ResourceId shelf) {
        world.made(shelf, "{'Text': 'b'}");

        assertThat(world.parts.calls).containsExactly("delete", "delete", "create", "read");
        assertThat(world.resources.get(shelf).state()).isEqualTo(ProvisioningState.SUCCEEDED);
        assertThat(world.parts.thing("/one").path("Text").asString()).isEqualTo("b");
        assertThat(world.parts.sequence.violations()).isEmpty();
        world.delete(shelf);
        world.settle(shelf);
        assertThat(world.parts.things).isEmpty();
    }

    @Test
    void ofWhatCallersNameThatWasRefusedLeavesTheCreateInDoubt() {
        ResourceId shelf = doubtfulShelf();
        world.parts.answerNext(Progress.failed(ErrorCode.ACCESS_DENIED, "it stays"));
        world.delete(shelf);
        world.settle(shelf);

        world.made(shelf, "{'Text': 'b'}");

        assertThat(world.parts.calls).containsExactly("delete", "create", "update", "read");
        assertThat(world.parts.thing("/one").path("Text").asString()).isEqualTo("b");
        assertThat(world.parts.sequence.violations()).isEmpty();
    }
}
