package fairlead.server;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.providers.lab.FileLedger;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudcontrol.CloudControlClient;
import software.amazon.awssdk.services.cloudcontrol.model.ProgressEvent;

/// The process is killed while a client of the Cloud Control API waits for its request.
class KilledInBetweenTest {

    private static final String THING = "Fairlead::Lab::Thing";
    private static final String SLOW = "{\"Text\": \"slow\", \"CreateSteps\": 2, \"StepDelaySeconds\": 2}";

    @TempDir
    private Path folder;

    @Test
    void goesOnWithTheRequest() throws Exception {
        Path data = folder.resolve("data");
        ProgressEvent begun;
        try (ServerProcess server = new ServerProcess(data);
                CloudControlClient client = client(server)) {
            begun = create(client);
            server.kill();
        }
        try (ServerProcess server = new ServerProcess(data);
                CloudControlClient client = client(server)) {
            ProgressEvent repeated = create(client);
            ProgressEvent ended = ended(client, begun);
            List<String> listed =
                    client.listResources(request -> request.typeName(THING)).resourceDescriptions().stream()
                            .map(resource -> resource.identifier())
                            .toList();

            assertThat(repeated.requestToken()).isEqualTo(begun.requestToken());
            assertThat(ended.operationStatusAsString()).isEqualTo("SUCCESS");
            assertThat(listed).containsExactly(ended.identifier());
        }
        try (FileLedger ledger = new FileLedger(data.resolve("lab"))) {
            assertThat(KillTest.things(ledger)).hasSize(1);
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
