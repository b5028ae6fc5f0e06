package fairlead.smithy.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.smithy.protocol.ProtocolCases.Case;
import fairlead.smithy.protocol.ProtocolCases.Received;
import fairlead.smithy.protocol.ProtocolCases.Sent;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.protocoltests.traits.HttpMessageTestCase;
import software.amazon.smithy.protocoltests.traits.HttpRequestTestCase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// "Smithy AWS Protocol Tests" and "Smithy Protocol Tests", the cases for clients in our four protocols.
///
/// What fails is named in `known-failures.txt` with its reason: no more, no less.
class ProtocolTest {

    private static final Set<ShapeId> PROTOCOLS = Set.of(
            ShapeId.from("aws.protocols#awsJson1_0"),
            ShapeId.from("aws.protocols#awsJson1_1"),
            ShapeId.from("aws.protocols#restJson1"),
            ShapeId.from("smithy.protocols#rpcv2Cbor"));
    private static final String TOKEN = "00000000-0000-4000-8000-000000000000";

    @Test
    @EnabledIfSystemProperty(named = "protocol.tests", matches = ".+", disabledReason = "no cases are there")
    void theCasesForClientsPassButForThoseWithAReason() throws IOException {
        ProtocolCases cases = ProtocolCases.of(paths("protocol.tests"), PROTOCOLS);
        Map<String, String> failed = failures(cases);
        assertThat(failed.keySet()).as("%s", failed).isEqualTo(known());
        assertThat(cases.all()).hasSizeGreaterThan(480);
    }

    /// The same over the sources of Smithy 1.73.0, which have more cases than what is published.
    @Test
    @EnabledIfSystemProperty(named = "corpus", matches = ".+", disabledReason = "there is no corpus")
    void soDoThoseOfTheSources() throws IOException {
        Path smithy = Path.of(System.getProperty("corpus"), "smithy", "tests", "smithy");
        ProtocolCases cases = ProtocolCases.of(
                List.of(
                        smithy.resolve("smithy-aws-protocol-tests/model"),
                        smithy.resolve("smithy-protocol-tests/model")),
                PROTOCOLS);
        Map<String, String> failed = failures(cases);
        assertThat(failed.keySet()).as("%s", failed).isEqualTo(known());
        assertThat(cases.all().size() - failed.size())
                .as("of %s", cases.all().size())
                .isGreaterThanOrEqualTo(505);
    }

    private static List<Path> paths(String property) {
        return Arrays.stream(System.getProperty(property).split(java.io.File.pathSeparator, -1))
                .map(Path::of)
                .toList();
    }

