package fairlead.server.s3;

import fairlead.server.depot.Depot;
import fairlead.server.depot.ObjectName;
import fairlead.server.depot.StoredObject;
import fairlead.server.http.Checksums;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/// The address of one object: `/bucket/key`.
final class ObjectRoutes {

    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

    private final Depot depot;
    private final UploadRoutes uploads;

    ObjectRoutes(Depot depot) {
        this.depot = depot;
        uploads = new UploadRoutes(depot);
    }

    Response answer(Request request, ObjectName name, byte[] content) {
        if (request.query("uploads").isPresent() || request.query("uploadId").isPresent()) {
            return uploads.answer(request, name, content);
        }
        return switch (request.method()) {
            case "PUT" -> put(request, name, content);
            case "GET" -> get(request, require(name));
            case "HEAD" -> head(request, require(name));
            case "DELETE" -> delete(name);
            default -> throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        };
    }

    private Response put(Request request, ObjectName name, byte[] content) {
        if (request.header("x-amz-copy-source").isPresent()) {
            throw S3Surface.notImplemented("Copying objects");
        }
        String mediaType = request.header("Content-Type").orElse(Depot.UNTYPED);
        StoredObject stored = depot.put(name, mediaType, content);
        return checked(request, content, Response.empty(200).with("ETag", quoted(stored.etag())));
    }

    /// What was stored has the checksum that it came with, as the protocol has it.
    static Response checked(Request request, byte[] content, Response response) {
        Checksums.sent(request)
                .ifPresent(algorithm ->
                        response.with(algorithm.header(), algorithm.digest().base64(content)));
        return response;
    }

    private Response get(Request request, StoredObject object) {
        Optional<Range> range = Range.of(request.header("Range"), object.size());
        long offset = range.map(Range::first).orElse(0L);
        long length = range.map(Range::length).orElse(object.size());
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
        return depot.read(object, offset, length).orElseThrow(() -> new ProblemException(new Problem.Unavailable()));
    }

    private static Response described(StoredObject object, Response response) {
        return response.with("ETag", quoted(object.etag()))
                .with("Last-Modified", httpDate(object.storedAt()))
                .with("Accept-Ranges", "bytes");
    }

    /// Deleting what is not there is a success, too.
    private Response delete(ObjectName name) {
        depot.delete(name);
        return Response.empty(204);
    }

    private StoredObject require(ObjectName name) {
        return depot.find(name)
                .orElseThrow(() ->
                        new ProblemException(new Problem.NotFound("NoSuchKey", "The specified key does not exist.")));
    }

    static String quoted(String etag) {
        return "\"" + etag + "\"";
    }

    private static String httpDate(Instant time) {
        return HTTP_DATE.format(time);
    }
}
