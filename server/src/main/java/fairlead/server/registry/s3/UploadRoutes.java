package fairlead.server.registry.s3;

import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.packages.ObjectName;
import fairlead.server.registry.packages.PackageStore;
import fairlead.server.registry.packages.StoredObject;
import fairlead.server.registry.packages.UploadPart;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Uploads in parts, as `aws s3 cp` makes them of files larger than 8 MB.
final class UploadRoutes {

    private static final int MOST_PARTS = 10_000;
    private static final Pattern PART = Pattern.compile("<Part>(.*?)</Part>", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("<PartNumber>\\s*(\\d{1,5})\\s*</PartNumber>");
    private static final Pattern ETAG =
            Pattern.compile("<ETag>\\s*(?:\"|&quot;|&#34;)?([0-9a-fA-F]{32})(?:\"|&quot;|&#34;)?\\s*</ETag>");

    private final PackageStore packages;

    UploadRoutes(PackageStore packages) {
        this.packages = packages;
    }

    Response answer(Request request, ObjectName name, byte[] content) {
        String id = request.query("uploadId").orElse("");
        return switch (request.method()) {
            case "POST" -> request.hasQuery("uploads") ? begin(request, name) : complete(request, id, name, content);
            case "PUT" -> part(request, id, name, content);
            case "DELETE" -> abort(id, name);
            default -> throw Unsupported.notImplemented("Listing the parts of an upload");
        };
    }

    private Response begin(Request request, ObjectName name) {
        String id = packages.beginUpload(name, request.header("Content-Type").orElse(PackageStore.UNTYPED));
        return S3Document.of(
                200,
                "InitiateMultipartUploadResult",
                result -> result.text("Bucket", name.bucket())
                        .text("Key", name.key())
                        .text("UploadId", id));
    }

    private Response part(Request request, String id, ObjectName name, byte[] content) {
        String number = request.query("partNumber").orElse("");
        if (!number.matches("\\d{1,5}") || Integer.parseInt(number) < 1 || Integer.parseInt(number) > MOST_PARTS) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_ARGUMENT,
                    "Part number must be an integer between 1 and " + MOST_PARTS + ", inclusive"));
        }
        UploadPart part = packages.putPart(id, name, Integer.parseInt(number), content);
        return ObjectRoutes.checked(
                request, content, Response.empty(200).with("ETag", ObjectRoutes.quoted(part.etag())));
    }

    private Response complete(Request request, String id, ObjectName name, byte[] content) {
        StoredObject object = packages.completeUpload(id, name, parts(content));
        return S3Document.of(
                200,
                "CompleteMultipartUploadResult",
                result -> result.text("Location", request.baseUrl() + request.path())
                        .text("Bucket", name.bucket())
                        .text("Key", name.key())
                        .text("ETag", ObjectRoutes.quoted(object.etag())));
    }

    /// The parts in the body. No XML parser is needed for what every client writes alike, and none can be misled.
    private static Map<Integer, String> parts(byte[] body) {
        Map<Integer, String> parts = new TreeMap<>();
        Matcher part = PART.matcher(new String(body, StandardCharsets.UTF_8));
        while (part.find()) {
            Matcher number = NUMBER.matcher(part.group(1));
            Matcher etag = ETAG.matcher(part.group(1));
            if (!number.find() || !etag.find()) {
                throw malformed();
            }
            parts.put(Integer.valueOf(number.group(1)), etag.group(1));
        }
        if (parts.isEmpty()) {
            throw malformed();
        }
        return parts;
    }

    private static ProblemException malformed() {
        return new ProblemException(new Problem.BadRequest(
                ProblemCode.MALFORMED_XML,
                "The XML you provided was not well-formed or did not validate against our published schema"));
    }

    private Response abort(String id, ObjectName name) {
        packages.abortUpload(id, name);
        return Response.empty(204);
    }
}
