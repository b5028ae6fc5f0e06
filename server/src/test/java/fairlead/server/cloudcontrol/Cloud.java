package fairlead.server.cloudcontrol;

import fairlead.server.arm.Plane;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudcontrol.CloudControlClient;
import software.amazon.awssdk.services.cloudcontrol.model.ProgressEvent;

/// A control plane with a credential file and two simulated types, and clients of the AWS SDK for Java that drive
/// it.
final class Cloud implements AutoCloseable {

    static final String WIDGET = "Test::Cloud::Widget";
    static final String GADGET = "Test::Cloud::Gadget";
    static final String ACCOUNT = "111122223333";
    static final String SUBSCRIPTION = "00000000-0000-0000-0000-" + ACCOUNT;
    static final String WIDGETS =
            "/subscriptions/" + SUBSCRIPTION + "/resourceGroups/default/providers/Test.Cloud/widgets/";

    private static final String CREDENTIALS = """
        {"accounts": [
          {"account": "111122223333", "keys": [{"accessKeyId": "ALICE", "secretAccessKey": "secret", "user": "alice"}]},
          {"account": "444455556666", "keys": [{"accessKeyId": "BOB", "secretAccessKey": "hidden", "user": "bob"}]}]}
        """;

    final Plane plane;
    final CloudControlClient alice;

    Cloud(Path folder) {
        this(folder, Duration.ofSeconds(1));
    }

    /// @param patience how long a request waits for what it has begun
    Cloud(Path folder, Duration patience) {
        plane = start(folder, patience);
        alice = client("ALICE", "secret", "eu-west-1");
    }

    private static Plane start(Path folder, Duration patience) {
        try {
            Path credentials = Files.writeString(folder.resolve("credentials.json"), CREDENTIALS);
            Plane plane = Plane.start(folder, patience, "--credentials=" + credentials);
            plane.post("/fairlead/simulations", "application/zip", types());
            return plane;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static byte[] types() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String type : List.of("widget", "gadget")) {
                for (String ending : List.of(".json", ".behaviour.json", ".fairlead.json")) {
                    zip.putNextEntry(new ZipEntry(type + ending));
                    try (InputStream file = Objects.requireNonNull(Cloud.class.getResourceAsStream(type + ending))) {
                        file.transferTo(zip);
                    }
                }
            }
        }
        return bytes.toByteArray();
    }

    CloudControlClient client(String key, String secret, String region) {
        return CloudControlClient.builder()
                .endpointOverride(plane.url())
                .region(Region.of(region))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(key, secret)))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    /// Creates, and waits for the end with the SDK's own waiter.
    ProgressEvent create(String type, String desired) {
        ProgressEvent begun = alice.createResource(
                        request -> request.typeName(type).desiredState(desired))
                .progressEvent();
        return ended(begun);
    }

    ProgressEvent ended(ProgressEvent begun) {
        ProgressEvent event = begun;
        while (List.of("PENDING", "IN_PROGRESS", "CANCEL_IN_PROGRESS").contains(event.operationStatusAsString())) {
            event = alice.getResourceRequestStatus(request -> request.requestToken(begun.requestToken()))
                    .progressEvent();
        }
        return event;
    }

    String properties(String type, String identifier) {
        return alice.getResource(request -> request.typeName(type).identifier(identifier))
                .resourceDescription()
                .properties();
    }

    ProgressEvent patch(String type, String identifier, String patch) {
        return ended(alice.updateResource(
                        request -> request.typeName(type).identifier(identifier).patchDocument(patch))
                .progressEvent());
    }

    @Override
    public void close() {
        alice.close();
        plane.close();
    }
}
