package fairlead.smithy.checksum;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What an operation says about checksums: its trait `httpChecksum`, else `httpChecksumRequired`.
///
/// @param algorithm the input member that chooses the algorithm of the request
/// @param required whether a request has to have a checksum
/// @param explicit the input members that are checksums themselves, and the headers they are bound to
/// @param streaming whether the payload of the request streams
/// @param validation the name of the input member that asks for the validation of the response
/// @param responses the words of the algorithms by which a response may be validated
public record OperationChecksums(
        Optional<AlgorithmMember> algorithm,
        boolean required,
        Map<String, String> explicit,
        boolean streaming,
        Optional<String> validation,
        List<String> responses) {

    /// Of an operation without either trait.
    public static final OperationChecksums NONE =
            new OperationChecksums(Optional.empty(), false, Map.of(), false, Optional.empty(), List.of());

    /// Of an operation that requires `Content-MD5` and knows nothing else.
    public static final OperationChecksums MD5 =
            new OperationChecksums(Optional.empty(), true, Map.of(), false, Optional.empty(), List.of());

    /// Of a service that takes whatever checksum there is, and returns one where it is asked for.
    public static final OperationChecksums ANY = any();

    /// The member that chooses the algorithm of a request.
    ///
    /// @param name of the member
    /// @param header that it is bound to
    /// @param words the values of its enum
    public record AlgorithmMember(String name, Optional<String> header, List<String> words) {

        public AlgorithmMember {
            words = List.copyOf(words);
        }

        /// The supported algorithm of that value; empty if there is none.
        Optional<Algorithm> supported(String word) {
            return words.contains(word) ? Algorithm.of(word) : Optional.empty();
        }

        boolean takes(Algorithm one) {
            return words.contains(one.word());
        }
    }

    public OperationChecksums {
        explicit = Map.copyOf(explicit);
        responses = List.copyOf(responses);
    }

    /// The algorithm of the checksum that a service gives with its answer: the one that all clients support, if the
    /// operation names it. Empty if the request asks for none.
    ///
    /// @param mode the value of the request's member for it
    public Optional<Algorithm> ofAnswer(Optional<String> mode) {
        if (validation.isEmpty() || !mode.equals(Optional.of(ClientChecksums.ENABLED))) {
            return Optional.empty();
        }
        return responses.contains(Algorithm.DEFAULT.word())
                ? Optional.of(Algorithm.DEFAULT)
                : Algorithm.BY_COST.stream()
                        .filter(algorithm -> responses.contains(algorithm.word()))
                        .findFirst();
    }

    private static OperationChecksums any() {
        List<String> words =
                Arrays.stream(Algorithm.values()).map(Algorithm::word).toList();
        AlgorithmMember member =
                new AlgorithmMember("ChecksumAlgorithm", Optional.of("x-amz-sdk-checksum-algorithm"), words);
        return new OperationChecksums(Optional.of(member), false, Map.of(), true, Optional.of("ChecksumMode"), words);
    }
}
