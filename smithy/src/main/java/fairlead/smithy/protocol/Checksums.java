package fairlead.smithy.protocol;

import fairlead.smithy.checksum.Algorithm;
import fairlead.smithy.checksum.AwsChunked;
import fairlead.smithy.checksum.ChecksumException;
import fairlead.smithy.checksum.ChecksumTraits;
import fairlead.smithy.checksum.ClientChecksums;
import fairlead.smithy.checksum.ClientChecksums.Plan;
import fairlead.smithy.checksum.Fields;
import fairlead.smithy.checksum.OperationChecksums;
import fairlead.smithy.checksum.RequestChecksum;
import fairlead.smithy.checksum.ResponseChecksum;
import fairlead.smithy.checksum.Signing;
import fairlead.smithy.checksum.VerifyingStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.smithy.aws.traits.protocols.RestJson1Trait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.traits.HttpChecksumRequiredTrait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What `httpChecksum` and `httpChecksumRequired` do to calls and answers. Bodies are whole here; a checksum that
/// belongs behind its payload is in the trailer of the coding `aws-chunked` all the same.
final class Checksums {

    private static final ClientChecksums CLIENT = ClientChecksums.STANDARD;

    private final Model model;
    private final boolean rest;

    Checksums(Model model, ServiceShape service) {
        this.model = model;
        // The other protocols do not have the trait.
        rest = service.hasTrait(RestJson1Trait.class);
    }

    private OperationChecksums of(OperationShape operation) {
        return rest || operation.hasTrait(HttpChecksumRequiredTrait.class)
                ? ChecksumTraits.of(model, operation)
                : OperationChecksums.NONE;
    }

    /// What to do about a call, whose input gets the members that the trait sets by itself.
    Plan plan(OperationShape operation, ObjectNode document, Signing signing) {
        Function<String, Optional<String>> input = member ->
                Optional.of(document.path(member)).filter(JsonNode::isString).map(JsonNode::stringValue);
        Plan plan = CLIENT.plan(of(operation), new ClientChecksums.Call(input, Fields.NONE, signing));
        plan.members().forEach(document::put);
        return plan;
    }

    /// The call with its checksum.
    static HttpCall added(Plan plan, HttpCall call) {
        return switch (plan.request()) {
            case RequestChecksum.None _ -> call;
            case RequestChecksum.InHeader header ->
                call.headers().all(header.name()).isEmpty()
                        ? call.withHeaders(call.headers().with(header.name(), header.value(call.body())))
                        : call;
            case RequestChecksum.Unsupported(var word) ->
                throw new IllegalArgumentException("the checksum algorithm '" + word + "' is not supported");
            case RequestChecksum.InTrailer(var algorithm) -> chunked(call, new AwsChunked(algorithm, Optional.empty()));
        };
    }

    private static HttpCall chunked(HttpCall call, AwsChunked coding) {
        Headers headers = call.headers();
        Map<String, String> more = coding.headers(call.body().length, headers.value("Content-Encoding"));
        for (Map.Entry<String, String> header : more.entrySet()) {
            headers = headers.with(header.getKey(), header.getValue());
        }
        try (InputStream body = coding.encode(new ByteArrayInputStream(call.body()))) {
            return call.withHeaders(headers).withBody(body.readAllBytes());
        } catch (IOException impossible) {
            throw new UncheckedIOException("bytes in memory can be read", impossible);
        }
    }

    /// The algorithm by which an answer was found to be what it says; empty if it says nothing that can be validated.
    ///
    /// @throws MalformedAnswer if it is something else
    Optional<Algorithm> validated(OperationShape operation, HttpAnswer answer) {
        List<Algorithm> candidates = CLIENT.plan(
                        of(operation), new ClientChecksums.Call(_ -> Optional.empty(), Fields.NONE, Signing.HEADER))
                .response();
        if (candidates.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> headers = answer.headers().values().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, header -> String.join(",", header.getValue())));
        try (VerifyingStream body = ResponseChecksum.of(candidates, Fields.of(headers))
                .over(new ByteArrayInputStream(answer.body()), answer.body().length)) {
            body.readAllBytes();
            return body.validated();
        } catch (ChecksumException wrong) {
            throw new MalformedAnswer(String.valueOf(wrong.getMessage()));
        } catch (IOException impossible) {
            throw new UncheckedIOException("bytes in memory can be read", impossible);
        }
    }
}
