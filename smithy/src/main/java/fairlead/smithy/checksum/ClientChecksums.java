package fairlead.smithy.checksum;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What a client does about checksums, as it is configured: the "Client behavior" of `httpChecksum`.
///
/// @param requests when a request gets a checksum
/// @param responses when a response is validated without having been asked for
/// @param preferred the algorithm of a request unless another is chosen
/// @param md5 whether an operation that requires a checksum and has no member for its algorithm gets `Content-MD5`, as
///     the trait has it; else the preferred algorithm's, which services have come to accept
public record ClientChecksums(When requests, When responses, Algorithm preferred, boolean md5) {

    /// As the trait has it where nothing is configured.
    public static final ClientChecksums STANDARD =
            new ClientChecksums(When.SUPPORTED, When.SUPPORTED, Algorithm.DEFAULT, true);

    /// The mode in which a response is validated.
    static final String ENABLED = "ENABLED";

    /// When there is to be a checksum.
    public enum When {
        /// Wherever the operation has the trait.
        SUPPORTED,
        /// Only where the operation requires it, or the caller asks for it.
        REQUIRED
    }

    /// A call, before anything of it is written.
    ///
    /// @param input the values of the input's members that are texts, by the members' names
    /// @param headers what the caller has set besides the input
    public record Call(Function<String, Optional<String>> input, Fields headers, Signing signing) {}

    /// What to do.
    ///
    /// @param members what to set in the input before it is written
    /// @param response by what to validate the response; none of them if it is not to be
    public record Plan(Map<String, String> members, RequestChecksum request, List<Algorithm> response) {}

    /// What to do about a call of an operation.
    public Plan plan(OperationChecksums operation, Call call) {
        Map<String, String> members = new LinkedHashMap<>();
        RequestChecksum request = request(operation, call, members);
        return new Plan(members, request, response(operation, call, members));
    }

    private RequestChecksum request(OperationChecksums operation, Call call, Map<String, String> members) {
        if (isExplicit(operation, call)) {
            return new RequestChecksum.None();
        }
        if (operation.algorithm().isEmpty()) {
            return operation.required() ? requiredOnly() : new RequestChecksum.None();
        }
        OperationChecksums.AlgorithmMember member = operation.algorithm().get();
        Optional<String> asked = call.input().apply(member.name());
        if (asked.isPresent()) {
            return member.supported(asked.get())
                    .<RequestChecksum>map(algorithm -> placed(algorithm, operation, call))
                    .orElseGet(() -> new RequestChecksum.Unsupported(asked.get()));
        }
        if (requests == When.REQUIRED && !operation.required()) {
            return new RequestChecksum.None();
        }
        return chosen(member)
                .<RequestChecksum>map(algorithm -> {
                    members.put(member.name(), algorithm.word());
                    return placed(algorithm, operation, call);
                })
                .orElseGet(() -> new RequestChecksum.Unsupported(String.join(", ", member.words())));
    }

    private RequestChecksum requiredOnly() {
        return md5 ? RequestChecksum.InHeader.md5() : RequestChecksum.InHeader.of(preferred);
    }

    /// The preferred algorithm; of a service that does not take it, the cheapest that it does.
    private Optional<Algorithm> chosen(OperationChecksums.AlgorithmMember member) {
        return member.takes(preferred)
                ? Optional.of(preferred)
                : Algorithm.BY_COST.stream().filter(member::takes).findFirst();
    }

    private static RequestChecksum placed(Algorithm algorithm, OperationChecksums operation, Call call) {
        return switch (Location.of(operation.streaming(), call.signing())) {
            case HEADER -> RequestChecksum.InHeader.of(algorithm);
            case TRAILER -> new RequestChecksum.InTrailer(algorithm);
        };
    }

    /// "If the HTTP header corresponding to a checksum is set explicitly, the client MUST use the explicitly set
    /// header": one that is not in the list of algorithms, too.
    private static boolean isExplicit(OperationChecksums operation, Call call) {
        boolean md5Counts = operation.algorithm().isEmpty();
        boolean inHeaders = call.headers().names().stream().anyMatch(name -> counts(name, md5Counts));
        return inHeaders
                || operation.explicit().entrySet().stream()
                        .anyMatch(member -> counts(member.getValue(), md5Counts)
                                && call.input().apply(member.getKey()).isPresent());
    }

    private static boolean counts(String header, boolean md5Counts) {
        return Fields.isChecksum(header) || (md5Counts && header.equalsIgnoreCase(RequestChecksum.MD5));
    }

    private List<Algorithm> response(OperationChecksums operation, Call call, Map<String, String> members) {
        if (operation.validation().isEmpty()) {
            return List.of();
        }
        String member = operation.validation().get();
        Optional<String> mode = call.input().apply(member);
        if (mode.isEmpty() && responses == When.SUPPORTED) {
            members.put(member, ENABLED);
        }
        boolean enabled = mode.map(ENABLED::equals).orElse(responses == When.SUPPORTED);
        return enabled
                ? Algorithm.BY_COST.stream()
                        .filter(algorithm -> operation.responses().contains(algorithm.word()))
                        .toList()
                : List.of();
    }
}
