package fairlead.server.signature;

import fairlead.schema.text.Percent;
import java.util.ArrayDeque;
import java.util.Deque;

/// Paths as signatures have them.
final class UriText {

    private UriText() {}

    /// The path as it is signed: encoded once for S3, whose keys may hold anything; elsewhere without `.`, `..` and
    /// empty segments, and encoded once more than it was sent.
    static String canonicalPath(String path, boolean s3) {
        return Percent.encodePath(s3 ? Percent.decodeLeniently(path) : normal(path));
    }

    private static String normal(String path) {
        if (path.equals("/")) {
            return path;
        }
        Deque<String> kept = new ArrayDeque<>();
        for (String segment : path.split("/", -1)) {
            if (segment.equals("..")) {
                kept.pollLast();
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                kept.addLast(segment);
            }
        }
        String joined = "/" + String.join("/", kept);
        return path.endsWith("/") && !kept.isEmpty() ? joined + "/" : joined;
    }
}
