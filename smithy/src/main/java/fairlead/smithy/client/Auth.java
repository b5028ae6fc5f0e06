package fairlead.smithy.client;

/// How requests are made to count: [None], [Bearer] or [SigV4].
public sealed interface Auth {

    /// The service asks for nothing.
    record None() implements Auth {}

    /// A token in the header `Authorization`.
    record Bearer(String token) implements Auth {

        @Override
        public String toString() {
            return "Bearer";
        }
    }

    /// A signature of "AWS Signature Version 4".
    ///
    /// @param service the name under which the service is signed for
    record SigV4(String region, String service, Credentials credentials) implements Auth {}
}
