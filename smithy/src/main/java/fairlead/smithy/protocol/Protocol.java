package fairlead.smithy.protocol;

import fairlead.smithy.checksum.Algorithm;
import fairlead.smithy.checksum.ClientChecksums;
import fairlead.smithy.checksum.Signing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import software.amazon.smithy.aws.traits.protocols.AwsJson1_0Trait;
import software.amazon.smithy.aws.traits.protocols.AwsJson1_1Trait;
import software.amazon.smithy.aws.traits.protocols.AwsQueryCompatibleTrait;
import software.amazon.smithy.aws.traits.protocols.RestJson1Trait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.knowledge.EventStreamIndex;
import software.amazon.smithy.model.pattern.SmithyPattern.Segment;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.StructureShape;
import software.amazon.smithy.model.traits.EndpointTrait;
import software.amazon.smithy.model.traits.IdempotencyTokenTrait;
import software.amazon.smithy.model.traits.RequestCompressionTrait;
import software.amazon.smithy.protocol.traits.Rpcv2CborTrait;
import tools.jackson.databind.node.ObjectNode;

/// How a service is spoken to.
public final class Protocol {

    private static final int LEAST_COMPRESSED = 10_240;
    private static final Pattern HOST_LABEL = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?");

    private final Model model;
    private final ServiceShape service;
    private final WireFormat wire;
    private final ErrorCodes errors;
    private final Checksums checksums;

    private Protocol(Model model, ServiceShape service, WireFormat wire) {
        this.model = model;
        this.service = service;
        this.wire = wire;
        this.errors = new ErrorCodes(model, service);
        this.checksums = new Checksums(model, service);
    }

    /// The protocol of a service; the densest one, if it has several. Empty if it has none of those known here.
    public static Optional<Protocol> of(Model model, ServiceShape service) {
        return of(model, service, false);
    }

    /// The same, for callers who had rather have the rest of an answer than none: a member whose value is none of its
    /// type is left out.
    ///
    /// @param told of each such member, without its value
    public static Optional<Protocol> believing(Model model, ServiceShape service, Consumer<String> told) {
        return of(model, service, Misfits.leftOut(told));
    }

    /// @param corrects whether values are made up for what a service leaves out though the model requires it
    static Optional<Protocol> of(Model model, ServiceShape service, boolean corrects) {
        return of(model, service, Misfits.refused(corrects));
    }

    private static Optional<Protocol> of(Model model, ServiceShape service, Misfits misfits) {
        Optional<WireFormat> wire = Optional.empty();
        if (service.hasTrait(Rpcv2CborTrait.class)) {
            wire = Optional.of(new CborRpc(model, service, misfits));
        } else if (service.hasTrait(AwsJson1_0Trait.class)) {
            wire = Optional.of(new JsonRpc(model, service, "1.0", misfits));
        } else if (service.hasTrait(AwsJson1_1Trait.class)) {
            wire = Optional.of(new JsonRpc(model, service, "1.1", misfits));
        } else if (service.hasTrait(RestJson1Trait.class)) {
            wire = Optional.of(new RestJson(model, misfits));
        }
        return wire.map(known -> new Protocol(model, service, known));
    }

    /// The request for an operation.
    ///
    /// @param token for the input's member with `idempotencyToken`, if the input has none
    /// @throws IllegalArgumentException if the input does not fit the model
    public HttpCall call(OperationShape operation, ObjectNode input, String token) {
        return call(operation, input, token, Signing.HEADER);
    }

    /// As above, for a request that is signed in another way: a checksum may have another place then.
    public HttpCall call(OperationShape operation, ObjectNode input, String token, Signing signing) {
        requireNoEvents(operation);
        StructureShape shape = model.expectShape(operation.getInputShape(), StructureShape.class);
        ObjectNode document = input.deepCopy();
        for (MemberShape member : shape.members()) {
            if (member.hasTrait(IdempotencyTokenTrait.class) && !document.hasNonNull(member.getMemberName())) {
                document.put(member.getMemberName(), token);
            }
        }
        ClientChecksums.Plan plan = checksums.plan(operation, document, signing);
        HttpCall call = wire.call(operation, shape, document);
        if (service.hasTrait(AwsQueryCompatibleTrait.class)) {
            call = call.withHeaders(call.headers().with("x-amzn-query-mode", "true"));
        }
        return Checksums.added(plan, compressed(operation, addressed(operation, document, call)));
    }

    private void requireNoEvents(OperationShape operation) {
        EventStreamIndex events = EventStreamIndex.of(model);
        if (events.getInputInfo(operation).isPresent()
                || events.getOutputInfo(operation).isPresent()) {
            throw new IllegalArgumentException(operation.getId() + " has a stream of events, which can't be called");
        }
    }

    private static HttpCall addressed(OperationShape operation, ObjectNode document, HttpCall call) {
        Optional<EndpointTrait> endpoint = operation.getTrait(EndpointTrait.class);
        if (endpoint.isEmpty()) {
            return call;
        }
        StringBuilder prefix = new StringBuilder();
        for (Segment segment : endpoint.get().getHostPrefix().getSegments()) {
            prefix.append(segment.isLiteral() ? segment.getContent() : hostLabel(segment, document));
        }
        return call.withHostPrefix(prefix.toString());
    }

    /// What is no label of a host could lead anywhere.
    private static String hostLabel(Segment segment, ObjectNode document) {
        String label = document.path(segment.getContent()).asString("");
        if (!HOST_LABEL.matcher(label).matches()) {
            throw new IllegalArgumentException("expected a label of a host name for '" + segment.getContent()
                    + "': letters, digits and hyphens; found '" + label + "'");
        }
        return label;
    }

    private static HttpCall compressed(OperationShape operation, HttpCall call) {
        boolean wanted = operation
                .getTrait(RequestCompressionTrait.class)
                .filter(trait -> trait.getEncodings().contains("gzip"))
                .isPresent();
        if (!wanted || call.body().length < LEAST_COMPRESSED) {
            return call;
        }
        String encoding = call.headers()
                .value("Content-Encoding")
                .map(before -> before + ", gzip")
                .orElse("gzip");
        return call.withBody(gzip(call.body())).withHeaders(call.headers().with("Content-Encoding", encoding));
    }

    private static byte[] gzip(byte[] body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.length / 2);
        try (GZIPOutputStream zipped = new GZIPOutputStream(bytes)) {
            zipped.write(body);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /// The algorithm of the checksum by which an answer was found to be what it says; empty if it has none that
    /// the model names, or is an error.
    ///
    /// @throws MalformedAnswer if it is something else
    public Optional<Algorithm> validated(OperationShape operation, HttpAnswer answer) {
        return answer.isOk() ? checksums.validated(operation, answer) : Optional.empty();
    }

    /// What a service's answer means.
    ///
    /// @throws MalformedAnswer if it is not what the model says
    public Reply reply(OperationShape operation, HttpAnswer answer) {
        if (answer.isOk()) {
            validated(operation, answer);
            StructureShape shape = model.expectShape(operation.getOutputShape(), StructureShape.class);
            return new Reply.Output(wire.read(operation.getId(), shape, answer));
        }
        String code = wire.errorCode(answer);
        Optional<StructureShape> shape = errors.shape(operation, code);
        ObjectNode body = wire.errorBody(answer).asObject();
        ObjectNode document =
                shape.map(error -> wire.read(error.getId(), error, answer)).orElse(body);
        return new Reply.Refusal(
                answer.status(), errors.surfaced(answer, code), shape, document, ErrorCodes.message(body));
    }
}