    private static Set<String> known() throws IOException {
        try (InputStream file = Objects.requireNonNull(ProtocolTest.class.getResourceAsStream("known-failures.txt"))) {
            Set<String> names = new TreeSet<>();
            new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> names.add(line.split(": ", 2)[0]));
            return names;
        }
    }

    private static Map<String, String> failures(ProtocolCases cases) {
        Map<String, String> failures = new TreeMap<>();
        for (Case one : cases.all()) {
            try {
                run(cases, one).ifPresent(wrong -> failures.put(one.name(), wrong));
            } catch (RuntimeException broken) {
                failures.put(one.name(), broken.toString());
            }
        }
        return failures;
    }

    private static Optional<String> run(ProtocolCases cases, Case one) {
        Protocol protocol = Protocol.of(cases.model(), one.service(), true).orElseThrow(AssertionError::new);
        return switch (one) {
            case Sent sent -> sent(cases, sent, protocol);
            case Received received -> received(cases, received, protocol);
        };
    }

    // -- requests ---------------------------------------------------------------------------------------------------

    private static Optional<String> sent(ProtocolCases cases, Sent sent, Protocol protocol) {
        HttpRequestTestCase test = sent.test();
        ObjectNode input = new Params(cases.model())
                .document(cases.model().expectShape(sent.operation().getInputShape()), test.getParams());
        HttpCall call = protocol.call(sent.operation(), input, TOKEN);
        URI uri = call.at(URI.create("https://" + test.getHost().orElse("example.com")));
        List<String> wrong = new ArrayList<>();
        same(wrong, "method", test.getMethod(), call.method());
        same(wrong, "path", test.getUri(), uri.getRawPath());
        test.getResolvedHost().ifPresent(host -> same(wrong, "host", host.split("/", 2)[0], uri.getRawAuthority()));
        query(wrong, test, call.query());
        headers(wrong, test, call);
        test.getBody().ifPresent(body -> body(wrong, test, body, call.body()));
        return wrong.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", wrong));
    }

    private static void same(List<String> wrong, String what, Object expected, Object found) {
        if (!expected.equals(found)) {
            wrong.add(what + ": expected " + expected + ", found " + found);
        }
    }

    private static void query(List<String> wrong, HttpRequestTestCase test, List<String> query) {
        Set<String> names = new TreeSet<>();
        query.forEach(parameter -> names.add(parameter.split("=", 2)[0]));
        List<String> left = new ArrayList<>(query);
        test.getQueryParams().stream()
                .filter(parameter -> !left.remove(parameter))
                .forEach(parameter -> wrong.add("no " + parameter + " in " + query));
        test.getForbidQueryParams().stream().filter(names::contains).forEach(name -> wrong.add(name + " in the query"));
        test.getRequireQueryParams().stream()
                .filter(name -> !names.contains(name))
                .forEach(name -> wrong.add("no " + name + " in the query"));
    }

    private static void headers(List<String> wrong, HttpRequestTestCase test, HttpCall call) {
        Headers headers = call.sendsBody()
                ? call.headers().with("Content-Length", Integer.toString(call.body().length))
                : call.headers();
        test.getHeaders()
                .forEach((name, value) ->
                        same(wrong, name, value, headers.value(name).orElse("none")));
        test.getForbidHeaders().stream()
                .filter(name -> !headers.all(name).isEmpty())
                .forEach(name -> wrong.add("a header " + name));
        test.getRequireHeaders().stream()
                .filter(name -> headers.all(name).isEmpty())
                .forEach(name -> wrong.add("no header " + name));
    }

    private static void body(List<String> wrong, HttpMessageTestCase test, String expected, byte[] found) {
        String type = expected.isEmpty() ? "" : test.getBodyMediaType().orElse("");
        switch (type) {
            case "application/json" ->
                same(
                        wrong,
                        "body",
                        Params.canonical(Json.read(expected.getBytes(StandardCharsets.UTF_8))),
                        Params.canonical(Json.read(found)));
            case "application/cbor" ->
                same(
                        wrong,
                        "body",
                        Params.canonical(CborReader.read(Base64.getDecoder().decode(expected))),
                        Params.canonical(CborReader.read(found)));
            default -> same(wrong, "body", expected, new String(found, StandardCharsets.UTF_8));
        }
    }

    // -- answers ----------------------------------------------------------------------------------------------------

    private static Optional<String> received(ProtocolCases cases, Received received, Protocol protocol) {
        Headers headers = Headers.NONE;
        for (Map.Entry<String, String> header : received.test().getHeaders().entrySet()) {
            headers = headers.with(header.getKey(), header.getValue());
        }
        String body = received.test().getBody().orElse("");
        boolean cbor = received.test().getProtocol().getName().equals("rpcv2Cbor");
        byte[] bytes = cbor ? Base64.getDecoder().decode(body) : body.getBytes(StandardCharsets.UTF_8);
        Reply reply = protocol.reply(
                received.operation(), new HttpAnswer(received.test().getCode(), headers, bytes));
        JsonNode expected = new Params(cases.model())
                .document(received.shape(), received.test().getParams());
        List<String> wrong = new ArrayList<>();
        switch (reply) {
            case Reply.Output(var document) -> {
                same(wrong, "error", received.isError(), false);
                same(wrong, "output", Params.canonical(expected), Params.canonical(document));
            }
            case Reply.Refusal refusal -> {
                same(wrong, "error", Optional.of(received.shape()), refusal.shape());
                same(wrong, "members", Params.canonical(expected), Params.canonical(refusal.document()));
                received.test()
                        .getVendorParams()
                        .getStringMember("code")
                        .ifPresent(code -> same(wrong, "code", code.getValue(), refusal.code()));
            }
        }
        return wrong.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", wrong));
    }
}
