package fairlead.server.registry.packages;

import java.util.Arrays;
import java.util.regex.Pattern;

/// The name of an object: a bucket, and a key within it. Keys are plain relative paths: what a program that copies
/// them to files could be led astray by is refused.
public record ObjectName(String bucket, String key) {

    private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
    private static final int LONGEST_KEY = 1024;

    /// Throws [IllegalArgumentException] with what is wrong.
    public ObjectName {
        requireBucket(bucket);
        requireKey(key);
    }

    /// Throws [IllegalArgumentException] if no bucket can be called so.
    public static void requireBucket(String bucket) {
        if (!BUCKET.matcher(bucket).matches() || bucket.contains("..")) {
            throw new IllegalArgumentException("The specified bucket is not valid: '" + bucket + "'");
        }
    }

    private static void requireKey(String key) {
        boolean plain = Arrays.stream(key.split("/", -1))
                .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
        boolean visible = key.chars().noneMatch(c -> Character.isISOControl(c) || c == '\\');
        if (!plain || !visible || key.length() > LONGEST_KEY) {
            throw new IllegalArgumentException(
                    "A key is a plain relative path of at most " + LONGEST_KEY + " characters, without '.' and '..'");
        }
    }

    /// The name in an address `s3://bucket/key`. Throws [IllegalArgumentException] for another address.
    public static ObjectName parse(String url) {
        String scheme = "s3://";
        int slash = url.startsWith(scheme) ? url.indexOf('/', scheme.length()) : -1;
        if (slash < 0) {
            throw new IllegalArgumentException("expected s3://bucket/key, found '" + url + "'");
        }
        return new ObjectName(url.substring(scheme.length(), slash), url.substring(slash + 1));
    }

    @Override
    public String toString() {
        return "s3://" + bucket + "/" + key;
    }
}
