package fairlead.server.cloudcontrol;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.http.Body;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.limit.Use;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.problem.SignatureFlaw;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Arns;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.secret.GeneratedSecrets.Generated;
import fairlead.server.resource.secret.SecretReads;
import fairlead.server.scope.Locations;
import fairlead.server.signature.Signatures;
import fairlead.server.signature.Signed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What SDKs and secret operators ask "AWS Secrets Manager" for: GetSecretValue and DescribeSecret, of the secrets that
/// handlers have made. The ARN of a resource is the id of its secret, which is one JSON object of all its values.
public final class SecretsManagerSurface implements Surface {

    /// For whom requests are signed.
    public static final String SERVICE = "secretsmanager";

    private static final String PREFIX = "secretsmanager.";
    private static final String CONTENT_TYPE = "application/x-amz-json-1.1";
    private static final String CURRENT = "AWSCURRENT";
    private static final long BODY_LIMIT = 1L << 16;
    private static final double MILLIS = 1000.0;

    private final Signatures signatures;
    private final Locations locations;
    private final Arns arns;
    private final SecretReads secrets;
    private final Authorizer authorizer;

    public SecretsManagerSurface(
            Signatures signatures, Locations locations, Arns arns, SecretReads secrets, Authorizer authorizer) {
        this.signatures = signatures;
        this.locations = locations;
        this.arns = arns;
        this.secrets = secrets;
        this.authorizer = authorizer;
    }

    @Override
    public boolean serves(Request request) {
        return request.target().startsWith(PREFIX);
    }

    @Override
    public Asked asks(Request request) {
        return Asked.SIGNED;
    }

    @Override
    public Use use(Request request) {
        return Use.DATA;
    }

    @Override
    public String door() {
        return "secretsmanager";
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        CloudControlErrors.Fault fault = CloudControlErrors.of(problem);
        ObjectNode body = Documents.JSON.createObjectNode();
        body.put("__type", fault.code()).put("Message", fault.message());
        return json(request, fault.status(), body).with("x-amzn-ErrorType", fault.code());
    }

    @Override
    public Response answer(Request request) {
        if (!request.method().equals("POST")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        Signed signed = signatures
                .verify(request, SERVICE, BODY_LIMIT)
                .admitted(authorizer, Action.read("Microsoft.Resources/subscriptions"));
        if (!locations.has(signed.region())) {
            throw new ProblemException(new Problem.SignatureRefused(
                    SignatureFlaw.MISMATCH,
                    "Credential should be scoped to a valid region, one of " + String.join(", ", locations.offered())
                            + "."));
        }
        ObjectNode input = Body.object(signed.body(), Documents.JSON);
        String action = request.target().substring(PREFIX.length());
        return json(
                request,
                200,
                switch (action) {
                    case "GetSecretValue" -> value(signed, input);
                    case "DescribeSecret" -> described(signed, input);
                    default ->
                        throw CloudControlErrors.refused(
                                ProblemCode.UNKNOWN_OPERATION_EXCEPTION,
                                "There is no action '" + action + "'; expected GetSecretValue or DescribeSecret.");
                });
    }

    private ObjectNode value(Signed signed, ObjectNode input) {
        String arn = id(input);
        Resource resource = one(signed, arn);
        Action action = secrets.action(resource).orElseThrow();
        Caller caller = signed.caller()
                .with(authorizer.requireInAccount(
                        signed.caller(), action, new AccessScope(resource.id().toString())));
        Generated found = secrets.require(caller, resource);
        requireCurrent(input, version(resource, found));
        ObjectNode answer = Documents.JSON.createObjectNode();
        answer.put("ARN", arn).put("Name", resource.id().name());
        answer.put("VersionId", version(resource, found));
        answer.put("SecretString", JsonMapper.shared().writeValueAsString(found.values()));
        answer.putArray("VersionStages").add(CURRENT);
        return answer.put("CreatedDate", found.changedAt().toEpochMilli() / MILLIS);
    }

    private ObjectNode described(Signed signed, ObjectNode input) {
        String arn = id(input);
        Resource resource = one(signed, arn);
        ObjectNode answer = Documents.JSON.createObjectNode();
        answer.put("ARN", arn).put("Name", resource.id().name());
        answer.put("Description", "The secrets of " + resource.id());
        return answer.put("RotationEnabled", false);
    }

    private static String id(ObjectNode input) {
        return input.optional("SecretId")
                .map(id -> id.asString(""))
                .filter(text -> !text.isEmpty())
                .orElseThrow(
                        () -> CloudControlErrors.invalid("SecretId: expected the ARN of a resource, found nothing"));
    }

    /// There is one version at a time: the newest.
    private static void requireCurrent(ObjectNode input, String version) {
        boolean other = input.optional("VersionStage")
                        .filter(stage -> !stage.asString("").equals(CURRENT))
                        .isPresent()
                || input.optional("VersionId")
                        .filter(id -> !id.asString("").equals(version))
                        .isPresent();
        if (other) {
            throw new ProblemException(new Problem.NotFound(
                    ProblemCode.RESOURCE_NOT_FOUND,
                    "There is only the version " + version + ", which is " + CURRENT + "."));
        }
    }

    private static String version(Resource resource, Generated found) {
        String text = resource.uid() + " " + found.version();
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /// The resource that the ARN means, if the signer may see it and its handler makes secrets.
    private Resource one(Signed signed, String arn) {
        var readable = new ReadableResources(authorizer, signed.caller()).filter();
        List<Resource> found =
                arns.find(signed.account().subscription(), Locations.normal(signed.region()), arn).stream()
                        .filter(resource -> readable.test(resource.id()))
                        .filter(resource -> secrets.action(resource).isPresent())
                        .toList();
        return Optional.of(found)
                .filter(all -> all.size() == 1)
                .map(List::getFirst)
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.RESOURCE_NOT_FOUND, "Secrets Manager can't find the specified secret.")));
    }

    private static Response json(Request request, int status, ObjectNode body) {
        return Response.of(status, CONTENT_TYPE, JsonMapper.shared().writeValueAsBytes(body))
                .with("x-amzn-RequestId", request.caller().requestId())
                .with("Cache-Control", "no-store");
    }
}
