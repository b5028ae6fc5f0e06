package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.policy.RetryPolicy;
import com.azure.core.http.rest.Response;
import com.azure.core.http.rest.SimpleResponse;
import com.azure.core.management.polling.PollResult;
import com.azure.core.management.polling.SyncPollerFactory;
import com.azure.core.management.serializer.SerializerFactory;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.core.util.polling.LongRunningOperationStatus;
import com.azure.core.util.polling.SyncPoller;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pollers of the Azure SDK for Java follow operations of every shape to their end.
class AzureClientTest {

    private static final String IN_TWO_STEPS =
            "\"CreateSteps\": 1, \"UpdateSteps\": 1, \"DeleteSteps\": 1, \"StepDelaySeconds\": 0.2";

    private final HttpPipeline pipeline = new HttpPipelineBuilder()
            .httpClient(new JdkHttpClientBuilder().build())
            .policies(new RetryPolicy())
            .build();

    @TempDir
    private Path folder;

    private Plane plane;

    @BeforeEach
    void start() {
        plane = Plane.start(folder, Duration.ZERO);
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    private SyncPoller<PollResult<Map<String, Object>>, Map<String, Object>> begin(
            HttpMethod method, String path, String body) {
        Type type = Map.class;
        return SyncPollerFactory.create(
                SerializerFactory.createDefaultManagementSerializerAdapter(),
                pipeline,
                type,
                type,
                Duration.ofSeconds(30),
                () -> send(method, path, body));
    }

    private Response<BinaryData> send(HttpMethod method, String path, String body) {
        HttpRequest request = new HttpRequest(method, plane.url() + path);
        if (!body.isEmpty()) {
            request.setHeader(HttpHeaderName.CONTENT_TYPE, "application/json").setBody(body);
        }
        try (HttpResponse response = pipeline.sendSync(request, Context.NONE)) {
            BinaryData content =
                    BinaryData.fromBytes(response.getBodyAsBinaryData().toBytes());
            return new SimpleResponse<>(request, response.getStatusCode(), response.getHeaders(), content);
        }
    }

    private static Object property(@Nullable Map<String, Object> resource, String name) {
        return resource != null && resource.get("properties") instanceof Map<?, ?> properties
                ? String.valueOf(properties.get(name))
                : "";
    }

    private Map<String, Object> create(String path) {
        return begin(
                        HttpMethod.PUT,
                        path,
                        "{\"location\": \"local\", \"properties\": {\"Text\": \"hello\", " + IN_TWO_STEPS + "}}")
                .getFinalResult();
    }

    @Test
    void aCreateEndsWithTheResourceSucceeded() {
        Map<String, Object> resource = create(Plane.THINGS + "/first" + Plane.VERSION);
        assertThat(property(resource, "provisioningState")).isEqualTo("Succeeded");
        assertThat(property(resource, "Text")).isEqualTo("hello");
    }

    @Test
    void anUpdateEndsWithTheChange() {
        String path = Plane.THINGS + "/first" + Plane.VERSION;
        create(path);
        Map<String, Object> resource = begin(
                        HttpMethod.PUT, path, "{\"properties\": {\"Text\": \"changed\", " + IN_TWO_STEPS + "}}")
                .getFinalResult();
        assertThat(property(resource, "provisioningState")).isEqualTo("Succeeded");
        assertThat(property(resource, "Text")).isEqualTo("changed");
    }

    @Test
    void aPatchOfEitherStyleEndsWithTheChange() {
        for (String things : new String[] {Plane.THINGS, Plane.GROUP + "/providers/Test.Lab/things"}) {
            String path = things + "/first" + Plane.VERSION;
            create(path);
            Map<String, Object> resource = begin(HttpMethod.PATCH, path, "{\"properties\": {\"Text\": \"patched\"}}")
                    .getFinalResult();
            assertThat(property(resource, "provisioningState")).as(things).isEqualTo("Succeeded");
            assertThat(property(resource, "Text")).as(things).isEqualTo("patched");
        }
    }

    @Test
    void aDeleteEndsWithNothingLeft() {
        String path = Plane.THINGS + "/first" + Plane.VERSION;
        create(path);
        var poller = begin(HttpMethod.DELETE, path, "");
        assertThat(poller.waitForCompletion().getStatus()).isEqualTo(LongRunningOperationStatus.SUCCESSFULLY_COMPLETED);
        assertThat(plane.get(path).status()).isEqualTo(404);
    }

    @Test
    void aFailureIsOneForTheClient() {
        var poller = begin(
                HttpMethod.PUT,
                Plane.THINGS + "/first" + Plane.VERSION,
                "{\"location\": \"local\", \"properties\": {\"Fail\": {\"On\": \"create\", \"Code\":"
                        + " \"AccessDenied\"}}}");
        var end = poller.waitForCompletion();
        assertThat(end.getStatus()).isEqualTo(LongRunningOperationStatus.FAILED);
        assertThat(end.getValue().getError().getMessage()).isNotBlank();
    }
}
