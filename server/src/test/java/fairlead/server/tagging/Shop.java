package fairlead.server.tagging;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.registry.AwsClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudcontrol.CloudControlClient;
import software.amazon.awssdk.services.resourcegroupstaggingapi.ResourceGroupsTaggingApiClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A control plane that serves cellars (whose ARNs are declared), bottles (which tell theirs, and have their tags
/// in a property) and ledgers (whose data have classes, and whose reads are of the data plane) and racks (whose
/// type says that it has no tags, and nothing of ARNs); and clients of all its doors.
final class Shop implements AutoCloseable {

    static final String REGION = "eu-west-1";
    static final String WINE = Plane.GROUP + "/providers/Acme.Wine/";
    private static final StaticCredentialsProvider ANY =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("ANY", "secret"));

    final Plane plane;
    final ResourceGroupsTaggingApiClient tagging;
    final CloudControlClient cloud;
    private final AwsClient aws;

    Shop(Path folder, String... more) {
        plane = Plane.start(folder, Duration.ofSeconds(5), more);
        JsonNode registered =
                plane.post("/fairlead/simulations", "application/zip", types()).json();
        assertThat(registered.path("refused")).isEmpty();
        tagging = ResourceGroupsTaggingApiClient.builder()
                .endpointOverride(plane.url())
                .region(Region.of(REGION))
                .credentialsProvider(ANY)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        cloud = CloudControlClient.builder()
                .endpointOverride(plane.url())
                .region(Region.of(REGION))
                .credentialsProvider(ANY)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        aws = new AwsClient(plane);
    }

    private static byte[] types() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String type : List.of("cellar", "bottle", "rack", "ledger")) {
                for (String ending : List.of(".json", ".behaviour.json", ".fairlead.json")) {
                    try (InputStream file = Shop.class.getResourceAsStream(type + ending)) {
                        if (file != null) {
                            zip.putNextEntry(new ZipEntry(type + ending));
                            file.transferTo(zip);
                        }
                    }
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return bytes.toByteArray();
    }

    /// Makes a resource by its address.
    ///
    /// @param kind `cellars`, `bottles` or `racks`
    /// @param more what else its envelope has, with a comma before it
    Answer put(String kind, String name, String properties, String more) {
        return plane.send(
                "PUT",
                WINE + kind + "/" + name + Plane.VERSION,
                "{\"location\": \"" + REGION + "\", \"properties\": " + properties + more + "}");
    }

    Answer put(String kind, String name) {
        return put(kind, name, "{}", "");
    }

    Answer get(String kind, String name) {
        return plane.send("GET", WINE + kind + "/" + name + Plane.VERSION, "");
    }

    JsonNode tags(String kind, String name) {
        return get(kind, name).json().path("tags");
    }

    static String arn(String kind, String name) {
        return "arn:aws:wine:" + REGION + ":000000000000:" + kind + "/" + name;
    }

    /// One of the operations on one resource.
    HttpResponse<byte[]> operation(String name, String body) {
        return aws.send(aws.signed("tagging", "/")
                        .header("X-Amz-Target", "FairleadTagging." + name)
                        .header("Content-Type", "application/x-amz-json-1.0")
                        .POST(BodyPublishers.ofString(body)))
                .response();
    }

    static JsonNode json(HttpResponse<byte[]> response) {
        return json(new String(response.body(), StandardCharsets.UTF_8));
    }

    static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    @Override
    public void close() {
        tagging.close();
        cloud.close();
        aws.close();
        plane.close();
    }
}
