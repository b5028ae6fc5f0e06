package fairlead.server.limit.quota;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.database.Database;
import fairlead.server.registry.AwsClient;
import fairlead.server.type.Archives;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Quotas as callers meet them, on every database.
abstract class QuotasContract {

    private static final String S = Plane.SUBSCRIPTION;
    private static final String QUOTAS = "/providers/Microsoft.Quota/quotas/";
    private static final String LOCAL = S + "/providers/Fairlead.Lab/locations/local";
    private static final String API = "?api-version=2025-03-01";
    private static final int CLIENTS = 64;

    @TempDir
    Path folder;

    private final List<Plane> nodes = new ArrayList<>();

    /// The database of a node; all nodes have the same one.
    abstract Database open();

    abstract int nodes();

    @BeforeEach
    void begin() {
        for (int i = 0; i < nodes(); i++) {
            nodes.add(Plane.start(folder.resolve("node-" + i), Duration.ofSeconds(5), this::open));
        }
    }

    @AfterEach
    void end() {
        assertThat(nodes.getFirst().types().sealing().quotas().differences()).isEmpty();
        nodes.forEach(Plane::close);
    }

    private Plane node(int i) {
        return nodes.get(i % nodes.size());
    }

    private Answer set(String scope, String name, int limit) {
        return node(0).put(
                        scope + QUOTAS + name + API, "{\"properties\": {\"limit\": {\"value\": %d}}}".formatted(limit));
    }

    private Answer make(int i) {
        return node(i).put(
                        Plane.THINGS + "/t" + i + Plane.VERSION,
                        "{\"location\": \"local\", \"properties\": {\"Size\": 1}}");
    }

    private long used() {
        return node(1).get(LOCAL + "/usages" + API)
                .json()
                .at("/value/0/currentValue")
                .asLong(-1);
    }

