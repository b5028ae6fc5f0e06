package fairlead.server.cloudcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Progress;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.handler.Update;
import fairlead.providers.files.FilesTypes;
import fairlead.providers.lab.LabTypes;
import fairlead.providers.lab.PostgresLedger;
import fairlead.providers.postgres.PostgresTypes;
import fairlead.providers.tls.TlsTypes;
import fairlead.server.arm.Plane;
import fairlead.server.database.PostgresDatabase;
import fairlead.testbed.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Another program deletes, changes and makes again what the types that ship with the server stand for, between any two
/// calls by either door. To every call exists what exists then.
///
/// The other program is a second instance of the type's handler, on the same files, database or ledger. What it does
/// between the calls and which calls these are is one walk for each type, in which each call follows each other after
/// each of the events once. A `Fairlead::Lab::Fleet` is no more than its racks, and the identifier of a
/// `Fairlead::Lab::Thing` never comes again: neither is among them.
class ShippedTypesBehindTheBackTest {

    private static final PostgresServer POSTGRES = PostgresServer.shared();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MOST_STEPS = 200;

    /// Names the region that is the one location here. Any key is taken.
    private static final String SIGNED =
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261121/local/cloudcontrolapi/aws4_request,"
                    + " SignedHeaders=host;x-amz-date, Signature="
                    + "0".repeat(64);

    @TempDir
    private static Path folder;

    private static String ledger;
    private static Plane plane;
    private static HttpClient client;

    enum Event {
        NOTHING,
        DELETES,
        CHANGES_OR_MAKES
    }

    enum Call {
        /// By Cloud Control: GetResource and ListResources, then GET by the address.
        LOOK,
        CREATE,
        UPDATE,
        DELETE,
        /// By ARM.
        PUT,
        REMOVE
    }

    private record Step(Event event, Call call) {}

    @BeforeAll
    static void start() {
        String database = POSTGRES.createDatabase();
        ledger = POSTGRES.jdbcUrl(database);
        plane = Plane.start(folder, PATIENCE, () -> PostgresDatabase.open(POSTGRES.url(database), new Random(1)));
        client = HttpClient.newHttpClient();
        for (String type : List.of("Database", "Role")) {
            plane.put("/fairlead/types/Fairlead::Postgres::" + type + "/configuration", configuration());
        }
        made(Plane.GROUP + "/providers/Fairlead.Files/directories/shelf", "{}");
        made(Plane.GROUP + "/providers/Fairlead.Tls/authorities/root", "{\"Subject\": {\"CommonName\": \"Root\"}}");
        made(Plane.GROUP + "/providers/Fairlead.Lab/racks/pole", "{}");
    }

    private static String configuration() {
        return """
            {"Url": "postgresql://127.0.0.1:%d/postgres", "User": "%s", "Password": "%s", "SslMode": "disable"}
            """.formatted(POSTGRES.port(), POSTGRES.superuser(), POSTGRES.password());
    }

    private static void made(String id, String properties) {
        Plane.Answer answer =
                plane.put(id + Plane.VERSION, "{\"location\": \"local\", \"properties\": " + properties + "}");
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(201);
    }

    @AfterAll
    static void stop() {
        client.close();
        plane.close();
    }

    /// A thing of a type that is made, changed and deleted in turns.
    ///
    /// @param path its address, below the group
    /// @param identity its identifier
    /// @param always properties that it has besides
    /// @param changing the one that is changed
    /// @param values what to, as JSON
    record Subject(
            String type, String path, String identity, String always, String changing, IntFunction<String> values) {

        ObjectNode identifier() {
            return json(identity);
        }

        ObjectNode desired(String value) {
            ObjectNode all = json(identity);
            all.setAll(json(always));
            all.set(changing, JsonMapper.shared().readTree(value));
            return all;
        }

        /// As Cloud Control writes it.
        String key() {
            return String.join(
                    "|", identifier().valueStream().map(JsonNode::asString).toList());
        }

        @Override
        public String toString() {
            return type;
        }
    }

    static Stream<Subject> subjects() {
        return Stream.concat(onDisk(), elsewhere());
    }

