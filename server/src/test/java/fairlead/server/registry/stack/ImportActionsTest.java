package fairlead.server.registry.stack;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.registry.AwsClient.Answer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Change sets that take resources over which are there already.
class ImportActionsTest {

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

    private static String template(String name, String more) {
        return "{\"Resources\": {\"Disk\": {\"Type\": \"Test::Stack::Shelf\", " + more
                + "\"Properties\": {\"Size\": 5, \"Name\": \"" + name + "\"}}}}";
    }

    private static String kept(String name) {
        return template(name, "\"DeletionPolicy\": \"Retain\", ");
    }

    /// Makes a resource that is of no stack.
    private static void make(String name) {
        String stack = "maker-of-" + name;
        plane.run(
                stack,
                "CreateStack",
                "StackName",
                stack,
                "TemplateBody",
                kept(name).replace("5", "3"));
        plane.run(stack, "DeleteStack", "StackName", stack);
    }

    private static Answer set(String stack, String template, String... more) {
        List<String> parameters =
                new ArrayList<>(List.of("StackName", stack, "ChangeSetName", "taking", "TemplateBody", template));
        parameters.addAll(List.of(more));
        return plane.call("CreateChangeSet", parameters.toArray(String[]::new));
    }

    private static Answer importing(String stack, String template, String key, String value) {
        return set(
                stack,
                template,
                "ChangeSetType",
                "IMPORT",
                "ResourcesToImport.member.1.ResourceType",
                "Test::Stack::Shelf",
                "ResourcesToImport.member.1.LogicalResourceId",
                "Disk",
                "ResourcesToImport.member.1.ResourceIdentifier.entry.1.key",
                key,
                "ResourcesToImport.member.1.ResourceIdentifier.entry.1.value",
                value);
    }

    private static String problem(Answer answer) {
        return answer.value("Code") + ": " + answer.value("Message");
    }

    @Test
    void takeOverWhatIsNamedAndShowWhatTheTemplateSaysOtherwise() {
        make("taken");

        Answer made = importing("new", kept("taken"), "Name", "taken");
        assertThat(made.status()).isEqualTo(200);
        Answer set =
                plane.call("DescribeChangeSet", "ChangeSetName", made.value("Id"), "IncludePropertyValues", "true");
        assertThat(set.value("Status")).isEqualTo("CREATE_COMPLETE");
        assertThat(set.value("Action")).isEqualTo("Import");
        assertThat(set.value("PhysicalResourceId")).isEqualTo("taken");
        assertThat(set.values("Replacement")).isEmpty();
        assertThat(set.value("Path")).isEqualTo("/Properties/Size");
        assertThat(set.value("BeforeValue")).isEqualTo("3");
        assertThat(set.value("AfterValue")).isEqualTo("5");

        assertThat(plane.run("new", "ExecuteChangeSet", "ChangeSetName", made.value("Id")))
                .isEqualTo("IMPORT_COMPLETE");
        assertThat(plane.events("new"))
                .containsExactly(
                        "new IMPORT_IN_PROGRESS",
                        "Disk IMPORT_IN_PROGRESS",
                        "Disk IMPORT_COMPLETE",
                        "new IMPORT_COMPLETE");
        assertThat(problem(importing("another", kept("taken"), "Name", "taken")))
                .isEqualTo(": ");
        assertThat(plane.call("DescribeChangeSet", "StackName", "another", "ChangeSetName", "taking")
                        .value("StatusReason"))
                .startsWith("Disk: taken already exists in stack arn:aws:cloudformation:eu-west-1:");
    }

    @Test
    void sayWhatOfTheRequestCanNotBe() {
        assertThat(problem(importing("wrong", template("one", ""), "Name", "one")))
                .isEqualTo("ValidationError: The following resources to import [Disk] must have DeletionPolicy"
                        + " attribute specified in the template.");
        assertThat(problem(importing("wrong", kept("one"), "Id", "one")))
                .isEqualTo("ValidationError: ResourcesToImport: ResourceIdentifier of [Disk]: expected the keys"
                        + " [Name], found [Id]");
        assertThat(problem(set("wrong", kept("one"), "ChangeSetType", "IMPORT")))
                .isEqualTo("ValidationError: ResourcesToImport must be specified for a change set of the type"
                        + " IMPORT.");
        String withOutputs = kept("one").replaceFirst("\\{", "{\"Outputs\": {\"A\": {\"Value\": \"b\"}}, ");
        assertThat(problem(importing("wrong", withOutputs, "Name", "one")))
                .isEqualTo("ValidationError: As part of the import operation, you cannot modify or add [Outputs]");
    }

    @Test
    void takeOverWhatTheTemplateNamesIfItIsThere() {
        make("there");

        Answer made = set("existing", kept("there"), "ChangeSetType", "CREATE", "ImportExistingResources", "true");
        Answer set = plane.call("DescribeChangeSet", "ChangeSetName", made.value("Id"));
        assertThat(set.value("Action")).isEqualTo("Import");
        assertThat(set.value("ImportExistingResources")).isEqualTo("true");
        assertThat(plane.run("existing", "ExecuteChangeSet", "ChangeSetName", made.value("Id")))
                .isEqualTo("CREATE_COMPLETE");
        assertThat(plane.call("DescribeStackResources", "StackName", "existing").value("ResourceStatus"))
                .isEqualTo("IMPORT_COMPLETE");
    }
}
