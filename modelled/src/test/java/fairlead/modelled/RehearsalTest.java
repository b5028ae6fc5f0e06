package fairlead.modelled;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Finding;
import fairlead.smithy.Models;
import fairlead.smithy.convert.Conversion;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.ServiceShape;

/// What a model says in advance of the types that it serves.
class RehearsalTest {

    private static final String OPERATIONS = "TagResource, UntagResource, ListTagsForResource";
    private static final String TOKEN = "@idempotencyToken token: String, tags: Tags, size: Size";
    private static final String SHOWN = "arn: String, size: Size";
    private static final String WAITER = """
        @waitable(RoomActive: { acceptors: [
            { state: "success", matcher: { output: { path: "status", expected: "ACTIVE", comparator: "stringEquals" } } }
            { state: "failure", matcher: { output: { path: "status", expected: "%s", comparator: "stringEquals" } } }
        ] })
        """;

    private static List<Finding> rehearsed(Object... parts) {
        String source = """
            $version: "2"
            namespace rooms
            use aws.protocols#awsJson1_0
            use smithy.waiters#waitable
            @awsJson1_0
            service Rooms { version: "1", resources: [Room], operations: [%1$s] }
            resource Room { identifiers: { roomIdentifier: String }, create: CreateRoom, read: GetRoom, delete: DeleteRoom }
            operation CreateRoom { input := { %2$s }, output := { %3$s } }
            @readonly
            %4$s
            operation GetRoom { input := { @required roomIdentifier: String }, output := { %5$s } }
            @idempotent
            operation DeleteRoom { input := { @required roomIdentifier: String, %6$s }, output := {} }
            structure Size { width: Integer }
            structure ShownSize { width: Integer, area: Integer, measured: String }
            list Tags { member: Tag }
            structure Tag { key: String, value: String }
            list TagKeys { member: String }
            operation TagResource { input := { @required resourceArn: String, @required tags: Tags }, output := {} }
            operation UntagResource { input := { @required resourceArn: String, @required tagKeys: TagKeys }, output := {} }
            @readonly
            operation ListTagsForResource { input := { @required resourceArn: String }, output := { tags: Tags } }
            """.formatted(parts);
        Models.Loaded loaded = Models.parse("rooms.smithy", source);
        Model model = loaded.model().orElseThrow(() -> new AssertionError(loaded.findings()));
        ServiceShape service = Conversion.services(model).findFirst().orElseThrow();
        Conversion.Options options = new Conversion.Options(Optional.of("Example"), Optional.empty(), false);
        Conversion.Type type = Conversion.of(model, service, options).types().getFirst();
        return Packaging.rehearsed(model, service, type);
    }

    private static List<String> ids(List<Finding> findings) {
        return findings.stream().map(Finding::id).toList();
    }

    @Test
    void nothingIsSaidOfAModelThatSaysAll() {
        assertThat(rehearsed(OPERATIONS, TOKEN, "roomIdentifier: String", "", SHOWN, ""))
                .isEmpty();
    }

    @Test
    void anIdentifierThatNothingTellsIsAnError() {
        assertThat(rehearsed(OPERATIONS, TOKEN, "size: Size", "", SHOWN, ""))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.id()).isEqualTo("smithy.identifier-untold");
                    assertThat(finding.isError()).isTrue();
                    assertThat(finding.message()).contains("CreateRoom", "'RoomIdentifier'");
                });
    }

    @Test
    void aMemberThatStandsForTheIdentifierIsNamed() {
        assertThat(rehearsed(OPERATIONS, TOKEN, "id: String", "", SHOWN, ""))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.id()).isEqualTo("smithy.identifier-stand-in");
                    assertThat(finding.isError()).isFalse();
                    assertThat(finding.message()).contains("'id'");
                });
    }

    @Test
    void whatTheDeleteLacksIsAnError() {
        assertThat(ids(rehearsed(OPERATIONS, TOKEN, "roomIdentifier: String", "", SHOWN, "@required building: String")))
                .containsExactly("smithy.identifier-unbound");
    }

    @Test
    void aCreateWhoseAnswerCanBeLostIsTold() {
        assertThat(ids(rehearsed(OPERATIONS, "tags: Tags", "roomIdentifier: String", "", SHOWN, "")))
                .containsExactly("smithy.lost-create");
    }

    @Test
    void aWaiterThatTakesAStateAtRestForAFailureIsTold() {
        String resting = WAITER.formatted("STANDBY");
        String failing = WAITER.formatted("CREATE_FAILED");
        assertThat(rehearsed(OPERATIONS, TOKEN, "roomIdentifier: String", resting, SHOWN + ", status: String", ""))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.id()).isEqualTo("smithy.waiter-guessed");
                    assertThat(finding.message()).contains("'RoomActive'", "STANDBY");
                });
        assertThat(rehearsed(OPERATIONS, TOKEN, "roomIdentifier: String", failing, SHOWN + ", status: String", ""))
                .isEmpty();
    }

    @Test
    void whatTheServiceShowsBeyondWhatItTakesIsTold() {
        assertThat(rehearsed(OPERATIONS, TOKEN, "roomIdentifier: String", "", "arn: String, size: ShownSize", ""))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.id()).isEqualTo("smithy.wider-output");
                    assertThat(finding.message()).contains("Size (Area, Measured)");
                });
    }

    @Test
    void tagsThatOnlyTheControlPlaneKeepsAreTold() {
        assertThat(rehearsed("", TOKEN, "roomIdentifier: String", "", SHOWN, ""))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message()).contains("no operations"));
        assertThat(rehearsed(OPERATIONS, TOKEN, "roomIdentifier: String", "", "size: Size", ""))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message()).contains("take an ARN"));
        assertThat(rehearsed(OPERATIONS, "@idempotencyToken token: String", "roomIdentifier: String", "", SHOWN, ""))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message()).contains("takes none"));
    }
}
