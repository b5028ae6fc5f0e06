package fairlead.smithy.checksum;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/// Whether a response is validated, and by what.
public sealed interface ResponseChecksum {

    /// It is: by this one, of all that it has.
    record By(Algorithm algorithm, String value) implements ResponseChecksum {}

    /// It is not.
    record Not(Reason reason) implements ResponseChecksum {}

    /// Why a response is not validated.
    enum Reason {
        /// The caller does not ask for it.
        OFF,
        /// It has no checksum of an algorithm that both sides support.
        NONE,
        /// Its checksums are made of those of parts (`...-3`), which can't be computed from the whole.
        COMPOSITE
    }

    /// What is to be done about a response.
    ///
    /// @param candidates the algorithms in the order of preference, as [ClientChecksums.Plan#response()] has them
    static ResponseChecksum of(List<Algorithm> candidates, Fields headers) {
        if (candidates.isEmpty()) {
            return new Not(Reason.OFF);
        }
        boolean composite = false;
        for (Algorithm algorithm : candidates) {
            Optional<String> value = headers.value(algorithm.header());
            if (value.isPresent() && !value.get().contains("-")) {
                return new By(algorithm, value.get());
            }
            composite |= value.isPresent();
        }
        return new Not(composite ? Reason.COMPOSITE : Reason.NONE);
    }

    /// The body, validated while it is read.
    ///
    /// @param length of the body; -1 if it is not known
    default VerifyingStream over(InputStream body, long length) {
        return switch (this) {
            case By(var algorithm, var value) ->
                new VerifyingStream(body, length, Expected.of(algorithm, value), () -> Fields.NONE);
            case Not _ -> new VerifyingStream(body);
        };
    }
}
