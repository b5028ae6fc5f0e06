package fairlead.server.arm;

import fairlead.server.arm.address.Address;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.resource.Resources;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.secret.GeneratedSecrets.Generated;
import fairlead.server.resource.secret.SecretReads;
import tools.jackson.databind.node.ObjectNode;

/// The secrets that handlers have made, as ARM's services give theirs: by a POST whose name begins with `list`, which
/// is an action of its own.
final class SecretRoutes {

    private final Resources resources;
    private final SecretReads secrets;
    private final ApiVersions versions;

    SecretRoutes(Resources resources, SecretReads secrets, ApiVersions versions) {
        this.resources = resources;
        this.secrets = secrets;
        this.versions = versions;
    }

    Response answer(Request request, Address.Secrets address, String apiVersion) {
        versions.require(address.type(), apiVersion);
        if (!request.method().equals("POST")) {
            return Answers.notAllowed(request, "POST");
        }
        Generated found = secrets.read(request.caller(), resources.get(address.id()));
        ObjectNode answer = Documents.empty();
        answer.set("properties", found.values());
        if (found.version() > 0) {
            answer.put("version", found.version());
            answer.put("changedAt", found.changedAt().toString());
        }
        return Answers.json(200, answer).with("Cache-Control", "no-store");
    }
}
