package fairlead.server.registry.stack;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.registry.AwsClient.Answer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The policies of stacks.
class PolicyActionsTest {

    private static final String POLICY =
            "{\"Statement\": [{\"Effect\": \"Deny\", \"Action\": \"ACTION\", \"Principal\": \"*\","
                    + " \"Resource\": \"LogicalResourceId/D*\"}, {\"Effect\": \"Allow\", \"Action\": \"Update:*\","
                    + " \"Principal\": \"*\", \"Resource\": \"*\"}]}";
    private static final String DENIED =
            "Action denied by stack policy: Statement [#1] does not allow [ACTION] for resource [Disk]";

    @TempDir
    private static Path folder;

    private static StackPlane plane;

    @BeforeAll
    static void start() {
        plane = new StackPlane(folder);
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private static String policy(String action) {
        return POLICY.replace("ACTION", action);
    }

    private static String disk(int size, String more) {
        return "{\"Resources\": {\"Disk\": {\"Type\": \"Test::Stack::Shelf\", \"Properties\": {\"Size\": " + size + more
                + "}}, \"Other\": {\"Type\": \"Test::Stack::Shelf\", \"Properties\": {\"Size\": " + size + "}}}}";
    }

    private static void create(String stack, String action) {
        plane.run(
                stack,
                "CreateStack",
                "StackName",
                stack,
                "TemplateBody",
                disk(1, ""),
                "StackPolicyBody",
                policy(action));
    }

    private static String update(String stack, String template) {
        return plane.run(stack, "UpdateStack", "StackName", stack, "TemplateBody", template);
    }

    private static String reasons(String stack) {
        return String.join(
                "\n", plane.call("DescribeStackEvents", "StackName", stack).values("ResourceStatusReason"));
    }

    private static String problem(Answer answer) {
        return answer.value("Code") + ": " + answer.value("Message");
    }

    @Test
    void keepAnUpdateFromBeginningThatChangesWhatTheyProtect() {
        create("policed", "Update:*");

        assertThat(update("policed", disk(2, ""))).isEqualTo("UPDATE_ROLLBACK_COMPLETE");
        assertThat(reasons("policed")).contains(DENIED.replace("ACTION", "Update:Modify"));
        assertThat(plane.events("policed")).doesNotContain("Other UPDATE_IN_PROGRESS");
        assertThat(plane.call("GetStackPolicy", "StackName", "policed").value("StackPolicyBody"))
                .isEqualTo(policy("Update:*"));
    }

    @Test
    void tellReplacementFromChangeAndRemoval() {
        create("told", "Update:Replace");
        assertThat(update("told", disk(2, ""))).isEqualTo("UPDATE_COMPLETE");
        assertThat(update("told", disk(2, ", \"Zone\": \"b\""))).isEqualTo("UPDATE_ROLLBACK_COMPLETE");
        assertThat(reasons("told")).contains(DENIED.replace("ACTION", "Update:Replace"));

        create("removed", "Update:Delete");
        assertThat(update("removed", disk(1, "").replace("Disk", "Else"))).isEqualTo("UPDATE_ROLLBACK_COMPLETE");
        assertThat(reasons("removed")).contains(DENIED.replace("ACTION", "Update:Delete"));
    }

    @Test
    void areSetAsideForOneUpdate() {
        create("aside", "Update:*");
        assertThat(plane.run(
                        "aside",
                        "UpdateStack",
                        "StackName",
                        "aside",
                        "TemplateBody",
                        disk(2, ""),
                        "StackPolicyDuringUpdateBody",
                        policy("Update:*").replace("Deny", "Allow")))
                .isEqualTo("UPDATE_COMPLETE");
        assertThat(update("aside", disk(3, ""))).isEqualTo("UPDATE_ROLLBACK_COMPLETE");
    }

    @Test
    void areShownInAChangeSetAndCountAsTheyAreWhenItIsExecuted() {
        create("reviewed", "Update:Delete");
        Answer set = plane.call(
                "CreateChangeSet", "StackName", "reviewed", "ChangeSetName", "more", "TemplateBody", disk(2, ""));
        plane.call("SetStackPolicy", "StackName", "reviewed", "StackPolicyBody", policy("Update:*"));
        Answer other = plane.call(
                "CreateChangeSet", "StackName", "reviewed", "ChangeSetName", "much", "TemplateBody", disk(9, ""));
        assertThat(plane.call("DescribeChangeSet", "ChangeSetName", other.value("Id"))
                        .value("StatusReason"))
                .isEqualTo("[WARN] Disk: " + DENIED.replace("ACTION", "Update:Modify"));

        assertThat(plane.run("reviewed", "ExecuteChangeSet", "ChangeSetName", set.value("Id")))
                .isEqualTo("UPDATE_ROLLBACK_COMPLETE");
        assertThat(plane.call("GetStackPolicy", "StackName", "reviewed").value("StackPolicyBody"))
                .isEqualTo(policy("Update:*"));
    }

    @Test
    void areRefusedIfTheyAreNone() {
        create("refused", "Update:*");
        assertThat(problem(plane.call("SetStackPolicy", "StackName", "refused", "StackPolicyBody", "{}")))
                .isEqualTo("ValidationError: Error validating stack policy: Invalid stack policy");
    }
}
