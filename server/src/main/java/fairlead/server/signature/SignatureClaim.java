package fairlead.server.signature;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.problem.SignatureFlaw;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;

/// What a request says about its signature, in the `Authorization` header or in the query.
///
/// @param keyId the access key
/// @param scope the credential without the key: date, region, service and `aws4_request`
/// @param signedHeaders as they were written
/// @param time as it was written
/// @param validity how long a query's signature is valid; empty for one in the header
record SignatureClaim(
        String keyId,
        Scope scope,
        String signedHeaders,
        String signature,
        String time,
        Instant signedAt,
        Optional<Duration> validity) {

    static final String ALGORITHM = "AWS4-HMAC-SHA256";

    private static final String TERMINATOR = "aws4_request";
    private static final DateTimeFormatter BASIC =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final long LONGEST_VALIDITY = Duration.ofDays(7).toSeconds();

    /// Times are written in seconds, so that most requests say what the one before has said: to read it anew takes an
    /// eighth of the time in which a signature is verified.
    private static final AtomicReference<Moment> LATEST =
            new AtomicReference<>(new Moment(basic(Instant.EPOCH), Instant.EPOCH));

    private record Moment(String written, Instant time) {}

    /// Where a signature counts.
    record Scope(String date, String region, String service) {
        @Override
        public String toString() {
            return date + "/" + region + "/" + service + "/" + TERMINATOR;
        }
    }

    boolean inQuery() {
        return validity.isPresent();
    }

    List<String> headerNames() {
        return List.of(signedHeaders.split(";", -1));
    }

    /// The claim of a request; a problem if there is none, or if it is incomplete.
    static SignatureClaim of(SignedMessage message) {
        Optional<String> header = message.header("Authorization");
        boolean query =
                message.query().has(RawQuery.SIGNATURE) || message.query().has("X-Amz-Credential");
        if (header.isPresent() && query) {
            throw incomplete("A request is signed either in the Authorization header or in the query, not in both.");
        }
        if (query) {
            return ofQuery(message.query());
        }
        return ofHeader(
                header.filter(SignatureClaim::isSignature).orElseThrow(() -> refused(SignatureFlaw.MISSING, "")),
                message);
    }

    /// A request's credential scope, whether or not the signature holds; empty if it has none.
    static Optional<Scope> scope(Optional<String> authorization, Optional<String> queryCredential) {
        return authorization
                .filter(SignatureClaim::isSignature)
                .map(SignatureClaim::credential)
                .or(() -> queryCredential)
                .map(credential -> credential.split("/", -1))
                .filter(parts -> parts.length >= 5)
                .map(parts -> new Scope(parts[parts.length - 4], parts[parts.length - 3], parts[parts.length - 2]));
    }

    private static boolean isSignature(String authorization) {
        return authorization.startsWith(ALGORITHM + " ");
    }

    private static SignatureClaim ofHeader(String authorization, SignedMessage message) {
        Map<String, String> parameters = new HashMap<>();
        readParameters(authorization, (name, value) -> {
            if (parameters.put(name, value) != null) {
                throw incomplete("Authorization header has the '" + name + "' parameter twice.");
            }
        });
        StringBuilder missing = new StringBuilder();
        for (String name : List.of("Credential", "Signature", "SignedHeaders")) {
            if (parameters.getOrDefault(name, "").isEmpty()) {
                missing.append("Authorization header requires '").append(name).append("' parameter. ");
            }
        }
        String time = message.header("X-Amz-Date")
                .or(() -> message.header("Date").flatMap(SignatureClaim::basic))
                .orElse("");
        if (time.isEmpty()) {
            missing.append("Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ");
        }
        if (!missing.isEmpty()) {
            throw incomplete(missing.toString().strip());
        }
        return claim(
                parameters.getOrDefault("Credential", ""),
                parameters.getOrDefault("SignedHeaders", ""),
                parameters.getOrDefault("Signature", ""),
                time,
                Optional.empty());
    }

    private static void readParameters(String authorization, BiConsumer<String, String> reader) {
        for (String part : authorization.substring(ALGORITHM.length()).split(",", -1)) {
            int equals = part.indexOf('=');
            reader.accept(
                    part.substring(0, Math.max(0, equals)).strip(),
                    part.substring(equals + 1).strip());
        }
    }

    private static String credential(String authorization) {
        Map<String, String> parameters = new HashMap<>();
        readParameters(authorization, parameters::putIfAbsent);
        return parameters.getOrDefault("Credential", "");
    }

    private static SignatureClaim ofQuery(RawQuery query) {
        List<String> required =
                List.of("X-Amz-Algorithm", "X-Amz-Credential", RawQuery.SIGNATURE, "X-Amz-SignedHeaders", "X-Amz-Date");
        for (String name : required) {
            if (query.isRepeated(name)) {
                throw incomplete("AWS query-string parameters have " + name + " twice.");
            }
        }
        String missing = String.join(
                ", ",
                required.stream()
                        .filter(name -> query.first(name).orElse("").isEmpty())
                        .toList());
        if (!missing.isEmpty()) {
            throw incomplete("AWS query-string parameters must include " + missing + ".");
        }
        if (!query.value("X-Amz-Algorithm").equals(ALGORITHM)) {
            throw incomplete("X-Amz-Algorithm only supports \"" + ALGORITHM + "\".");
        }
        return claim(
                query.value("X-Amz-Credential"),
                query.value("X-Amz-SignedHeaders"),
                query.value(RawQuery.SIGNATURE),
                query.value("X-Amz-Date"),
                Optional.of(validity(query.first("X-Amz-Expires").orElse("900"))));
    }

    private static Duration validity(String seconds) {
        long number = seconds.matches("[0-9]{1,6}") ? Long.parseLong(seconds) : 0;
        if (number < 1 || number > LONGEST_VALIDITY) {
            throw incomplete("X-Amz-Expires must be a number of seconds from 1 to " + LONGEST_VALIDITY + ".");
        }
        return Duration.ofSeconds(number);
    }

    private static SignatureClaim claim(
            String credential, String signedHeaders, String signature, String time, Optional<Duration> validity) {
        String[] parts = credential.split("/", -1);
        int count = parts.length;
        if (count < 5 || !parts[count - 1].equals(TERMINATOR)) {
            throw incomplete("Credential must have at least 5 slash-delimited elements, the last of them " + TERMINATOR
                    + ", found '" + credential + "'.");
        }
        Instant signedAt = instant(time)
                .orElseThrow(() -> incomplete("Date must be in ISO-8601 'basic format'. Got '" + time
                        + "'. See http://en.wikipedia.org/wiki/ISO_8601"));
        String keyId = String.join("/", Arrays.asList(parts).subList(0, count - 4));
        Scope scope = new Scope(parts[count - 4], parts[count - 3], parts[count - 2]);
        return new SignatureClaim(keyId, scope, signedHeaders, signature, time, signedAt, validity);
    }

    private static Optional<Instant> instant(String basic) {
        Moment known = LATEST.get();
        if (known.written().equals(basic)) {
            return Optional.of(known.time());
        }
        try {
            Instant time = Instant.from(BASIC.parse(basic));
            LATEST.set(new Moment(basic, time));
            return Optional.of(time);
        } catch (DateTimeException notOne) {
            return Optional.empty();
        }
    }

    /// The `Date` header in the form of signatures.
    private static Optional<String> basic(String date) {
        try {
            return Optional.of(BASIC.format(ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)));
        } catch (DateTimeException notOne) {
            return Optional.of(date);
        }
    }

    static String basic(Instant time) {
        return BASIC.format(time);
    }

    static ProblemException refused(SignatureFlaw flaw, String message) {
        return new ProblemException(new Problem.SignatureRefused(flaw, message.isEmpty() ? flaw.message() : message));
    }

    private static ProblemException incomplete(String message) {
        return refused(SignatureFlaw.INCOMPLETE, message);
    }
}
