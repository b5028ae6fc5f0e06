package fairlead.server;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.providers.lab.FileLedger;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudcontrol.CloudControlClient;
import software.amazon.awssdk.services.cloudcontrol.model.ProgressEvent;
import software.amazon.awssdk.services.cloudcontrol.model.ResourceDescription;

/// The process is killed while a client of the Cloud Control API waits for its request.
class KilledInBetweenTest {

    private static final String THING = "Fairlead::Lab::Thing";
    private static final String SLOW =
            "{\"Text\": \"slow\", \"CreateSteps\": 2, \"UpdateSteps\": 2, \"DeleteSteps\": 2, \"StepDelaySeconds\": 2}";

    @TempDir
    private Path folder;

    /// What a client does, and does again with the same token when it has got no answer.
    private interface Request {
        ProgressEvent send(CloudControlClient client);
    }

    @Test
    void goesOnWithACreate() throws Exception {
        ProgressEvent ended = killedDuring(KilledInBetweenTest::create);

        assertThat(ended.operationStatusAsString()).isEqualTo("SUCCESS");
        assertThat(things()).isEqualTo(1);
    }

    @Test
    void goesOnWithAnUpdate() throws Exception {
        String thing = made();

        ProgressEvent ended = killedDuring(client -> client.updateResource(request -> request.typeName(THING)
                        .clientToken("mine")
                        .identifier(thing)
                        .patchDocument("[{\"op\": \"replace\", \"path\": \"/Text\", \"value\": \"changed\"}]"))
                .progressEvent());

        String properties = with(
                client -> client.getResource(request -> request.typeName(THING).identifier(thing))
                        .resourceDescription()
                        .properties());

        assertThat(ended.operationStatusAsString()).isEqualTo("SUCCESS");
        assertThat(ended.identifier()).isEqualTo(thing);
        assertThat(properties).contains("\"Text\":\"changed\"", "\"Generation\":1");
        assertThat(things()).isEqualTo(1);
    }

    @Test
    void goesOnWithADelete() throws Exception {
        String thing = made();

        ProgressEvent ended = killedDuring(client -> client.deleteResource(
                        request -> request.typeName(THING).clientToken("mine").identifier(thing))
                .progressEvent());

        assertThat(ended.operationStatusAsString()).isEqualTo("SUCCESS");
        assertThat(things()).isZero();
    }

    /// The request as it has ended, though the process was killed on the way.
    private ProgressEvent killedDuring(Request request) throws Exception {
        ProgressEvent begun;
        try (ServerProcess server = new ServerProcess(data());
                CloudControlClient client = client(server)) {
            begun = request.send(client);
            server.kill();
        }
        assertThat(begun.operationStatusAsString()).isIn("PENDING", "IN_PROGRESS");
        return with(client -> {
            ProgressEvent repeated = request.send(client);
            assertThat(repeated.requestToken()).isEqualTo(begun.requestToken());
            return ended(client, begun);
        });
    }

    private String made() throws Exception {
        return with(client -> ended(
                        client,
                        client.createResource(request -> request.typeName(THING).desiredState(SLOW))
                                .progressEvent())
                .identifier());
    }

    /// How many there are, by what the handler lists and by what is really there.
    private int things() throws Exception {
        List<String> listed =
                with(client -> client.listResources(request -> request.typeName(THING)).resourceDescriptions().stream()
                        .map(ResourceDescription::identifier)
                        .toList());
        try (FileLedger ledger = new FileLedger(data().resolve("lab"))) {
            assertThat(KillTest.things(ledger)).hasSameSizeAs(listed);
        }
        return listed.size();
    }

    private Path data() {
        return folder.resolve("data");
    }

    private <T> T with(Function<CloudControlClient, T> use) throws Exception {
        try (ServerProcess server = new ServerProcess(data());
                CloudControlClient client = client(server)) {
            return use.apply(client);
        }
    }

    private static ProgressEvent create(CloudControlClient client) {
        return client.createResource(
                        request -> request.typeName(THING).clientToken("mine").desiredState(SLOW))
                .progressEvent();
    }

    private static ProgressEvent ended(CloudControlClient client, ProgressEvent begun) {
        ProgressEvent event = begun;
        while (List.of("PENDING", "IN_PROGRESS").contains(event.operationStatusAsString())) {
            event = client.getResourceRequestStatus(request -> request.requestToken(begun.requestToken()))
                    .progressEvent();
        }
        return event;
    }

    private static CloudControlClient client(ServerProcess server) {
        return CloudControlClient.builder()
                .endpointOverride(server.url())
                .region(Region.of("local"))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }
}
