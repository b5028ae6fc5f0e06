package fairlead.server.event.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.event.webhook.Receiver.Delivery;
import fairlead.server.http.OutgoingPost;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebhooksTest {

    private static final String HOOKS = "/fairlead/webhooks";
    private static final String HOOK = HOOKS + "/hook";
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDf6jv3xZ7Rg8=";
    private static final String THING = "{\"location\": \"local\", \"properties\": {\"Text\": \"hello\"}}";
    private static final List<String> OF_A_CREATE = List.of("Accepted", "Creating", "Succeeded", "Succeeded");

    @TempDir
    private Path folder;

    private Plane plane;
    private Receiver receiver;

    @BeforeEach
    void start() throws IOException {
        receiver = new Receiver();
        plane = Plane.start(folder, Duration.ofMinutes(1));
    }

    @AfterEach
    void stop() {
        plane.close();
        receiver.close();
    }

    private Answer add(String more) {
        return plane.put(HOOK, "{\"url\": \"" + receiver.url() + "\", \"secret\": \"" + SECRET + "\"" + more + "}");
    }

    private void make(String name) {
        assertThat(plane.put(Plane.THINGS + "/" + name + Plane.VERSION, THING).status())
                .isEqualTo(201);
    }

    private String field(String name) {
        return plane.get(HOOK).json().path(name).asString("");
    }

    private void waitFor(String field, String value) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!field(field).equals(value)) {
            assertThat(System.nanoTime()).as(field + " is " + field(field)).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @Nested
    class ADelivery {

        @Test
        void hasWhatHappenedSinceInOrder() throws InterruptedException {
            make("before");
            assertThat(add("").status()).isEqualTo(201);
            make("one");
            make("two");
            assertThat(receiver.changes(8))
                    .containsExactlyElementsOf(Stream.of(OF_A_CREATE, OF_A_CREATE)
                            .flatMap(List::stream)
                            .toList());
        }

        @Test
        void hasOnlyWhatIsWanted() throws InterruptedException {
            add(", \"kinds\": [\"operation\"], \"changes\": [\"Succeeded\"], \"types\": [\"Fairlead::Lab::Thing\"]");
            make("one");
            make("two");
            assertThat(receiver.changes(2)).containsExactly("Succeeded", "Succeeded");
        }

        @Test
        void isSignedSoThatItsReceiverCanTell() throws Exception {
            add("");
            make("one");
            Delivery delivery = receiver.next();
            Verify.verify(SECRET, delivery.id(), delivery.timestamp(), delivery.signature(), delivery.body());
            assertThat(Long.parseLong(delivery.timestamp()))
                    .isCloseTo(Instant.now().getEpochSecond(), org.assertj.core.data.Offset.offset(60L));
        }

        @Test
        void isSignedWithBothSecretsWhileOneIsReplaced() throws Exception {
            add("");
            plane.put(HOOK, "{\"url\": \"" + receiver.url() + "\", \"secret\": \"" + OTHER + "\"}");
            make("one");
            Delivery delivery = receiver.next();
            for (String secret : List.of(SECRET, OTHER)) {
                Verify.verify(secret, delivery.id(), delivery.timestamp(), delivery.signature(), delivery.body());
            }
        }

        @Test
        void thatIsRefusedComesAgainWithTheSameId() throws InterruptedException {
            add(", \"changes\": [\"Creating\"]");
            receiver.refuse(500);
            receiver.refuse(302);
            make("one");
            Delivery first = receiver.next();
            Delivery second = receiver.next();
            Delivery third = receiver.next();
            assertThat(Stream.of(first, second, third).map(Delivery::status)).containsExactly(500, 302, 204);
            assertThat(Stream.of(first, second, third).map(Delivery::id).distinct())
                    .hasSize(1);
            assertThat(third.text()).isEqualTo(first.text());
            waitFor("failedAttempts", "0");
        }

        @Test
        void goesOnBehindTheLastOneWhenTheServerComesBack() throws InterruptedException {
            add(", \"changes\": [\"Creating\"]");
            make("one");
            assertThat(receiver.next().text()).contains("/one");
            waitFor("lastOutcome", "204");
            plane.close();
            plane = Plane.start(folder, Duration.ofMinutes(1));
            make("two");
            assertThat(receiver.next().text()).contains("/two").doesNotContain("/one");
        }
    }

    @Nested
    class AReceiver {

        @Test
        void thatIsGoneForGoodIsDisabledUntilItIsResumed() throws InterruptedException {
            add("");
            receiver.refuse(410);
            make("one");
            waitFor("state", "Disabled");
            assertThat(field("reason")).contains("410");
            make("two");
            assertThat(plane.send("POST", HOOK + "/resume", "").status()).isEqualTo(200);
            assertThat(receiver.changes(8)).hasSize(8);
            assertThat(field("state")).isEqualTo("Active");
        }

        @Test
        void canBeTried() throws InterruptedException {
            add("");
            assertThat(plane.send("POST", HOOK + "/test", "")
                            .json()
                            .path("outcome")
                            .stringValue())
                    .isEqualTo("204");
            assertThat(receiver.next().id()).startsWith("test-");
            receiver.close();
            assertThat(plane.send("POST", HOOK + "/test", "")
                            .json()
                            .path("outcome")
                            .stringValue())
                    .contains("refused");
        }

        @Test
        void inAPrivateNetworkIsRefusedWhereThatIsNotAllowed() throws IOException {
            OutgoingPost post = new OutgoingPost(false, Duration.ofSeconds(5));
            org.assertj.core.api.Assertions.assertThatThrownBy(
                            () -> post.send(receiver.url(), java.util.Map.of(), new byte[0]))
                    .hasMessageContaining("private address 127.0.0.1");
            plane.close();
            plane = Plane.start(folder, Duration.ofMinutes(1), "--webhook-network=public");
            assertThat(add("").code()).isEqualTo("InvalidWebhook");
        }
    }

    @Test
    void theSecretIsNowhere() throws IOException, InterruptedException {
        add("");
        make("one");
        receiver.next();
        assertThat(plane.get(HOOKS).response().body()).contains("\"hook\"").doesNotContain("whsec_");
        byte[] database = Files.readAllBytes(folder.resolve("fairlead.db-wal"));
        assertThat(new String(database, StandardCharsets.ISO_8859_1)).doesNotContain(SECRET.substring(6));
    }

    @Test
    void isRemoved() {
        add("");
        assertThat(plane.send("DELETE", HOOK, "").status()).isEqualTo(200);
        assertThat(plane.send("DELETE", HOOK, "").status()).isEqualTo(204);
        assertThat(plane.get(HOOK).code()).isEqualTo("WebhookNotFound");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {"secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}                    | needs a url
        {"url": "https://example.org/"}                                          | needs a secret
        {"url": "ftp://example.org/", "secret": "s"}                             | is none to deliver to
        {"url": "https://user@example.org/", "secret": "s"}                      | and no user
        {"url": "https://example.org:65536/", "secret": "s"}                     | perhaps a port
        {"url": "https://example.org/", "secret": "short"}                       | whsec_ and 24 to 64 bytes
        {"url": "https://example.org/", "secret": "s", "kinds": "resource"}      | list of texts
        {"url": "https://example.org/", "secret": "s", "kinds": ["weather"]}     | of the kind 'weather'
        """)
    void thatCanNotBeIsRefused(String body, String message) {
        Answer refused = plane.put(HOOK, body);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().at("/error/message").stringValue()).contains(message);
    }
}
