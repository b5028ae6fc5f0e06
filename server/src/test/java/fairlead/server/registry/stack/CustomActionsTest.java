package fairlead.server.registry.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Custom resources, made by a real endpoint.
class CustomActionsTest {

    private static final String TEMPLATE = """
        Resources:
          Own:
            Type: Custom::Name
            Properties:
              ServiceToken: TOKEN
              Name: NAME
              Wrong: WRONG
        Outputs:
          Address: {Value: !GetAtt Own.Address}
          Name: {Value: !Ref Own}
        """;

    @TempDir
    private static Path folder;

    private static CustomMaker maker;
    private static StackPlane plane;

    @BeforeAll
    static void start() throws IOException {
        maker = new CustomMaker();
        plane = new StackPlane(folder, "--custom-resource=names=" + maker.url());
    }

    @AfterAll
    static void stop() {
        plane.close();
        maker.close();
    }

    private static String template(String token, String name, boolean wrong) {
        return TEMPLATE.replace("TOKEN", token).replace("NAME", name).replace("WRONG", Boolean.toString(wrong));
    }

    private static String create(String stack, String token, String name, boolean wrong) {
        return plane.run(stack, "CreateStack", "StackName", stack, "TemplateBody", template(token, name, wrong));
    }

    @Test
    void areMadeReplacedAndDeleted() {
        assertThat(create("made", "arn:aws:lambda:eu-west-1:000000000000:function:names", "one", false))
                .isEqualTo("CREATE_COMPLETE");
        assertThat(plane.call("DescribeStacks", "StackName", "made").values("OutputValue"))
                .containsExactly("one.example.com", "made-one");

        assertThat(plane.run(
                        "made", "UpdateStack", "StackName", "made", "TemplateBody", template("names", "two", false)))
                .isEqualTo("UPDATE_COMPLETE");
        assertThat(plane.call("DescribeStacks", "StackName", "made").values("OutputValue"))
                .containsExactly("two.example.com", "made-two");
        plane.run("made", "DeleteStack", "StackName", "made");
        assertThat(maker.asked.stream()
                        .filter(asked -> asked.path("StackId").asString().contains(":stack/made/"))
                        .map(asked -> asked.path("RequestType").asString() + " "
                                + asked.path("PhysicalResourceId").asString("")))
                .containsExactly("Create ", "Update made-one", "Delete made-one", "Delete made-two");
    }

    @Test
    void failWithTheReasonThatTheirMakerGives() {
        assertThat(create("refused", "names", "refused", false)).isEqualTo("ROLLBACK_COMPLETE");
        assertThat(String.join(
                        "\n",
                        plane.call("DescribeStackEvents", "StackName", "refused")
                                .values("ResourceStatusReason")))
                .contains("Received response status [FAILED] from custom resource. Message returned: it is taken");
    }

    @Test
    void areAnsweredInTheFormOfTheGuideAlone() {
        assertThat(create("answered", "names", "three", true)).isEqualTo("CREATE_COMPLETE");
        assertThat(maker.answered).extracting(HttpResponse::statusCode).contains(400, 413, 200);
        assertThat(maker.answered)
                .extracting(HttpResponse::body)
                .anyMatch(body -> body.contains("expected SUCCESS or FAILED, found 'MAYBE'"));
    }

    @Test
    void areRefusedWhereNobodyMakesThem(@TempDir Path other) {
        try (StackPlane without = new StackPlane(other)) {
            assertThat(without.call("CreateStack", "StackName", "none", "TemplateBody", template("names", "a", false))
                            .value("Message"))
                    .contains("Resource type Custom::Name of [Own] is a custom resource, and no endpoint for custom"
                            + " resources is configured on this server");
        }
    }
}
