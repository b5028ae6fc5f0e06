package fairlead.server.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The signatures of requests that change something, for as long as they are valid: each is taken once. What is kept of
/// one are 64 of its bits, which nothing but the secret key determines. Where there are too many, no more are taken.
///
/// Times of signatures are in seconds, so that an SDK which repeats a request within one has the same signature. It is
/// refused in a way for which SDKs wait and sign anew, which who has no key can't.
///
/// Presigned addresses are meant to be used several times, and are not kept.
final class SeenSignatures {

    /// How many are kept, in 16 to 32 MB.
    static final int MOST = 2_000_000;

    /// Actions whose names begin so change nothing; a session that is begun anew is a new one.
    private static final Pattern READING =
            Pattern.compile("(Batch)?(Get(?!SessionToken)|List|Describe|Lookup|Decode)[A-Za-z]*");

    private static final Duration NEXT_SECOND = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final int HEX = 16;

    /// By the minute in which they end. A signature includes its time, so that it is always in the same one.
    private final TreeMap<Long, LongSet> endingIn = new TreeMap<>();

    private final int most;
    private int count;

    SeenSignatures(int most) {
        this.most = most;
    }

    /// Takes a signature that was verified. A problem if it was taken before.
    ///
    /// @param end of its validity
    void take(SignedMessage message, SignatureClaim claim, Instant end, Instant now) {
        if (claim.inQuery() || isReading(message, claim)) {
            return;
        }
        if (!add(Long.parseUnsignedLong(claim.signature(), 0, HEX, HEX), end, now)) {
            throw new ProblemException(new Problem.TooManyRequests("changes with the same signature", NEXT_SECOND));
        }
    }

    private synchronized boolean add(long signature, Instant end, Instant now) {
        while (!endingIn.isEmpty() && endingIn.firstKey() < minute(now)) {
            count -= endingIn.pollFirstEntry().getValue().size();
        }
        LongSet same = endingIn.computeIfAbsent(minute(end), _ -> new LongSet());
        if (same.has(signature)) {
            return false;
        }
        if (count >= most) {
            throw new ProblemException(new Problem.TooManyRequests("signed changes", PAUSE));
        }
        same.add(signature);
        count++;
        return true;
    }

    private static long minute(Instant time) {
        return Math.floorDiv(time.getEpochSecond(), 60L);
    }

    /// What is not known to change nothing may change something.
    private static boolean isReading(SignedMessage message, SignatureClaim claim) {
        boolean gets = message.method().equals("GET") || message.method().equals("HEAD");
        if (claim.scope().service().equals(CanonicalRequest.S3)) {
            return gets;
        }
        String action = action(message);
        return action.isEmpty() ? gets : READING.matcher(action).matches();
    }

    private static String action(SignedMessage message) {
        String target = message.header("X-Amz-Target").orElse("");
        return target.isEmpty()
                ? message.query()
                        .first("Action")
                        .or(() -> RawQuery.parse(new String(message.body(), UTF_8))
                                .first("Action"))
                        .orElse("")
                : target.substring(target.lastIndexOf('.') + 1);
    }

    /// Numbers, each in the first free place behind the one that it says itself. Zero is taken for one.
    private static final class LongSet {

        private long[] places = new long[64];
        private int size;

        int size() {
            return size;
        }

        boolean has(long number) {
            return places[place(places, number)] != 0;
        }

        void add(long number) {
            if (2 * (size + 1) > places.length) {
                long[] larger = new long[2 * places.length];
                for (long known : places) {
                    if (known != 0) {
                        larger[place(larger, known)] = known;
                    }
                }
                places = larger;
            }
            places[place(places, number)] = number == 0 ? 1 : number;
            size++;
        }

        /// Where the number is, or where it is to be.
        private static int place(long[] places, long number) {
            long wanted = number == 0 ? 1 : number;
            int at = (int) wanted & (places.length - 1);
            while (places[at] != 0 && places[at] != wanted) {
                at = (at + 1) & (places.length - 1);
            }
            return at;
        }
    }
}
