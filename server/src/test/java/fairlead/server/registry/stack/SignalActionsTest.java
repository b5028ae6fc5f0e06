package fairlead.server.registry.stack;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.registry.AwsClient.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Wait conditions and creation policies as clients of CloudFormation have them.
class SignalActionsTest {

    private static final String WAITING = """
        Resources:
          Handle: {Type: AWS::CloudFormation::WaitConditionHandle}
          Wait:
            Type: AWS::CloudFormation::WaitCondition
            Properties: {Handle: !Ref Handle, Timeout: 600, Count: 1}
        Outputs:
          Data: {Value: !GetAtt Wait.Data}
          Wait: {Value: !Ref Wait}
        """;
    private static final String SIGNALLED = """
        Resources:
          Disk:
            Type: Test::Stack::Shelf
            CreationPolicy: {ResourceSignal: {Timeout: PT10M}}
            Properties: {Size: 1}
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

    /// The identifier of a resource, once it has come as far as that.
    private static String reached(String stack, String key, String status) {
        while (true) {
            Answer found = plane.call("DescribeStackResource", "StackName", stack, "LogicalResourceId", key);
            if (found.status() == 200
                    && found.value("ResourceStatus").equals(status)
                    && !found.value("PhysicalResourceId").isEmpty()) {
                return found.value("PhysicalResourceId");
            }
        }
    }

    private static HttpResponse<String> put(String address, String body) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                    .PUT(BodyPublishers.ofString(body))
                    .build();
            return client.send(request, BodyHandlers.ofString());
        }
    }

    private static String problem(Answer answer) {
        return answer.value("Code") + ": " + answer.value("Message");
    }

    @Test
    void waitForWhatIsSentToTheAddressOfAHandle() throws IOException, InterruptedException {
        plane.call("CreateStack", "StackName", "waiting", "TemplateBody", WAITING);
        String address = reached("waiting", "Handle", "CREATE_COMPLETE");
        assertThat(address).startsWith(plane.plane.url() + "/cloudformation-waitcondition/eu-west-1/");

        assertThat(put(address.replace("signature=", "signature=0"), "{\"Status\": \"SUCCESS\", \"UniqueId\": \"1\"}")
                        .statusCode())
                .isEqualTo(404);
        HttpResponse<String> wrong = put(address, "{\"Status\": \"GOOD\", \"UniqueId\": \"1\"}");
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("expected SUCCESS or FAILURE, found 'GOOD'");
        assertThat(put(
                                address,
                                "{\"Status\": \"SUCCESS\", \"UniqueId\": \"1\", \"Reason\": \"up\", \"Data\":"
                                        + " \"10.0.0.1\"}")
                        .statusCode())
                .isEqualTo(200);

        assertThat(plane.status("waiting")).isEqualTo("CREATE_COMPLETE");
        Answer stack = plane.call("DescribeStacks", "StackName", "waiting");
        assertThat(stack.values("OutputValue")).first().isEqualTo("{\"1\":\"10.0.0.1\"}");
        assertThat(stack.values("OutputValue")).last().isEqualTo(stack.value("StackId") + "/Handle");
    }

    @Test
    void waitForTheSignalsOfACreationPolicy() {
        plane.call("CreateStack", "StackName", "signalled", "TemplateBody", SIGNALLED);
        String[] signal = {"StackName", "signalled", "LogicalResourceId", "Disk", "UniqueId", "i-1", "Status", "SUCCESS"
        };
        reached("signalled", "Disk", "CREATE_IN_PROGRESS");
        assertThat(plane.call("SignalResource", signal).status()).isEqualTo(200);
        assertThat(plane.status("signalled")).isEqualTo("CREATE_COMPLETE");
        assertThat(problem(plane.call("SignalResource", signal)))
                .isEqualTo("ValidationError: Resource Disk is in CREATE_COMPLETE state and cannot be signaled");
        assertThat(problem(plane.call(
                        "SignalResource",
                        "StackName",
                        "signalled",
                        "LogicalResourceId",
                        "None",
                        "UniqueId",
                        "i-1",
                        "Status",
                        "SUCCESS")))
                .isEqualTo("ValidationError: Resource None does not exist for stack signalled");
    }
}
