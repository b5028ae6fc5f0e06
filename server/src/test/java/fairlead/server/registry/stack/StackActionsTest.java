package fairlead.server.registry.stack;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.registry.AwsClient.Answer;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackActionsTest {

    private static final String PLAIN = """
        AWSTemplateFormatVersion: 2010-09-09
        Description: shelves
        Parameters:
          Size: {Type: Number, Default: 3}
          Word: {Type: String, NoEcho: true, Default: hush}
        Resources:
          One:
            Type: Test::Stack::Shelf
            Properties: {Size: !Ref Size, Secret: !Ref Word}
          Two:
            Type: Test::Stack::Shelf
            Properties: {Name: !Sub "${AWS::StackName}-two", Size: 5, Zone: !Ref One}
        Outputs:
          Arn: {Value: !GetAtt Two.Arn, Description: of the second}
        """;

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

    private static String template(String resources) {
        return "{\"Resources\": {" + resources + "}}";
    }

    private static String shelf(String key, String properties) {
        return "\"" + key + "\": {\"Type\": \"Test::Stack::Shelf\", \"Properties\": {" + properties + "}}";
    }

    private static String create(String stack, String template, String... more) {
        return plane.run(stack, "CreateStack", with(more, "StackName", stack, "TemplateBody", template));
    }

    private static String update(String stack, String template, String... more) {
        return plane.run(stack, "UpdateStack", with(more, "StackName", stack, "TemplateBody", template));
    }

    private static String[] with(String[] more, String... first) {
        return Stream.concat(Arrays.stream(first), Arrays.stream(more)).toArray(String[]::new);
    }

    private static String problem(Answer answer) {
        return answer.value("Code") + ": " + answer.value("Message");
    }

    // -- one stack --------------------------------------------------------------------------------------------------

    @Test
    void makeAStackAndTellOfIt() {
        assertThat(create("told", PLAIN, "Tags.member.1.Key", "team", "Tags.member.1.Value", "blue"))
                .isEqualTo("CREATE_COMPLETE");

        Answer stack = plane.call("DescribeStacks", "StackName", "told");
        assertThat(stack.value("StackId"))
                .matches("arn:aws:cloudformation:eu-west-1:000000000000:stack/told/[0-9a-f-]{36}");
        assertThat(stack.values("ParameterValue")).containsExactly("3", "****");
        assertThat(stack.value("OutputValue")).isEqualTo("arn:test:eu-west-1:shelf/told-two");
        assertThat(stack.values("Description")).containsExactly("shelves", "of the second");
        assertThat(stack.value("Key")).isEqualTo("team");
        assertThat(stack.text()).doesNotContain("hush");

        Answer resources = plane.call("DescribeStackResources", "StackName", "told");
        assertThat(resources.values("LogicalResourceId")).containsExactly("One", "Two");
        assertThat(resources.values("PhysicalResourceId").getFirst()).matches("told-One-[A-Z2-7]{12}");
        assertThat(resources.values("ResourceStatus")).containsOnly("CREATE_COMPLETE");
        assertThat(plane.call("DescribeStackResources", "PhysicalResourceId", "told-two")
                        .value("StackName"))
                .isEqualTo("told");

        assertThat(plane.call("GetTemplate", "StackName", "told").value("TemplateBody"))
                .isEqualTo(PLAIN);
        assertThat(plane.call("ListStacks").values("StackName")).contains("told");
    }

    @Test
    void tellWhatHasHappenedWithTheTokenOfTheRequest() {
        create("happened", PLAIN, "ClientRequestToken", "token-1");

        assertThat(plane.events("happened"))
                .containsExactly(
                        "happened CREATE_IN_PROGRESS",
                        "One CREATE_IN_PROGRESS",
                        "One CREATE_IN_PROGRESS",
                        "One CREATE_COMPLETE",
                        "Two CREATE_IN_PROGRESS",
                        "Two CREATE_IN_PROGRESS",
                        "Two CREATE_COMPLETE",
                        "happened CREATE_COMPLETE");
        Answer events = plane.call("DescribeStackEvents", "StackName", "happened");
        assertThat(events.values("ClientRequestToken")).hasSize(8).containsOnly("token-1");
        assertThat(events.values("Timestamp")).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(events.values("EventId")).doesNotHaveDuplicates();
        assertThat(events.text()).contains("****").doesNotContain("hush");
        assertThat(events.values("PhysicalResourceId").getLast()).startsWith("arn:aws:cloudformation:");
    }

    @Test
    void changeAStackAndSayWhenThereIsNothingToChange() {
        create("changed", PLAIN);

        assertThat(problem(plane.call("UpdateStack", "StackName", "changed", "TemplateBody", PLAIN)))
                .isEqualTo("ValidationError: No updates are to be performed.");
        assertThat(update(
                        "changed",
                        PLAIN,
                        "Parameters.member.1.ParameterKey",
                        "Size",
                        "Parameters.member.1.ParameterValue",
                        "8"))
                .isEqualTo("UPDATE_COMPLETE");
        assertThat(plane.call("DescribeStacks", "StackName", "changed").values("ParameterValue"))
                .containsExactly("8", "****");
        assertThat(plane.run(
                        "changed",
                        "UpdateStack",
                        "StackName",
                        "changed",
                        "UsePreviousTemplate",
                        "true",
                        "Parameters.member.1.ParameterKey",
                        "Size",
                        "Parameters.member.1.UsePreviousValue",
                        "true",
                        "Tags.member.1.Key",
                        "a",
                        "Tags.member.1.Value",
                        "b"))
                .isEqualTo("UPDATE_COMPLETE");
        assertThat(plane.call("DescribeStacks", "StackName", "changed").values("ParameterValue"))
                .containsExactly("8", "****");
    }

    @Test
    void replaceAResourceByOneOfAnotherName() {
        create("replaced", template(shelf("Disk", "\"Size\": 1, \"Zone\": \"a\"")));
        String before =
                plane.call("DescribeStackResources", "StackName", "replaced").value("PhysicalResourceId");

        assertThat(update("replaced", template(shelf("Disk", "\"Size\": 1, \"Zone\": \"b\""))))
                .isEqualTo("UPDATE_COMPLETE");
        String after =
                plane.call("DescribeStackResources", "StackName", "replaced").value("PhysicalResourceId");

        assertThat(after).startsWith("replaced-Disk-").isNotEqualTo(before);
        assertThat(plane.events("replaced"))
                .contains("replaced UPDATE_COMPLETE_CLEANUP_IN_PROGRESS", "Disk DELETE_COMPLETE");
    }

    @Test
    void undoACreateThatFails() {
        String failing = template(shelf("Good", "\"Size\": 1") + ","
                + "\"Bad\": {\"Type\": \"Test::Stack::Shelf\", \"DependsOn\": \"Good\","
                + " \"Properties\": {\"Size\": 1, \"FailWith\": \"GeneralServiceException\"}}");

        assertThat(create("undone", failing)).isEqualTo("ROLLBACK_COMPLETE");
        assertThat(plane.events("undone"))
                .contains("Bad CREATE_FAILED", "undone ROLLBACK_IN_PROGRESS", "Good DELETE_COMPLETE");
        Answer events = plane.call("DescribeStackEvents", "StackName", "undone");
        assertThat(events.values("ResourceStatusReason"))
                .contains("The following resource(s) failed to create: [Bad]. Rollback requested by user.");
        assertThat(problem(plane.call("UpdateStack", "StackName", "undone", "TemplateBody", failing)))
                .matches("ValidationError:"
                        + " Stack:arn:aws:cloudformation:eu-west-1:000000000000:stack/undone/[0-9a-f-]{36} is in"
                        + " ROLLBACK_COMPLETE state and can not be updated\\.");
        assertThat(plane.run("undone", "DeleteStack", "StackName", "undone"))
                .isIn("DELETE_COMPLETE", "ValidationError");
    }

    @Test
    void leaveWhatHasFailedIfToldTo() {
        String failing = template(shelf("Bad", "\"Size\": 1, \"FailWith\": \"GeneralServiceException\""));

        assertThat(create("left", failing, "OnFailure", "DO_NOTHING")).isEqualTo("CREATE_FAILED");
        assertThat(plane.call("DescribeEvents", "StackName", "left", "Filters.FailedEvents", "true")
                        .values("LogicalResourceId"))
                .contains("Bad");
        assertThat(plane.run("left", "RollbackStack", "StackName", "left")).isEqualTo("ROLLBACK_COMPLETE");
    }

    @Test
    void undoAnUpdateThatFails() {
        create("back", template(shelf("Disk", "\"Size\": 1")));

        assertThat(update("back", template(shelf("Disk", "\"Size\": 2, \"FailWith\": \"GeneralServiceException\""))))
                .isEqualTo("UPDATE_ROLLBACK_COMPLETE");
        assertThat(plane.events("back")).contains("Disk UPDATE_FAILED", "back UPDATE_ROLLBACK_IN_PROGRESS");
        assertThat(plane.call("GetTemplate", "StackName", "back").value("TemplateBody"))
                .isEqualTo(template(shelf("Disk", "\"Size\": 1")));
    }

    @Test
    void deleteAStackAndKnowItByItsArnThen() {
        create("gone", PLAIN);
        String arn = plane.call("DescribeStacks", "StackName", "gone").value("StackId");

        assertThat(plane.run(arn, "DeleteStack", "StackName", "gone")).isEqualTo("DELETE_COMPLETE");
        assertThat(problem(plane.call("DescribeStacks", "StackName", "gone")))
                .isEqualTo("ValidationError: Stack with id gone does not exist");
        assertThat(problem(plane.call("DescribeStackEvents", "StackName", "gone")))
                .isEqualTo("ValidationError: Stack [gone] does not exist");
        assertThat(plane.call("DeleteStack", "StackName", "gone").status()).isEqualTo(200);
        assertThat(plane.events(arn)).contains("Two DELETE_COMPLETE", "gone DELETE_COMPLETE");
    }

    @Test
    void protectAStack() {
        create("kept", PLAIN, "EnableTerminationProtection", "true");

        assertThat(problem(plane.call("DeleteStack", "StackName", "kept")))
                .isEqualTo("ValidationError: Stack [kept] cannot be deleted while TerminationProtection is enabled");
        assertThat(plane.call(
                                "UpdateTerminationProtection",
                                "StackName",
                                "kept",
                                "EnableTerminationProtection",
                                "false")
                        .status())
                .isEqualTo(200);
        assertThat(plane.run("kept", "DeleteStack", "StackName", "kept")).isIn("DELETE_COMPLETE", "ValidationError");
    }

    // -- change sets ------------------------------------------------------------------------------------------------

    @Test
    void reviewAStackBeforeItIsMade() {
        Answer made = plane.call(
                "CreateChangeSet",
                "StackName",
                "review",
                "ChangeSetName",
                "first",
                "ChangeSetType",
                "CREATE",
                "TemplateBody",
                PLAIN);
        assertThat(made.value("Id")).matches("arn:aws:cloudformation:eu-west-1:000000000000:changeSet/first/.+");
        assertThat(plane.status("review")).isEqualTo("REVIEW_IN_PROGRESS");
        assertThat(plane.call("GetTemplate", "StackName", "review").value("TemplateBody"))
                .as("the template of what is to be reviewed")
                .isEmpty();

        Answer set = plane.call("DescribeChangeSet", "ChangeSetName", made.value("Id"));
        assertThat(set.value("Status")).isEqualTo("CREATE_COMPLETE");
        assertThat(set.value("ExecutionStatus")).isEqualTo("AVAILABLE");
        assertThat(set.values("Action")).containsExactly("Add", "Add");
        assertThat(set.text()).doesNotContain("<Replacement>");

        assertThat(plane.run("review", "ExecuteChangeSet", "ChangeSetName", made.value("Id")))
                .isEqualTo("CREATE_COMPLETE");
        assertThat(plane.call("DescribeStacks", "StackName", "review").value("ChangeSetId"))
                .isEqualTo(made.value("Id"));
        assertThat(problem(plane.call("ExecuteChangeSet", "ChangeSetName", made.value("Id"))))
                .startsWith("InvalidChangeSetStatus: ChangeSet [" + made.value("Id") + "] cannot be executed");
    }

    @Test
    void sayThatAChangeSetChangesNothing() {
        create("same", PLAIN);

        plane.call("CreateChangeSet", "StackName", "same", "ChangeSetName", "none", "TemplateBody", PLAIN);
        Answer set = plane.call("DescribeChangeSet", "StackName", "same", "ChangeSetName", "none");

        assertThat(set.value("Status")).isEqualTo("FAILED");
        assertThat(set.value("ExecutionStatus")).isEqualTo("UNAVAILABLE");
        assertThat(set.value("StatusReason"))
                .isEqualTo("The submitted information didn't contain changes. Submit different information to create a"
                        + " change set.");
        assertThat(plane.call("DescribeEvents", "StackName", "same", "ChangeSetName", "none")
                        .value("EventType"))
                .isEqualTo("VALIDATION_ERROR");
        assertThat(plane.call("DeleteChangeSet", "StackName", "same", "ChangeSetName", "none")
                        .status())
                .isEqualTo(200);
        assertThat(plane.call("DeleteChangeSet", "StackName", "same", "ChangeSetName", "none")
                        .status())
                .as("deleted again")
                .isEqualTo(200);
        Answer gone = plane.call("DescribeChangeSet", "StackName", "same", "ChangeSetName", "none");
        assertThat(gone.status()).isEqualTo(404);
        assertThat(problem(gone)).isEqualTo("ChangeSetNotFound: ChangeSet [none] does not exist");
    }

    @Test
    void sayWhatWouldChangeAndWhy() {
        create("why", PLAIN);

        plane.call(
                "CreateChangeSet",
                "StackName",
                "why",
                "ChangeSetName",
                "more",
                "TemplateBody",
                PLAIN.replace("Size: 5", "Size: 6"),
                "Parameters.member.1.ParameterKey",
                "Word",
                "Parameters.member.1.ParameterValue",
                "other");
        Answer set = plane.call(
                "DescribeChangeSet", "StackName", "why", "ChangeSetName", "more", "IncludePropertyValues", "true");

        assertThat(set.values("Action")).containsExactly("Modify", "Modify");
        assertThat(set.values("Replacement")).containsExactly("False", "False");
        assertThat(set.values("ChangeSource")).containsExactly("ParameterReference", "DirectModification");
        assertThat(set.values("CausingEntity")).containsExactly("Word");
        assertThat(set.values("Path")).containsExactly("/Properties/Secret", "/Properties/Size");
        assertThat(set.values("BeforeValue")).containsExactly("****", "5");
        assertThat(set.values("AfterValue")).containsExactly("****", "6");
        assertThat(set.text()).doesNotContain("hush").doesNotContain("other");
    }

    // -- between stacks ---------------------------------------------------------------------------------------------

    @Test
    void shareValuesBetweenStacks() {
        create(
                "giver",
                "{\"Resources\": {" + shelf("Disk", "\"Size\": 1")
                        + "}, \"Outputs\": {\"A\": {\"Value\": {\"Ref\": \"Disk\"}, \"Export\": {\"Name\":"
                        + " \"disk\"}}}}");
        create("taker", template(shelf("Use", "\"Size\": 1, \"Zone\": {\"Fn::ImportValue\": \"disk\"}")));

        assertThat(plane.call("ListExports").values("Name")).contains("disk");
        assertThat(plane.call("ListImports", "ExportName", "disk").values("member"))
                .containsExactly("taker");
        assertThat(plane.call("DescribeStacks", "StackName", "giver").value("ExportName"))
                .isEqualTo("disk");
        assertThat(problem(plane.call(
                        "CreateStack",
                        "StackName",
                        "alone",
                        "TemplateBody",
                        template(shelf("Use", "\"Size\": 1, \"Zone\": {\"Fn::ImportValue\": \"none\"}")))))
                .isEqualTo("ValidationError: No export named none found");
    }

    // -- drift and policy -------------------------------------------------------------------------------------------

    @Test
    void lookForDrift() {
        create("drift", PLAIN);

        String id = plane.call("DetectStackDrift", "StackName", "drift").value("StackDriftDetectionId");
        Answer status = plane.call("DescribeStackDriftDetectionStatus", "StackDriftDetectionId", id);
        assertThat(status.value("DetectionStatus")).isEqualTo("DETECTION_COMPLETE");
        assertThat(status.value("StackDriftStatus")).isEqualTo("IN_SYNC");
        Answer drifts = plane.call("DescribeStackResourceDrifts", "StackName", "drift");
        assertThat(drifts.values("StackResourceDriftStatus")).containsExactly("IN_SYNC", "IN_SYNC");
        assertThat(drifts.text()).doesNotContain("hush");

        plane.aws.send(plane.aws
                .signed("cloudcontrolapi", "/")
                .header("Content-Type", "application/x-amz-json-1.0")
                .header("X-Amz-Target", "CloudApiService.UpdateResource")
                .POST(BodyPublishers.ofString("{\"TypeName\": \"Test::Stack::Shelf\", \"Identifier\": \"drift-two\","
                        + " \"PatchDocument\": \"[{\\\"op\\\": \\\"replace\\\", \\\"path\\\":"
                        + " \\\"/Size\\\", \\\"value\\\": 9}]\"}")));
        Answer one = plane.call("DetectStackResourceDrift", "StackName", "drift", "LogicalResourceId", "Two");
        assertThat(one.value("StackResourceDriftStatus")).isEqualTo("MODIFIED");
        assertThat(one.value("PropertyPath")).isEqualTo("/Size");
        assertThat(one.value("ExpectedValue")).isEqualTo("5");
        assertThat(one.value("ActualValue")).isEqualTo("9");
        assertThat(plane.call("DescribeStacks", "StackName", "drift").value("StackDriftStatus"))
                .isEqualTo("DRIFTED");
    }

    // -- templates and what is refused ------------------------------------------------------------------------------

    @Test
    void sayWhatATemplateAsksFor() {
        Answer summary = plane.call("GetTemplateSummary", "TemplateBody", PLAIN);

        assertThat(summary.values("ParameterKey")).containsExactly("Size", "Word");
        assertThat(summary.values("DefaultValue")).containsExactly("3", "****");
        assertThat(summary.value("ResourceType")).isEqualTo("Test::Stack::Shelf");
        assertThat(plane.call("ValidateTemplate", "TemplateBody", PLAIN).value("Description"))
                .isEqualTo("shelves");
        assertThat(problem(plane.call(
                        "ValidateTemplate",
                        "TemplateBody",
                        "{\"Resources\": {\"A\": {\"Type\": \"No::Such::Type\"}}}")))
                .isEqualTo("ValidationError: Template format error: Unrecognized resource types: [No::Such::Type]");
    }

    @Test
    void takeTemplatesFromThisServerAlone() {
        plane.aws.s3("PUT", "/templates/shelves.yaml", PLAIN.getBytes(StandardCharsets.UTF_8));

        assertThat(plane.run(
                        "uploaded",
                        "CreateStack",
                        "StackName",
                        "uploaded",
                        "TemplateURL",
                        plane.plane.url() + "/templates/shelves.yaml"))
                .isEqualTo("CREATE_COMPLETE");
        assertThat(problem(plane.call(
                        "CreateStack",
                        "StackName",
                        "fetched",
                        "TemplateURL",
                        "http://169.254.169.254/latest/meta-data")))
                .startsWith("ValidationError: TemplateURL must be a supported URL");
    }

    @Test
    void refuseWhatWouldHaveNoEffect() {
        assertThat(problem(
                        plane.call("CreateStack", "StackName", "late", "TemplateBody", PLAIN, "TimeoutInMinutes", "0")))
                .startsWith("ValidationError: ");
        assertThat(problem(plane.call("CreateStackSet", "StackSetName", "all")))
                .isEqualTo("ValidationError: CreateStackSet is not available on this server.");
        assertThat(problem(plane.call("CreateStack", "StackName", "a_b", "TemplateBody", PLAIN)))
                .isEqualTo("ValidationError: 1 validation error detected: Value 'a_b' at 'stackName' failed to satisfy"
                        + " constraint: Member must satisfy regular expression pattern: [a-zA-Z][-a-zA-Z0-9]*");
        assertThat(problem(plane.call("CreateStack", "StackName", "empty")))
                .isEqualTo("ValidationError: Either Template URL or Template Body must be specified.");
    }

    @Test
    void ignoreMembersThatAreNewerThanThisServer() {
        assertThat(create("newer", PLAIN, "DeploymentConfig.Mode", "EXPRESS")).isEqualTo("CREATE_COMPLETE");
    }

    @Test
    void tellTheCdkThatTheAccountIsPrepared() {
        assertThat(parameter("/cdk-bootstrap/hnb659fds/version").text()).contains("\"Value\":\"30\"");
        Answer other = parameter("/other");
        assertThat(other.status()).isEqualTo(400);
        assertThat(other.text()).contains("\"__type\":\"ParameterNotFound\"");
    }

    private static Answer parameter(String name) {
        return plane.aws.send(plane.aws
                .signed("ssm", "/")
                .header("Content-Type", "application/x-amz-json-1.1")
                .header("X-Amz-Target", "AmazonSSM.GetParameter")
                .POST(BodyPublishers.ofString("{\"Name\": \"" + name + "\"}")));
    }

    @Test
    void answerARequestTwiceUnderItsToken() {
        String[] asked = {"StackName", "twice", "TemplateBody", PLAIN, "ClientRequestToken", "once"};
        String first = plane.call("CreateStack", asked).value("StackId");

        assertThat(plane.call("CreateStack", asked).value("StackId")).isEqualTo(first);
        assertThat(problem(plane.call(
                        "CreateStack",
                        "StackName",
                        "twice",
                        "TemplateBody",
                        PLAIN.replace("Size: 5", "Size: 6"),
                        "ClientRequestToken",
                        "once")))
                .startsWith("TokenAlreadyExistsException: ");
        assertThat(problem(plane.call("CreateStack", "StackName", "twice", "TemplateBody", PLAIN)))
                .isEqualTo("AlreadyExistsException: Stack [twice] already exists");
    }
}
