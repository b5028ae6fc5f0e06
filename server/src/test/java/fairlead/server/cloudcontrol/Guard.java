package fairlead.server.cloudcontrol;

import fairlead.server.arm.Plane;
import fairlead.server.registry.AwsClient;
import fairlead.server.registry.AwsClient.Answer;
import fairlead.server.type.Archives;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A control plane, and the hook `Example::Guard::Size` for it, in Python.
final class Guard implements AutoCloseable {

    static final String NAME = "Example::Guard::Size";
    static final String ARN = "arn:aws:cloudformation:local:000000000000:type/hook/Example-Guard-Size";

    final Plane plane;
    final AwsClient aws;
    private final HttpClient client = HttpClient.newHttpClient();

    Guard(Path folder) {
        plane = Plane.start(folder, Duration.ofSeconds(30));
        aws = new AwsClient(plane);
    }

    static ObjectNode schema() {
        return (ObjectNode) JsonMapper.shared().readTree("""
            {"typeName": "Example::Guard::Size", "description": "Refuses what is too large.",
             "additionalProperties": false,
             "typeConfiguration": {"properties": {
                 "Largest": {"type": "string", "pattern": "^[0-9]{1,3}$"}, "ApiKey": {"type": "string"}},
               "additionalProperties": false},
             "handlers": {
               "preCreate": {"targetNames": ["Fairlead::Lab::*"], "permissions": []},
               "preUpdate": {"targetNames": ["Fairlead::Lab::Thing"], "permissions": []},
               "preDelete": {"targetNames": ["Fairlead::Lab::Thing"], "permissions": []}}}
            """);
    }

    static Map<String, byte[]> files(JsonNode schema) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("schema.json", bytes(schema.toString()));
        files.put(".rpdk-config", bytes("""
            {"artifact_type": "HOOK", "typeName": "Example::Guard::Size", "language": "python311",
             "runtime": "python3.11", "entrypoint": "handlers.hook", "settings": {"protocolVersion": "2.0.0"}}
            """));
        files.put("ResourceProvider.zip", Archives.zip(Map.of("handlers.py", code())));
        return files;
    }

    private static byte[] code() {
        try (InputStream file = Objects.requireNonNull(Guard.class.getResourceAsStream("hook.py"))) {
            return file.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// Registers a package, as the AWS CLI does; what became of it.
    Answer register(Map<String, byte[]> files) {
        aws.s3("PUT", "/packages/guard.zip", Archives.zip(files));
        String token = aws.call(
                        "RegisterType",
                        "Type",
                        "HOOK",
                        "TypeName",
                        NAME,
                        "SchemaHandlerPackage",
                        "s3://packages/guard.zip")
                .value("RegistrationToken");
        return aws.call("DescribeTypeRegistration", "RegistrationToken", token);
    }

    Answer register() {
        return register(files(schema()));
    }

    Answer configure(String configuration) {
        return aws.call("SetTypeConfiguration", "Type", "HOOK", "TypeName", NAME, "Configuration", configuration);
    }

    /// Has the hook asked about resources, with more members of its configuration.
    void enable(String failureMode, String more) {
        Answer set = configure("""
            {"CloudFormationConfiguration": {"HookConfiguration": {"HookInvocationStatus": "ENABLED",
              "TargetOperations": ["RESOURCE"], "FailureMode": "%s"%s}}}
            """.formatted(failureMode, more));
        if (set.status() != 200) {
            throw new IllegalStateException(set.text());
        }
    }

    Plane.Answer thing(String name, int size) {
        return plane.put(
                Plane.THINGS + "/" + name + Plane.VERSION,
                "{\"location\": \"local\", \"properties\": {\"Size\": " + size + "}}");
    }

    /// Calls an action of Cloud Control.
    JsonNode cloudControl(String action, String input) {
        try {
            return JsonMapper.shared()
                    .readTree(client.send(
                                    aws.signed("cloudcontrolapi", "/")
                                            .header("Content-Type", "application/x-amz-json-1.0")
                                            .header("X-Amz-Target", "CloudApiService." + action)
                                            .POST(BodyPublishers.ofString(input))
                                            .build(),
                                    BodyHandlers.ofString())
                            .body());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        client.close();
        aws.close();
        plane.close();
    }
}
