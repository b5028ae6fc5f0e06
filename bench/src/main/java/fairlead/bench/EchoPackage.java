package fairlead.bench;

import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A type whose handler does next to nothing in a process of its own, as it is registered, and requests for it.
///
/// @param typeName of the organization `Bench::Mark`
/// @param plural the last part of the ARM type
/// @param files of the package
record EchoPackage(String typeName, String plural, Map<String, byte[]> files) {

    private static final String SCHEMA = """
        {
          "typeName": "{type}",
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
            "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/default/providers/Bench.Mark/";

    /// [EchoProvider], which the host of CloudFormation providers runs by the Lambda Runtime API.
    static EchoPackage provider() throws IOException {
        return of(
                "Bench::Mark::Thing",
                "things",
                Map.of(
                        ".rpdk-config",
                        CONFIG.getBytes(StandardCharsets.UTF_8),
                        "fairlead.json",
                        "{\"apiVersion\": \"2026-11-01\"}".getBytes(StandardCharsets.UTF_8)),
                EchoProvider.class,
                EchoProvider.Context.class,
                Requests.class);
    }

    /// [EchoHandler], which the host of Java handlers runs.
    static EchoPackage handler() throws IOException {
        String file = "{\"apiVersion\": \"2026-11-01\", \"handler\": \"" + EchoHandler.class.getName() + "\"}";
        return of(
                "Bench::Mark::Item",
                "items",
                Map.of("fairlead.json", file.getBytes(StandardCharsets.UTF_8)),
                EchoHandler.class,
                Requests.class);
    }

    private static EchoPackage of(String typeName, String plural, Map<String, byte[]> more, Class<?>... classes)
            throws IOException {
        Map<String, byte[]> code = new LinkedHashMap<>();
        for (Class<?> type : classes) {
            String file = type.getName().replace('.', '/') + ".class";
            code.put(file, classFile("/" + file));
        }
        Map<String, byte[]> files = new LinkedHashMap<>(more);
        files.put("schema.json", SCHEMA.replace("{type}", typeName).getBytes(StandardCharsets.UTF_8));
        files.put("echo.jar", zip(code));
        return new EchoPackage(typeName, plural, files);
    }

    byte[] put(String name) {
        return Connection.request(
                "PUT",
                GROUP + plural + "/" + name + "?api-version=2026-11-01",
                "{\"location\":\"local\",\"properties\":" + Requests.PROPERTIES + "}");
    }

    void register(int port) throws IOException, InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + port + "/fairlead/types?tests=skip");
        HttpRequest post = HttpRequest.newBuilder(address)
                .header("Content-Type", "application/zip")
                .POST(BodyPublishers.ofByteArray(zip(files)))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(post, BodyHandlers.ofString());
            if (answer.statusCode() >= 300) {
                throw new IOException(typeName + " was not registered: " + answer.body());
            }
        }
    }

    ResourceSchema schema() {
        byte[] text = Objects.requireNonNull(files.get("schema.json"));
        if (ResourceSchema.parse(text) instanceof Loaded.Valid(var schema, var _)) {
            return schema;
        }
        throw new IllegalStateException("the schema of " + typeName + " is not valid");
    }

    /// The files, put into a folder; those of them that are jars.
    List<Path> unpack(Path folder) throws IOException {
        List<Path> jars = new ArrayList<>();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path path = Files.write(folder.resolve(file.getKey()), file.getValue());
            if (file.getKey().endsWith(".jar")) {
                jars.add(path);
            }
        }
        return jars;
    }

    private static byte[] classFile(String path) throws IOException {
        try (InputStream in = Objects.requireNonNull(EchoPackage.class.getResourceAsStream(path), path)) {
            return in.readAllBytes();
        }
    }

    private static byte[] zip(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }
}
