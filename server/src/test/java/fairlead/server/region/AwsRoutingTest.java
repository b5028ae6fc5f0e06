package fairlead.server.region;

import static fairlead.server.region.Regions.EAST;
import static fairlead.server.region.Regions.NORTH;
import static fairlead.server.region.Regions.WEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.arm.Plane;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudcontrol.CloudControlClient;
import software.amazon.awssdk.services.cloudcontrol.model.CloudControlException;
import software.amazon.awssdk.services.cloudcontrol.model.ProgressEvent;
import software.amazon.awssdk.services.cloudcontrol.model.ResourceNotFoundException;

/// The AWS SDK for Java speaks to three cells through their front: its region says to which one.
class AwsRoutingTest {

    private static final String THING = "Fairlead::Lab::Thing";
    private static final String SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-111122223333";
    private static final String CREDENTIALS = """
        {"accounts": [{"account": "111122223333", "keys": [{"accessKeyId": "ALICE", "secretAccessKey": "secret"}]}]}
        """;

    @TempDir
    private static Path folder;

    private static Regions regions;

    @BeforeAll
    static void start() throws Exception {
        Path credentials = Files.writeString(folder.resolve("credentials.json"), CREDENTIALS);
        regions = new Regions(folder, "--sync-wait=30s", "--credentials=" + credentials);
    }

    @AfterAll
    static void stop() throws Exception {
        regions.close();
    }

    private static CloudControlClient client(String region) {
        return client(region, regions.front().url());
    }

    private static CloudControlClient client(String region, URI url) {
        return CloudControlClient.builder()
                .endpointOverride(url)
                .region(Region.of(region))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("ALICE", "secret")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    private static ProgressEvent create(CloudControlClient client) {
        return client.createResource(request -> request.typeName(THING).desiredState("{\"Text\": \"hello\"}"))
                .progressEvent();
    }

    private static List<String> listed(CloudControlClient client) {
        return client.listResources(request -> request.typeName(THING)).resourceDescriptions().stream()
                .map(resource -> resource.identifier())
                .toList();
    }

    @Test
    void aResourceIsMadeInTheRegionForWhichTheRequestIsSigned() {
        for (String region : List.of(WEST, NORTH, EAST, NORTH)) {
            try (CloudControlClient client = client(region);
                    CloudControlClient direct =
                            client(region, regions.cell(region).url())) {
                ProgressEvent event = create(client);

                assertThat(event.operationStatusAsString()).isEqualTo("SUCCESS");
                assertThat(listed(client)).contains(event.identifier());
                assertThat(listed(direct)).contains(event.identifier());
            }
        }
    }

    @Test
    void aResourceOfOneRegionIsNotInAnother() {
        try (CloudControlClient north = client(NORTH);
                CloudControlClient east = client(EAST)) {
            ProgressEvent event = create(north);

            assertThatThrownBy(() ->
                            east.getResource(request -> request.typeName(THING).identifier(event.identifier())))
                    .isInstanceOf(ResourceNotFoundException.class);
        }
    }

    @Test
    void armFindsItInTheRegionsOwnGroup() {
        try (CloudControlClient east = client(EAST)) {
            create(east);
        }

        Plane.Answer group = regions.front().get(SUBSCRIPTION + "/resourceGroups/default-" + EAST);
        Plane.Answer things = regions.front()
                .get(SUBSCRIPTION + "/resourceGroups/default-" + EAST + "/providers/Fairlead.Lab/things");

        assertThat(group.json().path("location").asString()).isEqualTo(EAST);
        assertThat(things.json().path("value"))
                .isNotEmpty()
                .allSatisfy(
                        thing -> assertThat(thing.path("location").asString()).isEqualTo(EAST));
    }

    @Test
    void whatIsAskedForBesideTheProtocolReachesTheCell() {
        try (CloudControlClient north = client(NORTH)) {
            String made = north.createResource(
                            request -> request.typeName(THING).desiredState("{\"Flavor\": \"Sweet\"}"))
                    .progressEvent()
                    .identifier();

            ProgressEvent event = north.updateResource(request -> request.typeName(THING)
                            .identifier(made)
                            .patchDocument("[{\"op\": \"replace\", \"path\": \"/Flavor\", \"value\": \"Sour\"}]")
                            .overrideConfiguration(options -> options.putHeader("x-fairlead-replace", "true")))
                    .progressEvent();

            assertThat(event.operationStatusAsString()).isEqualTo("SUCCESS");
            assertThat(event.identifier()).isNotEqualTo(made);
        }
    }

    @Test
    void aRegionThatThereIsNotIsRefused() {
        try (CloudControlClient mars = client("mars")) {
            assertThatThrownBy(() -> create(mars))
                    .isInstanceOf(CloudControlException.class)
                    .hasMessageContaining("Credential should be scoped to a valid region");
        }
    }

    @Test
    void aSignatureIsVerifiedByTheCell() {
        try (CloudControlClient mallory = CloudControlClient.builder()
                .endpointOverride(regions.front().url())
                .region(Region.of(NORTH))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("ALICE", "guessed")))
                .httpClient(UrlConnectionHttpClient.create())
                .build()) {
            assertThatThrownBy(() -> listed(mallory))
                    .isInstanceOfSatisfying(
                            CloudControlException.class,
                            refused -> assertThat(refused.awsErrorDetails().errorCode())
                                    .isEqualTo("InvalidSignatureException"));
        }
    }
}
