package fairlead.server.registry.s3;

import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.packages.PackageStore;
import fairlead.server.registry.packages.StoredObject;
import fairlead.server.registry.query.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The addresses of buckets. There is nothing to a bucket but its name: each exists, with or without objects.
final class BucketRoutes {

    /// What else buckets have elsewhere.
    private static final List<String> BESIDE = List.of(
            "accelerate",
            "acl",
            "analytics",
            "cors",
            "delete",
            "encryption",
            "intelligent-tiering",
            "inventory",
            "lifecycle",
            "logging",
            "metrics",
            "notification",
            "object-lock",
            "ownershipControls",
            "policy",
            "policyStatus",
            "publicAccessBlock",
            "replication",
            "requestPayment",
            "session",
            "tagging",
            "uploads",
            "versioning",
            "versions",
            "website");

    private static final int MOST_KEYS = 1000;
    private static final String LAST_CHARACTER = Character.toString(Character.MAX_CODE_POINT);

    private final PackageStore packages;

    BucketRoutes(PackageStore packages) {
        this.packages = packages;
    }

    /// The buckets that have objects.
    Response all() {
        return S3Document.of(
                200,
                "ListAllMyBucketsResult",
                result -> result.element(
                        "Buckets",
                        buckets -> packages.buckets()
                                .forEach(name -> buckets.element("Bucket", bucket -> bucket.text("Name", name)))));
    }

    Response answer(Request request, String bucket) {
        Unsupported.requireNone(request, BESIDE);
        return switch (request.method()) {
            case "PUT" -> Response.empty(200).with("Location", "/" + bucket);
            case "HEAD" -> Response.empty(200);
            case "DELETE" -> delete(bucket);
            case "GET" -> get(request, bucket);
            default -> throw Unsupported.notImplemented("This request");
        };
    }

    private Response delete(String bucket) {
        if (!packages.list(bucket, "", "", 1).isEmpty()) {
            throw new ProblemException(
                    new Problem.Conflict(ProblemCode.BUCKET_NOT_EMPTY, "The bucket you tried to delete is not empty"));
        }
        return Response.empty(204);
    }

    private Response get(Request request, String bucket) {
        if (request.query("location").isPresent()) {
            return S3Document.of(200, "LocationConstraint", _ -> {});
        }
        return list(request, bucket, new Wish(request));
    }

    /// What a list is to have, in either version of the request.
    private record Wish(String prefix, String delimiter, String after, int most) {

        Wish(Request request) {
            this(
                    request.query("prefix").orElse(""),
                    request.query("delimiter").orElse(""),
                    request.query("continuation-token")
                            .map(Wish::decoded)
                            .or(() -> request.query("start-after"))
                            .or(() -> request.query("marker"))
                            .orElse(""),
                    most(request));
        }

        private static int most(Request request) {
            String text = request.query("max-keys").orElse("" + MOST_KEYS);
            if (!text.matches("\\d{1,9}")) {
                throw new ProblemException(new Problem.BadRequest(
                        ProblemCode.INVALID_ARGUMENT, "Provided max-keys not an integer or within integer range"));
            }
            return Math.min(MOST_KEYS, Integer.parseInt(text));
        }

        private static String decoded(String token) {
            try {
                return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException notOurs) {
                throw new ProblemException(new Problem.BadRequest(
                        ProblemCode.INVALID_ARGUMENT, "The continuation token provided is incorrect"));
            }
        }
    }

    /// One page.
    ///
    /// @param last the last key that it covers
    private record Found(List<StoredObject> objects, Set<String> prefixes, Optional<String> last) {

        int count() {
            return objects.size() + prefixes.size();
        }
    }

    private Response list(Request request, String bucket, Wish wish) {
        Found found = found(bucket, wish);
        boolean second = request.query("list-type").equals(Optional.of("2"));
        return S3Document.of(200, "ListBucketResult", result -> {
            result.text("Name", bucket).text("Prefix", wish.prefix());
            if (!wish.delimiter().isEmpty()) {
                result.text("Delimiter", wish.delimiter());
            }
            result.number("MaxKeys", wish.most())
                    .flag("IsTruncated", found.last().isPresent());
            if (second) {
                result.number("KeyCount", found.count());
                result.text("NextContinuationToken", found.last().map(BucketRoutes::encoded));
            } else {
                result.text("Marker", wish.after()).text("NextMarker", found.last());
            }
            found.objects().forEach(object -> result.element("Contents", contents -> describe(contents, object)));
            found.prefixes()
                    .forEach(prefix -> result.element("CommonPrefixes", common -> common.text("Prefix", prefix)));
        });
    }

    private Found found(String bucket, Wish wish) {
        Page page = new Page(wish);
        boolean more = true;
        while (more && page.room() > 0) {
            List<StoredObject> next = packages.list(bucket, wish.prefix(), page.after, page.room());
            page.take(next);
            more = !next.isEmpty();
        }
        boolean truncated =
                more && !packages.list(bucket, wish.prefix(), page.after, 1).isEmpty();
        return new Found(page.objects, page.prefixes, truncated ? Optional.of(page.after) : Optional.empty());
    }

    /// A page as it fills: of keys that go on behind the delimiter, only what they have in common is in it, and
    /// they are skipped.
    private static final class Page {

        private final List<StoredObject> objects = new ArrayList<>();
        private final Set<String> prefixes = new TreeSet<>();
        private final Wish wish;
        private String after;

        Page(Wish wish) {
            this.wish = wish;
            after = wish.after();
        }

        int room() {
            return wish.most() - objects.size() - prefixes.size();
        }

        void take(List<StoredObject> next) {
            for (StoredObject object : next) {
                String key = object.name().key();
                int end = wish.delimiter().isEmpty()
                        ? -1
                        : key.indexOf(wish.delimiter(), wish.prefix().length());
                if (end >= 0) {
                    String prefix = key.substring(0, end + wish.delimiter().length());
                    prefixes.add(prefix);
                    after = prefix + LAST_CHARACTER;
                    return;
                }
                objects.add(object);
                after = key;
            }
        }
    }

    private static void describe(XmlWriter contents, StoredObject object) {
        contents.text("Key", object.name().key())
                .time("LastModified", object.storedAt())
                .text("ETag", ObjectRoutes.quoted(object.etag()))
                .number("Size", object.size())
                .text("StorageClass", "STANDARD");
    }

    private static String encoded(String key) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(key.getBytes(StandardCharsets.UTF_8));
    }
}
