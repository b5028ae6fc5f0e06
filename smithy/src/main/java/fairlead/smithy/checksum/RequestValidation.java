package fairlead.smithy.checksum;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// By what a service validates a request: the "Service behavior" of `httpChecksum`.
///
/// "From the available headers in the request, the service MUST pick only one checksum": the strongest that the
/// operation takes.
public final class RequestValidation {

    private final Optional<Expected> expected;

    private RequestValidation(Optional<Expected> expected) {
        this.expected = expected;
    }

    /// Nothing of it has been read yet; what can be refused before is.
    ///
    /// @param algorithm the value of the operation's member for it, if the request has one
    public static RequestValidation of(OperationChecksums operation, Optional<String> algorithm, Fields headers)
            throws ChecksumException {
        Optional<Expected> found = operation.algorithm().isPresent()
                ? byMember(operation, operation.algorithm().get(), algorithm, headers)
                : md5(operation, headers);
        if (found.isPresent() && found.get().value().isPresent()) {
            found.get().requireWellFormed(found.get().value().get());
        }
        return new RequestValidation(found);
    }

    private static Optional<Expected> md5(OperationChecksums operation, Fields headers) throws ChecksumException {
        if (!operation.required()) {
            return Optional.empty();
        }
        Optional<String> said = headers.value(RequestChecksum.MD5);
        if (said.isEmpty()) {
            throw ChecksumException.missing(RequestChecksum.MD5, "the operation requires it.");
        }
        return said.map(Expected::md5);
    }

    private static Optional<Expected> byMember(
            OperationChecksums operation,
            OperationChecksums.AlgorithmMember member,
            Optional<String> asked,
            Fields headers)
            throws ChecksumException {
        if (asked.isPresent()) {
            Algorithm algorithm = member.supported(asked.get())
                    .orElseThrow(() ->
                            ChecksumException.unsupported("'" + asked.get() + "'", String.join(", ", member.words())));
            Optional<Expected> found = sent(algorithm, operation, headers);
            if (found.isEmpty()) {
                throw ChecksumException.missing(
                        algorithm.header(), "the request says that its algorithm is " + algorithm.word() + ".");
            }
            return found;
        }
        for (Algorithm algorithm : Algorithm.values()) {
            Optional<Expected> found = member.takes(algorithm) ? sent(algorithm, operation, headers) : Optional.empty();
            if (found.isPresent()) {
                return found;
            }
        }
        return withoutAny(operation, member, headers);
    }

    /// In the header, which is always accepted; of a payload that streams in a trailer, too.
    private static Optional<Expected> sent(Algorithm algorithm, OperationChecksums operation, Fields headers) {
        Optional<Expected> inHeader = headers.value(algorithm.header()).map(value -> Expected.of(algorithm, value));
        return inHeader.isPresent()
                        || !operation.streaming()
                        || !announced(headers).contains(algorithm.header())
                ? inHeader
                : Optional.of(Expected.inTrailer(algorithm));
    }

    private static List<String> announced(Fields headers) {
        List<String> within = headers.words(AwsChunked.TRAILER);
        return within.isEmpty() ? headers.words("Trailer") : within;
    }

    /// A client that sends a checksum wants it validated: one that can't be validated here is not passed over.
    private static Optional<Expected> withoutAny(
            OperationChecksums operation, OperationChecksums.AlgorithmMember member, Fields headers)
            throws ChecksumException {
        Optional<String> unknown = headers.names().stream()
                .filter(Fields::isChecksum)
                .findFirst()
                .or(() -> announced(headers).stream().filter(Fields::isChecksum).findFirst());
        if (unknown.isPresent()) {
            throw ChecksumException.unsupported(unknown.get(), String.join(", ", member.words()));
        }
        Optional<String> md5 = headers.value(RequestChecksum.MD5);
        if (md5.isEmpty() && operation.required()) {
            throw ChecksumException.missing(
                    Algorithm.PREFIX + "*", "the operation requires one of " + String.join(", ", member.words()) + ".");
        }
        return md5.map(Expected::md5);
    }

    /// The algorithm; empty if there is nothing to validate, and for MD5.
    public Optional<Algorithm> algorithm() {
        return expected.flatMap(Expected::algorithm);
    }

    /// The payload, validated while it is read.
    ///
    /// @param trailers asked where the payload is at its end
    public VerifyingStream over(InputStream payload, Supplier<Fields> trailers) {
        return expected.map(one -> new VerifyingStream(payload, -1, one, trailers))
                .orElseGet(() -> new VerifyingStream(payload));
    }

    /// Validates a payload that is there as a whole.
    public void require(byte[] payload, Fields trailers) throws ChecksumException {
        if (expected.isEmpty()) {
            return;
        }
        Expected one = expected.get();
        String said = one.said(trailers);
        Digest digest = one.digests().get();
        digest.update(payload, 0, payload.length);
        one.require(digest, said);
    }
}
