package fairlead.server.registry.s3;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The part of an object that a `ByteRange` header asks for.
///
/// @param first the offset of its first byte
/// @param last the offset of its last byte
record ByteRange(long first, long last) {

    private static final Pattern BYTES = Pattern.compile("bytes=(\\d{0,15})-(\\d{0,15})");

    /// Empty if the whole object is asked for; also for a header in an unknown form, as HTTP has it. A
    /// problem if it begins behind the object's end.
    static Optional<ByteRange> of(Optional<String> header, long size) {
        Matcher bytes = BYTES.matcher(header.orElse(""));
        if (!bytes.matches() || (bytes.group(1).isEmpty() && bytes.group(2).isEmpty())) {
            return Optional.empty();
        }
        ByteRange range = bytes.group(1).isEmpty()
                ? new ByteRange(Math.max(0, size - Long.parseLong(bytes.group(2))), size - 1)
                : new ByteRange(Long.parseLong(bytes.group(1)), last(bytes.group(2), size));
        if (range.first >= size) {
            throw new ProblemException(
                    new Problem.BadRequest(ProblemCode.INVALID_RANGE, "The requested range is not satisfiable"));
        }
        return range.last < range.first ? Optional.empty() : Optional.of(range);
    }

    private static long last(String text, long size) {
        return text.isEmpty() ? size - 1 : Math.min(size - 1, Long.parseLong(text));
    }

    long length() {
        return last - first + 1;
    }

    String header(long size) {
        return "bytes " + first + "-" + last + "/" + size;
    }
}