    @Test
    void isExactlyUsedUpHoweverManyAskAtOnce() throws Exception {
        assertThat(set(LOCAL, "things", 10).status()).isEqualTo(200);
        List<Future<Integer>> answers = new ArrayList<>();
        Semaphore clients = new Semaphore(CLIENTS);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 100; i++) {
                int number = i;
                answers.add(threads.submit(() -> {
                    clients.acquire();
                    try {
                        return make(number).status();
                    } finally {
                        clients.release();
                    }
                }));
            }
        }
        List<Integer> statuses = new ArrayList<>();
        for (Future<Integer> answer : answers) {
            statuses.add(answer.get());
        }
        assertThat(statuses).filteredOn(status -> status == 201).hasSize(10);
        assertThat(statuses).filteredOn(status -> status == 409).hasSize(90);
        assertThat(used()).isEqualTo(10);
        int made = statuses.indexOf(201);
        assertThat(node(1).send("DELETE", Plane.THINGS + "/t" + made + Plane.VERSION, "")
                        .status())
                .isIn(200, 204);
        assertThat(used()).isEqualTo(9);
        assertThat(make(200).status()).isEqualTo(201);
        assertThat(make(201).status()).isEqualTo(409);
    }

    @Test
    void saysWhatIsMissing() {
        set(LOCAL, "things", 1);
        make(1);
        Answer refused = make(2);
        assertThat(refused.code()).isEqualTo("QuotaExceeded");
        assertThat(refused.json().at("/error/message").asString())
                .contains("Location: local", "Current Limit: 1", "Current Usage: 1", "New Limit Required: 2");
        assertThat(node(0).send(
                                "POST",
                                Plane.THINGS + "/t2/whatIf" + Plane.VERSION,
                                "{\"location\": \"local\", \"properties\": {}}")
                        .response()
                        .body())
                .contains("QuotaExceeded");
        assertThat(set(LOCAL, "things", 2).status()).isEqualTo(200);
        assertThat(make(2).status()).isEqualTo(201);
    }

    @Test
    void countsWhatIsThereWhenItIsSet() {
        make(1);
        make(2);
        set(LOCAL, "things", 1);
        assertThat(used()).isEqualTo(2);
        assertThat(make(3).status()).isEqualTo(409);
        assertThat(node(1).put(
                                Plane.THINGS + "/t1" + Plane.VERSION,
                                "{\"location\": \"local\", \"properties\": {\"Size\": 2}}")
                        .status())
                .isEqualTo(200);
        assertThat(node(1).send("DELETE", LOCAL + QUOTAS + "things" + API, "").status())
                .isEqualTo(200);
        assertThat(make(3).status()).isEqualTo(201);
    }

    @Test
    void isAlsoOfAWholeSubscriptionAndOfEachPrincipal() {
        set(S, "resources", 2);
        set(S + "/providers/Fairlead.Lab", "things-each", 1);
        assertThat(make(1).status()).isEqualTo(201);
        assertThat(make(2).json().at("/error/message").asString()).contains("each principal");
        assertThat(node(0).get(S + QUOTAS + "resources" + API)
                        .json()
                        .at("/properties/limit/value")
                        .asInt())
                .isEqualTo(2);
        assertThat(node(0).get(S + "/providers/Microsoft.Quota/usages/resources" + API)
                        .json()
                        .at("/properties/usages/value")
                        .asInt())
                .isEqualTo(1);
    }

    // -- what is no resource ------------------------------------------------------------------------------------------

    private Answer used(String scope, String name) {
        return node(1).get(scope + "/providers/Microsoft.Quota/usages/" + name + API);
    }

    private long usedOf(String scope, String name) {
        return used(scope, name).json().at("/properties/usages/value").asLong(-1);
    }

    private Answer webhook(int i) {
        return node(i).put("/fairlead/webhooks/w" + i, """
            {"url": "https://hooks.example.com/w%d", "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}
            """.formatted(i));
    }

    @Test
    void ofWebhooksIsExactlyUsedUpToo() throws Exception {
        assertThat(set("", "webhooks", 3).status()).isEqualTo(200);
        List<Future<Integer>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                int number = i;
                answers.add(threads.submit(() -> webhook(number).status()));
            }
        }
        List<Integer> statuses = new ArrayList<>();
        for (Future<Integer> answer : answers) {
            statuses.add(answer.get());
        }
        assertThat(statuses).filteredOn(status -> status == 201).hasSize(3);
        assertThat(statuses).filteredOn(status -> status == 409).hasSize(17);
        assertThat(usedOf("", "webhooks")).isEqualTo(3);

        int made = statuses.indexOf(201);
        assertThat(webhook(made).status()).isEqualTo(200);
        node(1).send("DELETE", "/fairlead/webhooks/w" + made, "");
        assertThat(webhook(30).status()).isEqualTo(201);
        assertThat(webhook(31).json().at("/error/message").asString())
                .contains("webhooks quota", "Current Limit: 3, Current Usage: 3", "New Limit Required: 4");
    }

    private Answer register(byte[] archive) {
        return node(0).post("/fairlead/types?tests=skip", "application/zip", archive);
    }

    @Test
    void ofTypesAndVersionsCountsWhatIsRegistered() {
        set("", "types", 1);
        set("", "type-versions", 2);
        Answer first = register(Archives.example());
        assertThat(first.status()).as(first.response().body()).isEqualTo(201);

        Answer other = register(
                Archives.exampleWith("Example::Web::Bookmark", "Example::Web::Marker", "bookmarks", "markers"));
        assertThat(other.code()).isEqualTo("QuotaExceeded");
        assertThat(other.json().at("/error/message").asString()).contains("types quota", "Current Usage: 1");

        assertThat(register(Archives.exampleWith("\"apiVersion\": \"2026-11-01\"", "\"apiVersion\": \"2026-11-02\""))
                        .status())
                .isEqualTo(201);
        Answer third =
                register(Archives.exampleWith("\"apiVersion\": \"2026-11-01\"", "\"apiVersion\": \"2026-11-03\""));
        assertThat(third.json().at("/error/message").asString()).contains("type-versions quota", "Current Limit: 2");
        assertThat(usedOf("", "types")).isEqualTo(1);
        assertThat(usedOf("", "type-versions")).isEqualTo(2);

        assertThat(node(0).send("DELETE", "/fairlead/types/Example::Web::Bookmark", "")
                        .status())
                .isEqualTo(200);
        assertThat(usedOf("", "type-versions")).isZero();
    }

    @Test
    void ofPackagesCountsBytesOfObjectsAndOfPartsOfUploads() {
        set("", "package-bytes", 10);
        try (AwsClient aws = new AwsClient(node(0))) {
            assertThat(aws.s3("PUT", "/packages/a", new byte[6]).status()).isEqualTo(200);
            AwsClient.Answer refused = aws.s3("PUT", "/packages/b", new byte[5]);
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.value("Message"))
                    .contains(
                            "package-bytes quota",
                            "Current Usage: 6, Additional Required: 5",
                            "New Limit Required: 11");
            String upload = aws.s3("POST", "/packages/c?uploads", new byte[0]).value("UploadId");
            String part = "/packages/c?uploadId=" + upload + "&partNumber=";
            assertThat(aws.s3("PUT", part + "1", new byte[4]).status()).isEqualTo(200);
            assertThat(aws.s3("PUT", part + "2", new byte[1]).status()).isEqualTo(409);
            assertThat(usedOf("", "package-bytes")).isEqualTo(10);
            assertThat(used("", "package-bytes").json().at("/properties/unit").asString())
                    .isEqualTo("Bytes");

            assertThat(aws.s3("PUT", "/packages/a", new byte[2]).status()).isEqualTo(200);
            assertThat(aws.s3("DELETE", part.substring(0, part.indexOf("&")), new byte[0])
                            .status())
                    .isEqualTo(204);
            assertThat(usedOf("", "package-bytes")).isEqualTo(2);
        }
    }

    private List<String> names(String scope, String what) {
        return node(1).get(scope + "/providers/Microsoft.Quota/" + what + API)
                .json()
                .path("value")
                .valueStream()
                .map(one -> one.path("name").asString(""))
                .toList();
    }

    @Test
    void ofTheWholeServerIsInNoSubscription() {
        set("", "webhooks", 1);
        set(S, "types", 1);
        assertThat(names("", "quotas")).contains("webhooks").doesNotContain("types");
        assertThat(names(S, "usages")).contains("types").doesNotContain("webhooks");
        assertThat(set(S, "webhooks", 1).json().at("/error/message").asString()).contains("of the whole server");
        assertThat(set("", "resources", 1).code()).isEqualTo("NotFound");
        assertThat(node(0).send("DELETE", "/providers/Microsoft.Quota/quotas/webhooks" + API, "")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void ofWhatDoesNotExistIsRefused() {
        assertThat(set(LOCAL, "nothings", 1).code()).isEqualTo("NotFound");
        assertThat(set(S, "things", 1).code()).isEqualTo("NotFound");
        assertThat(set(LOCAL, "things", -1).json().at("/error/target").asString())
                .isEqualTo("/properties/limit/value");
    }
}
