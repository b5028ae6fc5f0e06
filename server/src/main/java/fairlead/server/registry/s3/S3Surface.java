package fairlead.server.registry.s3;

import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.problem.SignatureFlaw;
import fairlead.server.registry.packages.ObjectName;
import fairlead.server.registry.packages.PackageStore;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.signature.Signatures;
import fairlead.server.signature.Signed;
import java.util.List;
import java.util.Optional;

/// Requests that are signed for S3: buckets and objects have any names, so the signature tells these addresses
/// from all others.
public final class S3Surface implements Surface {

    /// What chunks, their signatures and trailers may add to what is uploaded.
    private static final int FRAMING = 4 << 20;

    private final Signatures signatures;
    private final PackageStore packages;
    private final Authorizer authorizer;

    public S3Surface(PackageStore packages, Signatures signatures, Authorizer authorizer) {
        this.authorizer = authorizer;
        this.signatures = signatures;
        this.packages = packages;
    }

    @Override
    public boolean serves(Request request) {
        return isSignedForS3(request) || isSignedTheOldWay(request);
    }

    /// Every request is asked this, so most of them are told apart without being taken to pieces.
    private static boolean isSignedForS3(Request request) {
        boolean signed = request.header("Authorization").orElse("").contains("/s3/")
                || request.rawQuery().contains("X-Amz-Credential=");
        return signed && Signatures.service(request).equals(Optional.of(Signatures.S3));
    }

    /// Signature version 2, of which `aws s3 presign` of version 1 is still fond.
    private static boolean isSignedTheOldWay(Request request) {
        String query = request.rawQuery();
        return query.contains("AWSAccessKeyId=") && query.contains("Signature=");
    }

    @Override
    public Response answer(Request request) {
        request.readsAnyQueryOption();
        if (isSignedTheOldWay(request)) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_REQUEST,
                    "The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256."));
        }
        Signed signed = signatures
                .verify(request, Signatures.S3, PackageStore.LARGEST + FRAMING)
                .permitted(authorizer, asked(request.method()));
        PackageStore own =
                packages.of(signatures.takesAnyKey() ? "" : signed.account().subscription());
        BucketRoutes buckets = new BucketRoutes(own);
        List<String> path = request.segments();
        if (path.isEmpty()) {
            return buckets.all();
        }
        String bucket = path.getFirst();
        requireValid(() -> ObjectName.requireBucket(bucket), ProblemCode.INVALID_BUCKET_NAME);
        return path.size() == 1
                ? buckets.answer(request, bucket)
                : new ObjectRoutes(own).answer(request, name(request, bucket), signed.body());
    }

    /// What is uploaded becomes code that runs here.
    private static Action asked(String method) {
        return Action.ofMethod(method.equals("POST") ? "PUT" : method, "Fairlead.Control/depot");
    }

    /// The key is what stands behind the bucket, as it is written: nothing of it is left out.
    private static ObjectName name(Request request, String bucket) {
        String path = request.path();
        String key = String.join(
                "/", request.segments().subList(1, request.segments().size()));
        if (path.contains("//") || path.endsWith("/")) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_REQUEST,
                    "Keys with empty parts, '" + path + "' for example, are not supported."));
        }
        requireValid(() -> new ObjectName(bucket, key), ProblemCode.INVALID_REQUEST);
        return new ObjectName(bucket, key);
    }

    private static void requireValid(Runnable check, ProblemCode code) {
        try {
            check.run();
        } catch (IllegalArgumentException invalid) {
            throw new ProblemException(new Problem.BadRequest(code, String.valueOf(invalid.getMessage())));
        }
    }

    @Override
    public Asked asks(Request request) {
        return Asked.SIGNED;
    }

    @Override
    public String door() {
        return "s3";
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        String code = code(problem);
        int status = status(problem);
        String id = request.caller().requestId();
        if (request.method().equals("HEAD")) {
            return Response.empty(status).with("x-amz-request-id", id);
        }
        byte[] bytes = new XmlWriter()
                .root(
                        "Error",
                        "",
                        error -> error.text("Code", code)
                                .text("Message", problem.message())
                                .text("Resource", request.path())
                                .text("RequestId", id))
                .bytes();
        return Response.of(status, "application/xml", bytes).with("x-amz-request-id", id);
    }

    private static int status(Problem problem) {
        boolean over =
                problem instanceof Problem.SignatureRefused(var flaw, var _) && flaw == SignatureFlaw.EXPIRED_TOKEN;
        return over || problem instanceof Problem.BodyTooLarge ? 400 : problem.status();
    }

    private static String code(Problem problem) {
        return switch (problem) {
            case Problem.Listed listed -> listed.code().s3();
            case Problem.SignatureRefused(var flaw, var _) -> flaw.s3Code();
            case Problem.OperationFailed _, Problem.CellTrouble _, Problem.OfCell _ ->
                problem.code().text();
        };
    }
}
