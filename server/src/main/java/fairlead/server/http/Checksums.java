package fairlead.server.http;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.smithy.checksum.Algorithm;
import fairlead.smithy.checksum.AwsChunked;
import fairlead.smithy.checksum.ChecksumException;
import fairlead.smithy.checksum.ChunkedReader;
import fairlead.smithy.checksum.ContentDigest;
import fairlead.smithy.checksum.Fields;
import fairlead.smithy.checksum.OperationChecksums;
import fairlead.smithy.checksum.RequestChecksum;
import fairlead.smithy.checksum.RequestValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.jspecify.annotations.Nullable;

/// The checksums of requests, and those that callers ask for in answers: `x-amz-checksum-*` and `Content-MD5`
/// ("HTTP checksums" of the AWS Core Specification), `Content-Digest` and `Repr-Digest` ("Digest Fields", RFC
/// 9530).
///
/// A body is checked where it is read, against headers and trailers, before any surface sees it.
public final class Checksums {

    /// The header by which a caller asks for the checksum of the answer.
    public static final String MODE = "x-amz-checksum-mode";

    private static final String PAYLOAD = "x-amz-content-sha256";
    private static final String ALGORITHM = "x-amz-sdk-checksum-algorithm";
    private static final String CONTENT_DIGEST = "Content-Digest";
    private static final String REPR_DIGEST = "Repr-Digest";

    private Checksums() {}

    /// Refuses a body as it has come if it is not what its checksums say. One in chunks is not what most of them speak
    /// of: that is found behind the chunks.
    ///
    /// @param trailers empty if there are none
    static void requireSent(HttpFields headers, @Nullable HttpFields trailers, byte[] body) {
        if (!concern(headers) && (trailers == null || !concern(trailers))) {
            return;
        }
        Fields fields = fields(headers).and(trailers == null ? Fields.NONE : fields(trailers));
        guarded(() -> {
            if (fields.has(CONTENT_DIGEST)) {
                ContentDigest.require(
                        CONTENT_DIGEST, fields.value(CONTENT_DIGEST).orElse(""), body);
            }
            boolean chunked =
                    fields.value(PAYLOAD).flatMap(ChunkedReader.Form::of).isPresent();
            if (!chunked) {
                requirePayload(fields, body);
            }
        });
    }

    /// Refuses the payload of a body in chunks if it is not what its checksums say.
    ///
    /// @param fields headers and trailers
    public static void require(Fields fields, byte[] payload) {
        guarded(() -> requirePayload(fields, payload));
    }

    /// The algorithm of the checksum that a request came with.
    public static Optional<Algorithm> sent(Request request) {
        try {
            Fields fields = Fields.of(request.headers());
            return RequestValidation.of(OperationChecksums.ANY, fields.value(ALGORITHM), fields)
                    .algorithm();
        } catch (ChecksumException wrong) {
            return Optional.empty();
        }
    }

    private static void requirePayload(Fields fields, byte[] payload) throws ChecksumException {
        RequestValidation validation = RequestValidation.of(OperationChecksums.ANY, fields.value(ALGORITHM), fields);
        validation.require(payload, Fields.NONE);
        Optional<String> md5 = fields.value(RequestChecksum.MD5);
        if (md5.isPresent() && validation.algorithm().isPresent()) {
            RequestValidation.of(OperationChecksums.MD5, Optional.empty(), fields)
                    .require(payload, Fields.NONE);
        }
        if (fields.has(REPR_DIGEST)) {
            ContentDigest.require(REPR_DIGEST, fields.value(REPR_DIGEST).orElse(""), payload);
        }
    }

    private interface Check {
        void run() throws ChecksumException;
    }

    private static void guarded(Check check) {
        try {
            check.run();
        } catch (ChecksumException wrong) {
            String message = String.valueOf(wrong.getMessage());
            throw new ProblemException(
                    switch (wrong.flaw()) {
                        case MISMATCH -> new Problem.BadRequest(ProblemCode.CHECKSUM_MISMATCH, message);
                        case MALFORMED -> new Problem.BadRequest(ProblemCode.INVALID_CHECKSUM, message);
                        case UNSUPPORTED -> new Problem.BadRequest(ProblemCode.UNSUPPORTED_CHECKSUM, message);
                        case MISSING -> new Problem.BadRequest(ProblemCode.MISSING_CHECKSUM, message);
                    });
        }
    }

    /// Whether any of the fields is about the checksum of a body. Every request with a body is asked.
    private static boolean concern(HttpFields fields) {
        for (HttpField field : fields) {
            if (concerns(field.getName())) {
                return true;
            }
        }
        return false;
    }

    private static boolean concerns(String name) {
        return switch (name.charAt(0)) {
            case 'x', 'X' ->
                starts(name, Algorithm.PREFIX)
                        || name.equalsIgnoreCase(ALGORITHM)
                        || name.equalsIgnoreCase(AwsChunked.TRAILER);
            case 'c', 'C' -> name.equalsIgnoreCase(RequestChecksum.MD5) || name.equalsIgnoreCase(CONTENT_DIGEST);
            case 'r', 'R' -> name.equalsIgnoreCase(REPR_DIGEST);
            case 't', 'T' -> name.equalsIgnoreCase("Trailer");
            default -> false;
        };
    }

    private static boolean starts(String name, String prefix) {
        return name.regionMatches(true, 0, prefix, 0, prefix.length());
    }

    private static Fields fields(HttpFields fields) {
        List<Map.Entry<String, String>> entries = new ArrayList<>();
        for (HttpField field : fields) {
            entries.add(Map.entry(field.getName(), String.valueOf(field.getValue())));
        }
        return Fields.of(entries);
    }

    /// The answer, with the checksums that the request asks for. A part of something has none of the whole.
    static Response answered(HttpFields headers, Response answer) {
        boolean partial = answer.status() == 206;
        if (answer.status() / 100 != 2
                || answer.status() == 204
                || answer.flow().isPresent()) {
            return answer;
        }
        if (!partial) {
            ofAnswer(Optional.ofNullable(headers.get(MODE)))
                    .ifPresent(algorithm ->
                            answer.with(algorithm.header(), algorithm.digest().base64(answer.body())));
        }
        wanted(headers, CONTENT_DIGEST, answer);
        if (!partial) {
            wanted(headers, REPR_DIGEST, answer);
        }
        return answer;
    }

    /// The algorithm of the checksum that an answer has; empty if the caller asks for none.
    ///
    /// @param mode the header by which it is asked for
    public static Optional<Algorithm> ofAnswer(Optional<String> mode) {
        return OperationChecksums.ANY.ofAnswer(mode);
    }

    private static void wanted(HttpFields headers, String name, Response answer) {
        String preference = headers.get("Want-" + name);
        if (preference != null) {
            ContentDigest.wanted(preference).ifPresent(digest -> answer.with(name, digest.field(answer.body())));
        }
    }
}