    private static Stream<Subject> onDisk() {
        return Stream.of(
                new Subject(
                        "Fairlead::Files::Directory",
                        "Fairlead.Files/directories/drawer",
                        "{\"Name\": \"drawer\"}",
                        "{\"DeleteContents\": true}",
                        "Mode",
                        number -> "\"07%02o\"".formatted(number % 64)),
                new Subject(
                        "Fairlead::Files::File",
                        "Fairlead.Files/directories/shelf/files/letter",
                        "{\"DirectoryName\": \"shelf\", \"Name\": \"letter\"}",
                        "{}",
                        "Content",
                        number -> "\"text " + number + "\""),
                new Subject(
                        "Fairlead::Tls::Authority",
                        "Fairlead.Tls/authorities/branch",
                        "{\"Name\": \"branch\"}",
                        "{\"Subject\": {\"CommonName\": \"Branch\"}, \"KeyAlgorithm\": \"EC_P256\"}",
                        "CrlValidityDays",
                        number -> String.valueOf(2 + number % 300)),
                new Subject(
                        "Fairlead::Tls::Certificate",
                        "Fairlead.Tls/authorities/root/certificates/leaf",
                        "{\"AuthorityName\": \"root\", \"Name\": \"leaf\"}",
                        "{\"SubjectAlternativeNames\": [\"dns:leaf.example\"], \"PrivateKey\": " + privateKey() + "}",
                        "ValidityDays",
                        number -> String.valueOf(2 + number % 300)));
    }

    /// In PostgreSQL, and in the ledger of the lab.
    private static Stream<Subject> elsewhere() {
        return Stream.of(
                new Subject(
                        "Fairlead::Postgres::Role",
                        "Fairlead.Postgres/roles/wanderer",
                        "{\"Name\": \"wanderer\"}",
                        "{}",
                        "ConnectionLimit",
                        number -> String.valueOf(2 + number % 300)),
                new Subject(
                        "Fairlead::Postgres::Database",
                        "Fairlead.Postgres/databases/wandering",
                        "{\"Name\": \"wandering\"}",
                        "{\"ForceDisconnect\": true, \"Encoding\": \"UTF8\", \"LcCollate\": \"C\", \"LcCtype\": \"C\"}",
                        "ConnectionLimit",
                        number -> String.valueOf(2 + number % 300)),
                new Subject(
                        "Fairlead::Lab::Rack",
                        "Fairlead.Lab/racks/tower",
                        "{\"Name\": \"tower\"}",
                        "{}",
                        "Units",
                        number -> String.valueOf(1 + number % 47)),
                new Subject(
                        "Fairlead::Lab::Slot",
                        "Fairlead.Lab/racks/pole/slots/first",
                        "{\"RackName\": \"pole\", \"Name\": \"first\"}",
                        "{}",
                        "Unit",
                        number -> String.valueOf(1 + number % 47)),
                new Subject(
                        "Fairlead::Lab::Note",
                        "Fairlead.Lab/notes/memo",
                        "{\"About\": \"" + Plane.GROUP + "\", \"Name\": \"memo\"}",
                        "{}",
                        "Text",
                        number -> "\"text " + number + "\""));
    }

