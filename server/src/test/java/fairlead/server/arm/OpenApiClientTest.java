package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import fairlead.testbed.PostgresServer;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A client that is made of nothing but the description of the server makes, reads, lists and deletes a resource
/// of each type that ships with it.
class OpenApiClientTest {

    /// What to make of each type, those after their parents.
    private static final Map<String, String> PROPERTIES = new LinkedHashMap<>();

    static {
        PROPERTIES.put("Fairlead.Lab/things", "{\"Text\": \"hello\"}");
        PROPERTIES.put("Fairlead.Lab/racks", "{}");
        PROPERTIES.put("Fairlead.Lab/racks/slots", "{\"Unit\": 3}");
        PROPERTIES.put("Fairlead.Lab/notes", "{\"Text\": \"hello\"}");
        PROPERTIES.put("Fairlead.Lab/fleets", "{\"Size\": 1}");
        PROPERTIES.put("Fairlead.Files/directories", "{}");
        PROPERTIES.put("Fairlead.Files/directories/files", "{\"Content\": \"hello\"}");
        PROPERTIES.put("Fairlead.Tls/authorities", "{\"Subject\": {\"CommonName\": \"Test\"}}");
        PROPERTIES.put(
                "Fairlead.Tls/authorities/certificates",
                "{\"SubjectAlternativeNames\": [\"dns:www.example.org\"], \"PrivateKey\": \"" + key() + "\"}");
        PROPERTIES.put("Fairlead.Postgres/roles", "{}");
        PROPERTIES.put("Fairlead.Postgres/databases", "{}");
    }

    private static String key() {
        try {
            KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
            keys.initialize(256);
            byte[] key = keys.generateKeyPair().getPrivate().getEncoded();
            String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
            String pem = "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n";
            return pem.replace("\n", "\\n");
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    @TempDir
    private Path folder;

    private Plane plane;
    private OpenAPI description;

    @BeforeEach
    void start() {
        plane = Plane.start(folder, Duration.ofMinutes(1));
        ParseOptions options = new ParseOptions();
        options.setResolve(true);
        options.setResolveFully(true);
        description = new OpenAPIV3Parser()
                .readContents(plane.get("/openapi.json").response().body(), List.of(), options)
                .getOpenAPI();
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    /// An operation of the description, ready to be called.
    private record Call(HttpMethod method, String path, List<Parameter> parameters) {}

    private Call call(HttpMethod method, String ending) {
        for (Map.Entry<String, PathItem> path : description.getPaths().entrySet()) {
            boolean ends = path.getKey().replaceAll("/\\{\\w+}", "").endsWith(ending);
            boolean one = path.getKey().endsWith("}") == (method != HttpMethod.POST);
            if (ends && one && path.getValue().readOperationsMap().containsKey(method)) {
                List<Parameter> parameters = new ArrayList<>();
                Optional.ofNullable(path.getValue().getParameters()).ifPresent(parameters::addAll);
                Optional.ofNullable(
                                path.getValue().readOperationsMap().get(method).getParameters())
                        .ifPresent(parameters::addAll);
                return new Call(method, path.getKey(), parameters);
            }
        }
        throw new AssertionError("nothing is described that ends with " + ending);
    }

    /// Fills in what the description says is required.
    private Answer send(Call call, String body) {
        String path = call.path();
        List<String> query = new ArrayList<>();
        for (Parameter given : call.parameters()) {
            Parameter parameter = resolved(given);
            String value = value(parameter);
            switch (parameter.getIn()) {
                case "path" -> path = path.replace("{" + parameter.getName() + "}", value);
                case "query" -> {
                    if (Boolean.TRUE.equals(parameter.getRequired())) {
                        query.add(parameter.getName() + "=" + value);
                    }
                }
                default -> assertThat(parameter.getRequired()).isNotEqualTo(true);
            }
        }
        return plane.send(call.method().name(), path + "?" + String.join("&", query), body);
    }

    private Parameter resolved(Parameter parameter) {
        String reference = parameter.get$ref();
        if (reference == null) {
            return parameter;
        }
        String name = reference.substring(reference.lastIndexOf('/') + 1);
        return Objects.requireNonNull(
                description.getComponents().getParameters().get(name), name);
    }

    private static String value(Parameter parameter) {
        List<?> allowed =
                parameter.getSchema() == null ? null : parameter.getSchema().getEnum();
        if (allowed != null && !allowed.isEmpty()) {
            return URLEncoder.encode(String.valueOf(allowed.getFirst()), StandardCharsets.UTF_8);
        }
        return switch (parameter.getName()) {
            case "subscriptionId" -> Plane.SUBSCRIPTION.substring("/subscriptions/".length());
            case "resourceGroupName" -> "default";
            case "api-version" -> "2021-04-01";
            default -> "one";
        };
    }

    private void configure() {
        PostgresServer postgres = PostgresServer.shared();
        String configuration =
                "{\"Url\": \"postgresql://127.0.0.1:%d/postgres\", \"User\": \"%s\", \"Password\": \"%s\", \"SslMode\": \"disable\"}"
                        .formatted(postgres.port(), postgres.superuser(), postgres.password());
        for (String type : List.of("Role", "Database")) {
            String path = "/fairlead/types/Fairlead::Postgres::" + type + "/configuration";
            assertThat(plane.put(path, configuration).status()).isEqualTo(200);
        }
    }

    @Test
    void makesAndDeletesOneOfEachTypeThatShips() {
        configure();
        PROPERTIES.forEach((type, properties) -> {
            Answer made = send(
                    call(HttpMethod.PUT, "/providers/" + type),
                    "{\"location\": \"local\", \"properties\": " + properties + "}");
            assertThat(made.status()).as(made.response().body()).isEqualTo(201);
            assertThat(send(call(HttpMethod.GET, "/providers/" + type), "").json())
                    .isEqualTo(made.json());
        });
        List<String> types = new ArrayList<>(PROPERTIES.keySet());
        for (String type : types.reversed()) {
            Answer deleted = send(call(HttpMethod.DELETE, "/providers/" + type), "");
            assertThat(deleted.status()).as(deleted.response().body()).isEqualTo(200);
        }
    }

    @Test
    void knowsEveryTypeThatShips() {
        assertThat(plane.types().all())
                .extracting(type -> type.current().armType().toString())
                .filteredOn(type -> type.startsWith("Fairlead."))
                .containsExactlyInAnyOrderElementsOf(PROPERTIES.keySet());
    }
}
