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
        return list(request, bucket, new ListFilter(request));
    }

    /// What a list is to have, in either version of the request.
    private record ListFilter(String prefix, String delimiter, String after, int most) {

        ListFilter(Request request) {
            this(
                    request.query("prefix").orElse(""),
                    request.query("delimiter").orElse(""),
                    request.query("continuation-token")
                            .map(ListFilter::decoded)
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

    private Response list(Request request, String bucket, ListFilter filter) {
        Found found = found(bucket, filter);
        boolean second = request.query("list-type").equals(Optional.of("2"));
        return S3Document.of(200, "ListBucketResult", result -> {
            result.text("Name", bucket).text("Prefix", filter.prefix());
            if (!filter.delimiter().isEmpty()) {
                result.text("Delimiter", filter.delimiter());
            }
            result.number("MaxKeys", filter.most())
                    .flag("IsTruncated", found.last().isPresent());
            if (second) {
                result.number("KeyCount", found.count());
                result.text("NextContinuationToken", found.last().map(BucketRoutes::encoded));
            } else {
                result.text("Marker", filter.after()).text("NextMarker", found.last());
            }
            found.objects().forEach(object -> result.element("Contents", contents -> describe(contents, object)));
            found.prefixes()
                    .forEach(prefix -> result.element("CommonPrefixes", common -> common.text("Prefix", prefix)));
        });
    }

    private Found found(String bucket, ListFilter filter) {
        Page page = new Page(filter);
        boolean more = true;
        while (more && page.room() > 0) {
            List<StoredObject> next = packages.list(bucket, filter.prefix(), page.after, page.room());
            page.take(next);
            more = !next.isEmpty();
        }
        boolean truncated =
                more && !packages.list(bucket, filter.prefix(), page.after, 1).isEmpty();
        return new Found(page.objects, page.prefixes, truncated ? Optional.of(page.after) : Optional.empty());
    }

    /// A page as it fills: of keys that go on behind the delimiter, only what they have in common is in it, and
    /// they are skipped.
    private static final class Page {

        private final List<StoredObject> objects = new ArrayList<>();
        private final Set<String> prefixes = new TreeSet<>();
        private final ListFilter filter;
        private String after;

        Page(ListFilter filter) {
            this.filter = filter;
            after = filter.after();
        }

        int room() {
            return filter.most() - objects.size() - prefixes.size();
        }

        void take(List<StoredObject> next) {
            for (StoredObject object : next) {
                String key = object.name().key();
                int end = filter.delimiter().isEmpty()
                        ? -1
                        : key.indexOf(filter.delimiter(), filter.prefix().length());
                if (end >= 0) {
                    String prefix = key.substring(0, end + filter.delimiter().length());
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
