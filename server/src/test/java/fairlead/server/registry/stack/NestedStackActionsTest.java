package fairlead.server.registry.stack;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.registry.AwsClient.Answer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// CloudFormation's API, and stacks that are resources of others.
class NestedStackActionsTest {

    private static final String CHILD = """
        Parameters:
          Size: {Type: Number, Default: 3}
        Resources:
          Board:
            Type: Test::Stack::Shelf
            Properties: {Size: !Ref Size}
        Outputs:
          Name: {Value: !Ref Board}
        """;

    @TempDir
    private static Path folder;

    private static StackPlane plane;

    @BeforeAll
    static void start() {
        plane = new StackPlane(folder);
        upload("child.yaml", CHILD);
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private static void upload(String name, String template) {
        plane.aws.s3("PUT", "/templates/" + name, template.getBytes(StandardCharsets.UTF_8));
    }

    private static String parent(String size, String template) {
        return """
            Resources:
              Nested:
                Type: AWS::CloudFormation::Stack
                Properties:
                  TemplateURL: %s/templates/%s
                  Parameters: {Size: %s}
                  Tags: [{Key: level, Value: two}]
              Label:
                Type: Test::Stack::Shelf
                Properties: {Size: 1, Zone: !GetAtt Nested.Outputs.Name}
            Outputs:
              Nested: {Value: !Ref Nested}
            """.formatted(plane.plane.url(), template, size);
    }

    private static String child(String stack) {
        return plane.call("DescribeStacks", "StackName", stack).value("OutputValue");
    }

    private static String create(String name, String template) {
        return plane.run(
                name,
                "CreateStack",
                "StackName",
                name,
                "TemplateBody",
                template,
                "Tags.member.1.Key",
                "team",
                "Tags.member.1.Value",
                "blue");
    }

    private static String update(String name, String template) {
        return plane.run(name, "UpdateStack", "StackName", name, "TemplateBody", template);
    }

    private static String problem(Answer answer) {
        return answer.value("Code") + ": " + answer.value("Message");
    }

    @Test
    void makeThemFromTemplatesThatWereUploaded() {
        assertThat(create("whole", parent("5", "child.yaml"))).isEqualTo("CREATE_COMPLETE");
        String nested = child("whole");
        Answer told = plane.call("DescribeStacks", "StackName", nested);
        String whole = plane.call("DescribeStacks", "StackName", "whole").value("StackId");
        assertThat(told.value("StackName")).matches("whole-Nested-[0-9A-Z]{12}");
        assertThat(told.value("ParentId")).isEqualTo(whole);
        assertThat(told.value("RootId")).isEqualTo(whole);
        assertThat(told.values("ParameterValue")).containsExactly("5");
        assertThat(told.values("Key")).containsExactly("team", "level");
        assertThat(plane.call("DescribeStackResource", "StackName", "whole", "LogicalResourceId", "Nested")
                        .value("PhysicalResourceId"))
                .isEqualTo(nested);

        plane.call("UpdateTerminationProtection", "StackName", "whole", "EnableTerminationProtection", "true");
        assertThat(plane.call("DescribeStacks", "StackName", nested).value("EnableTerminationProtection"))
                .isEqualTo("true");
        assertThat(problem(plane.call(
                        "UpdateTerminationProtection", "StackName", nested, "EnableTerminationProtection", "false")))
                .contains("call it on its root stack [whole]");
        assertThat(problem(plane.call("DeleteStack", "StackName", nested))).contains("TerminationProtection");
        plane.call("UpdateTerminationProtection", "StackName", "whole", "EnableTerminationProtection", "false");

        assertThat(update("whole", parent("7", "child.yaml"))).isEqualTo("UPDATE_COMPLETE");
        assertThat(plane.call("DescribeStacks", "StackName", nested).value("StackStatus"))
                .isEqualTo("UPDATE_COMPLETE");
        assertThat(problem(plane.call("UpdateStack", "StackName", "whole", "TemplateBody", parent("7", "child.yaml"))))
                .isEqualTo("ValidationError: No updates are to be performed.");
        plane.call("DeleteStack", "StackName", "whole");
        assertThat(plane.status("whole")).isIn("DELETE_COMPLETE", "ValidationError");
        assertThat(plane.status(nested)).isEqualTo("DELETE_COMPLETE");
    }

    @Test
    void tellWhatWentWrongWithinThem() {
        assertThat(create("lost", parent("5", "none.yaml"))).isEqualTo("ROLLBACK_COMPLETE");
        assertThat(plane.call("DescribeStackEvents", "StackName", "lost").text())
                .contains("none.yaml: upload it to this server first.");
        assertThat(create("wrong", parent("'many'", "child.yaml"))).isEqualTo("ROLLBACK_COMPLETE");
        assertThat(plane.call("DescribeStackEvents", "StackName", "wrong").text())
                .contains("Parameter 'Size' must be a number");
    }

    @Test
    void reviewThemWithTheStackThatHasThem() {
        upload("moving.yaml", CHILD);
        assertThat(create("reviewed", parent("5", "moving.yaml"))).isEqualTo("CREATE_COMPLETE");
        String nested = child("reviewed");
        upload("moving.yaml", CHILD.replace("Size: !Ref Size", "Size: !Ref Size, Zone: north"));
        plane.call(
                "CreateChangeSet",
                "StackName",
                "reviewed",
                "ChangeSetName",
                "next",
                "IncludeNestedStacks",
                "true",
                "TemplateBody",
                parent("5", "moving.yaml"));
        Answer set = plane.call("DescribeChangeSet", "StackName", "reviewed", "ChangeSetName", "next");
        assertThat(set.value("Status")).as(set.text()).isEqualTo("CREATE_COMPLETE");
        assertThat(set.values("ChangeSource")).contains("Automatic");
        String within = set.values("ChangeSetId").stream()
                .filter(arn -> arn.contains("next-Nested"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(set.text()));
        Answer inner = plane.call("DescribeChangeSet", "ChangeSetName", within);
        assertThat(inner.value("StackId")).isEqualTo(nested);
        assertThat(inner.value("ParentChangeSetId")).contains("/next/");
        assertThat(inner.value("RootChangeSetId")).contains("/next/");
        assertThat(inner.values("LogicalResourceId")).containsExactly("Board");
        assertThat(problem(plane.call("ExecuteChangeSet", "ChangeSetName", within)))
                .contains("is nested and cannot be executed on its own");
        assertThat(plane.call("ExecuteChangeSet", "StackName", "reviewed", "ChangeSetName", "next")
                        .status())
                .isEqualTo(200);
        assertThat(plane.status("reviewed")).isEqualTo("UPDATE_COMPLETE");
        assertThat(plane.status(nested)).isEqualTo("UPDATE_COMPLETE");
        assertThat(plane.call("DescribeStacks", "StackName", nested).value("ChangeSetId"))
                .isEqualTo(within);
    }
}