    /// A key in PEM, as a JSON string.
    private static String privateKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            byte[] key = generator.generateKeyPair().getPrivate().getEncoded();
            String pem = "-----BEGIN PRIVATE KEY-----\n"
                    + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key)
                    + "\n-----END PRIVATE KEY-----\n";
            return JsonMapper.shared().writeValueAsString(pem);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void noCallContradictsWhatIsThere(Subject subject) {
        Walk walk = new Walk(subject);
        for (Step step : everyCallAfterEveryOther()) {
            walk.take(step);
        }
    }

    /// A walk by Hierholzer: a circle through the graph in which calls are nodes, and events lead from each to each.
    private static List<Step> everyCallAfterEveryOther() {
        Map<Call, Deque<Step>> left = new EnumMap<>(Call.class);
        for (Call call : Call.values()) {
            Deque<Step> steps = new ArrayDeque<>();
            for (Event event : Event.values()) {
                for (Call next : Call.values()) {
                    steps.add(new Step(event, next));
                }
            }
            left.put(call, steps);
        }
        Deque<Step> open = new ArrayDeque<>(List.of(new Step(Event.NOTHING, Call.LOOK)));
        List<Step> walked = new ArrayList<>();
        while (!open.isEmpty()) {
            Deque<Step> on = left.getOrDefault(open.peek().call(), new ArrayDeque<>());
            if (on.isEmpty()) {
                walked.add(open.pop());
            } else {
                open.push(on.poll());
            }
        }
        Collections.reverse(walked);
        return walked;
    }

    /// The other program, and the calls.
    private static final class Walk {

        private final Subject subject;
        private final ResourceHandler outside;
        private String told = "";
        private int changes;

        Walk(Subject subject) {
            this.subject = subject;
            outside = Stream.of(
                            FilesTypes.all(folder.resolve("files")),
                            TlsTypes.all(folder.resolve("tls")),
                            PostgresTypes.all(),
                            LabTypes.all(PostgresLedger.at(ledger)))
                    .flatMap(List::stream)
                    .filter(type -> type.schema().path("typeName").asString().equals(subject.type()))
                    .map(type -> (ResourceHandler) type.handler().get())
                    .findFirst()
                    .orElseThrow();
        }

        void take(Step step) {
            told += (told.isEmpty() ? "" : ", ") + step.event() + " " + step.call();
            meet(step.event());
            check(step.call());
        }

        private String fresh() {
            return subject.values().apply(++changes);
        }

        // -- the other program ----------------------------------------------------------------------------------------

        private void meet(Event event) {
            Optional<String> there = there();
            switch (event) {
                case NOTHING -> {}
                case DELETES -> {
                    if (there.isPresent()) {
                        done(last -> outside.delete(
                                new Delete(subject.identifier(), memo(last)), context(UUID.randomUUID())));
                    }
                }
                case CHANGES_OR_MAKES -> {
                    ObjectNode desired = subject.desired(fresh());
                    if (there.isPresent()) {
                        done(last -> ((Updatable) outside)
                                .update(
                                        new Update(
                                                subject.identifier(),
                                                desired.deepCopy(),
                                                subject.desired(there.get()),
                                                memo(last)),
                                        context(UUID.randomUUID())));
                    } else {
                        String token = UUID.randomUUID().toString();
                        done(last -> outside.create(
                                new Create(desired.deepCopy(), memo(last), reached(last)), context(token)));
                    }
                }
            }
        }

        private Context context(UUID token) {
            return context(token.toString());
        }

        private Context context(String token) {
            Clock clock = Clock.systemUTC();
            return Context.builder("Fairlead::Any::Type", token, clock.instant().plus(PATIENCE), clock)
                    .in("00000000-0000-0000-0000-000000000000", "local")
                    .name("any")
                    .id(Plane.GROUP + "/providers/" + subject.path())
                    .configuration(json(configuration()))
                    .build();
        }

        private void done(Function<Optional<Progress.Again>, Progress> step) {
            Optional<Progress.Again> last = Optional.empty();
            for (int i = 0; i < MOST_STEPS; i++) {
                Progress progress = step.apply(last);
                if (!(progress instanceof Progress.Again again)) {
                    assertThat(progress).as(told).isInstanceOfAny(Progress.Done.class, Progress.Gone.class);
                    return;
                }
                last = Optional.of(again);
            }
            throw new AssertionError(told + ": the other program does not come to an end");
        }

        private static Optional<ObjectNode> memo(Optional<Progress.Again> last) {
            return last.map(again -> again.memo().deepCopy());
        }

        private static Optional<ObjectNode> reached(Optional<Progress.Again> last) {
            return last.map(again -> again.properties().deepCopy());
        }

        /// The value that changes, of what is there.
        private Optional<String> there() {
            Progress progress;
            try {
                progress = outside.read(new Read(subject.identifier()), context(UUID.randomUUID()));
            } catch (HandlerException failure) {
                progress = Progress.failed(failure.code(), String.valueOf(failure.getMessage()));
            }
            return switch (progress) {
                case Progress.Done(var properties) ->
                    Optional.of(properties.path(subject.changing()).toString());
                case Progress.Failed failed when failed.code() == ErrorCode.NOT_FOUND -> Optional.empty();
                default -> throw new AssertionError(told + ": " + progress);
            };
        }

        // -- the calls ------------------------------------------------------------------------------------------------

        private void check(Call call) {
            Optional<String> before = there();
            String value = fresh();
            switch (call) {
                case LOOK -> {
                    assertThat(got()).as(told).isEqualTo(before);
                    assertThat(isListed()).as(told).isEqualTo(before.isPresent());
                    assertThat(plane.get(address()).status()).as(told).isIn(200, 404);
                    assertThat(there()).as(told).isEqualTo(before);
                }
                case CREATE -> {
                    assertThat(ended("CreateResource", ", \"DesiredState\": " + text(subject.desired(value))))
                            .as(told)
                            .isEqualTo(before.isPresent() ? "AlreadyExists" : "SUCCESS");
                    assertThat(there()).as(told).hasValue(before.orElse(value));
                }
                case UPDATE -> {
                    String patch =
                            "[{\"op\": \"add\", \"path\": \"/" + subject.changing() + "\", \"value\": " + value + "}]";
                    assertThat(ended(
                                    "UpdateResource",
                                    identifier() + ", \"PatchDocument\": "
                                            + JsonMapper.shared().writeValueAsString(patch)))
                            .as(told)
                            .isEqualTo(before.isPresent() ? "SUCCESS" : "NotFound");
                    assertThat(there()).as(told).isEqualTo(before.map(_ -> value));
                }
                case DELETE -> {
                    assertThat(ended("DeleteResource", identifier()))
                            .as(told)
                            .isEqualTo(before.isPresent() ? "SUCCESS" : "NotFound");
                    assertThat(there()).as(told).isEmpty();
                }
                case PUT, REMOVE -> byAddress(call, before, value);
            }
        }

        /// What another program has made is not touched by a caller who names an address that has none of it.
        private void byAddress(Call call, Optional<String> before, String value) {
            Plane.Answer shown = plane.get(address());
            boolean known = shown.status() == 200
                    && !shown.json()
                            .at("/properties/provisioningState")
                            .asString("")
                            .equals("Failed");
            ObjectNode properties = subject.desired(value);
            properties.remove(subject.identifier().propertyNames());
            Plane.Answer answer = call == Call.PUT
                    ? plane.put(address(), "{\"location\": \"local\", \"properties\": " + properties + "}")
                    : plane.send("DELETE", address(), Map.of(), "");
            boolean taken = answer.status() < 300;
            if (!taken) {
                assertThat(answer.status()).as(told + answer.response().body()).isBetween(400, 499);
                assertThat(known).as(told + answer.response().body()).isFalse();
            }
            Optional<String> after = there();
            if (call == Call.PUT) {
                assertThat(after).as(told).isEqualTo(taken ? Optional.of(value) : before);
            } else if (known) {
                assertThat(after).as(told).isEmpty();
            } else {
                assertThat(after).as(told).isIn(before, Optional.empty());
            }
        }

        private String address() {
            return Plane.GROUP + "/providers/" + subject.path() + Plane.VERSION;
        }

        private String identifier() {
            return ", \"Identifier\": \"" + subject.key() + "\"";
        }

        private Optional<String> got() {
            JsonNode answer = cloudControl("GetResource", identifier());
            if (answer.has("ResourceDescription")) {
                ObjectNode properties =
                        json(answer.at("/ResourceDescription/Properties").asString());
                return Optional.of(properties.path(subject.changing()).toString());
            }
            assertThat(answer.path("__type").asString("")).as(told + answer).endsWith("ResourceNotFoundException");
            return Optional.empty();
        }

        private boolean isListed() {
            String model = ", \"ResourceModel\": " + text(subject.identifier());
            return cloudControl("ListResources", model)
                    .path("ResourceDescriptions")
                    .valueStream()
                    .anyMatch(one -> one.path("Identifier").asString("").equals(subject.key()));
        }

        /// `SUCCESS`, or the code of the error.
        private String ended(String action, String input) {
            JsonNode answer = cloudControl(action, input);
            JsonNode event = answer.path("ProgressEvent");
            while (List.of("PENDING", "IN_PROGRESS")
                    .contains(event.path("OperationStatus").asString(""))) {
                event = call(
                                "GetResourceRequestStatus",
                                "{\"RequestToken\": \""
                                        + event.path("RequestToken").asString() + "\"}")
                        .path("ProgressEvent");
            }
            if (event.isMissingNode()) {
                String type = answer.path("__type").asString("");
                return type.substring(type.indexOf('#') + 1)
                        .replace("ResourceNotFoundException", "NotFound")
                        .replace("AlreadyExistsException", "AlreadyExists")
                        .replace(
                                "ValidationException",
                                "ValidationException: " + answer.path("message").asString(""));
            }
            return event.path("ErrorCode")
                    .asString(event.path("OperationStatus").asString(""));
        }

        private JsonNode cloudControl(String action, String input) {
            return call(action, "{\"TypeName\": \"" + subject.type() + "\"" + input + "}");
        }
    }

    private static JsonNode call(String action, String input) {
        try {
            return JsonMapper.shared()
                    .readTree(client.send(
                                    HttpRequest.newBuilder(plane.url())
                                            .header("X-Amz-Date", "20261121T120000Z")
                                            .header("Authorization", SIGNED)
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

    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text);
    }

    private static String text(JsonNode json) {
        return JsonMapper.shared().writeValueAsString(json.toString());
    }
}
