package fairlead.server.registry.s3;

import fairlead.server.http.Checksums;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.precondition.EntityTags;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.packages.ObjectName;
import fairlead.server.registry.packages.PackageStore;
import fairlead.server.registry.packages.StoredObject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The address of one object: `/bucket/key`.
final class ObjectRoutes {

    /// Addressed behind the key, and none of it is there. What is sent to such an address is not the object.
    private static final List<String> BESIDE = List.of(
            "acl", "attributes", "legal-hold", "renameObject", "restore", "retention", "select", "tagging", "torrent");

    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

    private final PackageStore packages;
    private final UploadRoutes uploads;

    ObjectRoutes(PackageStore packages) {
        this.packages = packages;
        uploads = new UploadRoutes(packages);
    }

    Response answer(Request request, ObjectName name, byte[] content) {
        Unsupported.requireNone(request, BESIDE);
        if (!request.query("versionId").orElse("null").equals("null")) {
            throw Unsupported.notImplemented("A version of an object");
        }
        boolean part = request.method().equals("PUT") && request.hasQuery("partNumber");
        if (part || request.hasQuery("uploads") || request.hasQuery("uploadId")) {
            return uploads.answer(request, name, content);
        }
        return switch (request.method()) {
            case "PUT" -> put(request, name, content);
            case "GET" -> ifWanted(request, require(name), object -> get(request, object));
            case "HEAD" -> ifWanted(request, require(name), object -> head(request, object));
            case "DELETE" -> delete(request, name);
            default -> throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        };
    }

    private Response put(Request request, ObjectName name, byte[] content) {
        if (request.header("x-amz-copy-source").isPresent()) {
            throw Unsupported.notImplemented("Copying objects");
        }
        requireUnconditional(request, "An upload");
        String mediaType = request.header("Content-Type").orElse(PackageStore.UNTYPED);
        StoredObject stored = packages.put(name, mediaType, content);
        return checked(request, content, Response.empty(200).with("ETag", quoted(stored.etag())));
    }

    /// What was stored has the checksum that it came with, as the protocol has it.
    static Response checked(Request request, byte[] content, Response response) {
        Checksums.sent(request)
                .ifPresent(algorithm ->
                        response.with(algorithm.header(), algorithm.digest().base64(content)));
        return response;
    }

    /// What is read in several parts is read on the condition that it is still the same.
    private static Response ifWanted(Request request, StoredObject object, Function<StoredObject, Response> read) {
        String etag = quoted(object.etag());
        EntityTags only = EntityTags.parse("If-Match", request.header("If-Match"));
        if (!only.isAbsent() && !only.match(etag)) {
            throw new ProblemException(new Problem.PreconditionFailed(
                    "At least one of the pre-conditions you specified did not hold", "If-Match"));
        }
        EntityTags others = EntityTags.parse("If-None-Match", request.header("If-None-Match"));
        boolean known = only.isAbsent() && others.matchWeakly(etag);
        return known ? described(object, Response.empty(304)) : read.apply(object);
    }

    /// A condition that is not looked at must not pass for one that holds.
    private static void requireUnconditional(Request request, String what) {
        if (request.header("If-Match").isPresent()
                || request.header("If-None-Match").isPresent()) {
            throw Unsupported.notImplemented(what + " under a condition");
        }
    }

    private Response get(Request request, StoredObject object) {
        Optional<ByteRange> range = ByteRange.of(request.header("Range"), object.size());
        long offset = range.map(ByteRange::first).orElse(0L);
        long length = range.map(ByteRange::length).orElse(object.size());
        byte[] content = read(object, offset, length);
        Response response = Response.of(range.isPresent() ? 206 : 200, object.mediaType(), content);
        range.ifPresent(part -> response.with("Content-Range", part.header(object.size())));
        return described(object, response);
    }

    private Response head(Request request, StoredObject object) {
        Response response = described(object, Response.head(200, object.mediaType(), object.size()));
        Checksums.ofAnswer(request.header(Checksums.MODE))
                .ifPresent(algorithm ->
                        response.with(algorithm.header(), algorithm.digest().base64(read(object, 0, object.size()))));
        return response;
    }

    private byte[] read(StoredObject object, long offset, long length) {
        return packages.read(object, offset, length).orElseThrow(() -> new ProblemException(new Problem.Unavailable()));
    }

    private static Response described(StoredObject object, Response response) {
        return response.with("ETag", quoted(object.etag()))
                .with("Last-Modified", httpDate(object.storedAt()))
                .with("Accept-Ranges", "bytes");
    }

    /// Deleting what is not there is a success, too.
    private Response delete(Request request, ObjectName name) {
        requireUnconditional(request, "A delete");
        packages.delete(name);
        return Response.empty(204);
    }

    private StoredObject require(ObjectName name) {
        return packages.find(name)
                .orElseThrow(() -> new ProblemException(
                        new Problem.NotFound(ProblemCode.NO_SUCH_KEY, "The specified key does not exist.")));
    }

    static String quoted(String etag) {
        return "\"" + etag + "\"";
    }

    private static String httpDate(Instant time) {
        return HTTP_DATE.format(time);
    }
}
