package fairlead.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import fairlead.smithy.checksum.Algorithm;
import fairlead.smithy.checksum.ContentDigest;
import fairlead.smithy.checksum.Digest;
import fairlead.smithy.checksum.TrailerStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.impl.bootstrap.HttpRequester;
import org.apache.hc.core5.http.impl.bootstrap.RequesterBootstrap;
import org.apache.hc.core5.http.io.entity.HttpEntities;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Checksums of the bodies of our own API.
class ChecksumsTest {

    private static final String THING = Plane.THINGS + "/one" + Plane.VERSION;
    private static final String BODY = "{\"location\":\"local\",\"properties\":{}}";
    private static final byte[] BYTES = BODY.getBytes(StandardCharsets.UTF_8);
    private static final byte[] OTHER = "another".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private Plane plane;

    @BeforeEach
    void start() {
        plane = Plane.start(folder, Duration.ofSeconds(5));
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    private Answer put(Map<String, String> headers) {
        return plane.send("PUT", THING, headers, BODY);
    }

    private void assertNothingWasWritten(Answer refused, String code) {
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo(code);
        assertThat(plane.get(THING).status()).isEqualTo(404);
    }

    @Nested
    class ABody {

        @ParameterizedTest
        @EnumSource
        void isTakenIfItIsWhatItsChecksumSays(Algorithm algorithm) {
            assertThat(put(Map.of(algorithm.header(), algorithm.digest().base64(BYTES)))
                            .status())
                    .isEqualTo(201);
        }

        @ParameterizedTest
        @EnumSource
        void isRefusedIfItIsAnother(Algorithm algorithm) {
            Answer refused = put(Map.of(algorithm.header(), algorithm.digest().base64(OTHER)));

            assertNothingWasWritten(refused, "ChecksumMismatch");
            assertThat(refused.json().at("/error/message").asString())
                    .contains(algorithm.header(), algorithm.digest().base64(BYTES));
        }

        @Test
        void mayHaveAnMd5() {
            assertThat(put(Map.of("Content-MD5", Digest.md5().base64(BYTES))).status())
                    .isEqualTo(201);
        }

        @Test
        void isRefusedIfItHasAnotherMd5BesideTheRightChecksum() {
            Map<String, String> headers = Map.of(
                    "Content-MD5", Digest.md5().base64(OTHER),
                    "x-amz-checksum-crc32", Algorithm.CRC32.digest().base64(BYTES));

            assertNothingWasWritten(put(headers), "ChecksumMismatch");
        }

        @ParameterizedTest
        @ValueSource(strings = {"Content-Digest", "Repr-Digest"})
        void mayHaveADigest(String field) {
            assertNothingWasWritten(put(Map.of(field, ContentDigest.SHA_256.field(OTHER))), "ChecksumMismatch");
            assertThat(put(Map.of(field, ContentDigest.SHA_512.field(BYTES))).status())
                    .isEqualTo(201);
        }

        @ParameterizedTest
        @CsvSource({
            "x-amz-checksum-crc32, AAAA, InvalidChecksum",
            "Content-MD5, '', InvalidChecksum",
            "Content-Digest, sha-256=x, InvalidChecksum",
            "x-amz-checksum-xxhash64, AAAA, UnsupportedChecksum",
            "x-amz-sdk-checksum-algorithm, XXHASH64, UnsupportedChecksum",
            "x-amz-sdk-checksum-algorithm, CRC32, MissingChecksum"
        })
        void isRefusedIfItsChecksumCantBeValidated(String header, String value, String code) {
            assertNothingWasWritten(put(Map.of(header, value)), code);
        }

        @Test
        void isLeftAloneByWhatOnlyLooksLikeAChecksum() {
            assertThat(put(Map.of("x-amz-checksum-type", "FULL_OBJECT")).status())
                    .isEqualTo(201);
        }
    }

    @Nested
    class Trailers {

        private RawHttp.Answer put(byte[] payload, Algorithm algorithm, String announced) throws IOException {
            TrailerStream stream = new TrailerStream(new ByteArrayInputStream(payload), algorithm);
            stream.readAllBytes();
            String trailer = stream.trailer().getKey() + ": " + stream.trailer().getValue();
            return send(trailer, announced);
        }

        private RawHttp.Answer send(String trailer, String announced) throws IOException {
            String head = """
                PUT %s HTTP/1.1
                Host: localhost
                Content-Type: application/json
                Transfer-Encoding: chunked
                %s
                """.formatted(THING, announced);
            String body = Integer.toHexString(BYTES.length) + "\r\n" + BODY + "\r\n0\r\n" + trailer + "\r\n\r\n";
            try (RawHttp http = new RawHttp(plane.url())) {
                return http.send(head, body.replace("0\r\n\r\n\r\n", "0\r\n\r\n"));
            }
        }

        @ParameterizedTest
        @EnumSource
        void ofHttpAreChecksumsToo(Algorithm algorithm) throws IOException {
            assertThat(put(OTHER, algorithm, "Trailer: " + algorithm.header()).status())
                    .isEqualTo(400);
            assertThat(plane.get(THING).status()).isEqualTo(404);
            assertThat(put(BYTES, algorithm, "Trailer: " + algorithm.header()).status())
                    .isEqualTo(201);
        }

        @Test
        void areTakenFromAClientThatOthersHaveWritten() throws IOException, HttpException {
            assertThat(putByHttpCore(OTHER)).isEqualTo(400);
            assertThat(plane.get(THING).status()).isEqualTo(404);
            assertThat(putByHttpCore(BYTES)).isEqualTo(201);
        }

        private int putByHttpCore(byte[] summed) throws IOException, HttpException {
            HttpHost server = HttpHost.create(plane.url());
            ClassicHttpRequest request = new BasicClassicHttpRequest(Method.PUT, server, THING);
            request.setEntity(HttpEntities.create(
                    BYTES,
                    ContentType.APPLICATION_JSON,
                    new BasicHeader(
                            Algorithm.SHA256.header(), Algorithm.SHA256.digest().base64(summed))));
            try (HttpRequester requester = RequesterBootstrap.bootstrap().create()) {
                return requester.execute(
                        server, request, Timeout.ofSeconds(20), HttpCoreContext.create(), HttpResponse::getCode);
            }
        }

        @Test
        void needNotBeAnnounced() throws IOException {
            assertThat(put(OTHER, Algorithm.CRC32, "").body()).contains("ChecksumMismatch");
        }

        @Test
        void haveToComeOnceTheyAreAnnounced() throws IOException {
            assertThat(send("", "Trailer: x-amz-checksum-crc32").body()).contains("MissingChecksum");
        }
    }

    @Nested
    class AnAnswer {

        private Answer get(Map<String, String> headers) {
            put(Map.of());
            return plane.send("GET", THING, headers, "");
        }

        private byte[] bytes(Answer answer) {
            return answer.response().body().getBytes(StandardCharsets.UTF_8);
        }

        @Test
        void hasAChecksumWhereItIsAskedFor() {
            Answer answer = get(Map.of("x-amz-checksum-mode", "ENABLED"));

            assertThat(answer.header("x-amz-checksum-crc32"))
                    .isEqualTo(Algorithm.CRC32.digest().base64(bytes(answer)));
        }

        @Test
        void hasTheDigestThatIsWanted() {
            Answer answer = get(new TreeMap<>(
                    Map.of("Want-Content-Digest", "sha-512=3, sha-256=10", "Want-Repr-Digest", "sha-512=1")));

            assertThat(answer.header("Content-Digest")).isEqualTo(ContentDigest.SHA_256.field(bytes(answer)));
            assertThat(answer.header("Repr-Digest")).isEqualTo(ContentDigest.SHA_512.field(bytes(answer)));
        }

        @Test
        void hasNoneWhereNoClientAsks() {
            assertThat(get(Map.of()).response().headers().map().keySet())
                    .noneMatch(name -> name.contains("checksum") || name.contains("digest"));
        }

        @Test
        void hasNoneIfItIsARefusal() {
            Answer refused = plane.send("GET", THING, Map.of("x-amz-checksum-mode", "ENABLED"), "");

            assertThat(refused.status()).isEqualTo(404);
            assertThat(refused.header("x-amz-checksum-crc32")).isEmpty();
        }
    }
}
