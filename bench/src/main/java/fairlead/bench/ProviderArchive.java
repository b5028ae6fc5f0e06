package fairlead.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// [EchoProvider] as a package that is registered, and requests for its type.
final class ProviderArchive {

    private static final String SCHEMA = """
        {
          "typeName": "Bench::Mark::Thing",
          "description": "A thing of a measurement.",
          "properties": {"Name": {"type": "string"}, "Text": {"type": "string"}, "Number": {"type": "integer"}},
          "primaryIdentifier": ["/properties/Name"],
          "createOnlyProperties": ["/properties/Name"],
          "tagging": {"taggable": false},
          "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}},
          "additionalProperties": false
        }
        """;

    private static final String CONFIG = """
        {
          "artifact_type": "RESOURCE",
          "typeName": "Bench::Mark::Thing",
          "runtime": "java21",
          "entrypoint": "fairlead.bench.EchoProvider::handleRequest",
          "settings": {"protocolVersion": "2.0.0"}
        }
        """;

    private static final String GROUP =
            "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/default/providers/Bench.Mark/things";

    private ProviderArchive() {}

    static byte[] put(String name) {
        return Connection.request(
                "PUT",
                GROUP + "/" + name + "?api-version=2026-11-01",
                "{\"location\":\"local\",\"properties\":" + Requests.PROPERTIES + "}");
    }

    static void register(int port) throws IOException, InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + port + "/fairlead/types?tests=skip");
        HttpRequest post = HttpRequest.newBuilder(address)
                .header("Content-Type", "application/zip")
                .POST(BodyPublishers.ofByteArray(archive()))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(post, BodyHandlers.ofString());
            if (answer.statusCode() >= 300) {
                throw new IOException("the provider was not registered: " + answer.body());
            }
        }
    }

    private static byte[] archive() throws IOException {
        ByteArrayOutputStream jar = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(jar)) {
            for (Class<?> type : List.of(EchoProvider.class, EchoProvider.Context.class, Requests.class)) {
                String file = type.getName().replace('.', '/') + ".class";
                entry(zip, file, classFile("/" + file));
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            entry(zip, "schema.json", SCHEMA.getBytes(StandardCharsets.UTF_8));
            entry(zip, ".rpdk-config", CONFIG.getBytes(StandardCharsets.UTF_8));
            entry(zip, "fairlead.json", "{\"apiVersion\": \"2026-11-01\"}".getBytes(StandardCharsets.UTF_8));
            entry(zip, "echo.jar", jar.toByteArray());
        }
        return bytes.toByteArray();
    }

    private static byte[] classFile(String path) throws IOException {
        try (InputStream in = Objects.requireNonNull(ProviderArchive.class.getResourceAsStream(path), path)) {
            return in.readAllBytes();
        }
    }

    private static void entry(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }
}
