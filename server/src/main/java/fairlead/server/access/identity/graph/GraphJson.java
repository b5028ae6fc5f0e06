package fairlead.server.access.identity.graph;

import fairlead.server.access.identity.ClientCertificate;
import fairlead.server.access.identity.Credential;
import fairlead.server.access.identity.DirectoryObject;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Objects of the directory as "Microsoft Graph" writes them. An application and its service principal are one here,
/// and
/// have the same id.
final class GraphJson {

    private GraphJson() {}

    private static ObjectNode begin(DirectoryObject object, String type) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("@odata.type", "#microsoft.graph." + type);
        json.put("id", object.id().toString());
        json.put("displayName", object.name());
        json.put("createdDateTime", object.createdAt().toString());
        return json;
    }

    /// An object as what it is.
    static ObjectNode object(DirectoryObject object) {
        return switch (object.kind()) {
            case USER -> user(object);
            case GROUP -> group(object);
            case SERVICE -> servicePrincipal(object, List.of());
        };
    }

    static ObjectNode user(DirectoryObject object) {
        ObjectNode json = begin(object, "user");
        json.put("userPrincipalName", object.name());
        json.put("mail", object.name().contains("@") ? object.name() : null);
        return json.put("accountEnabled", !object.disabled());
    }

    static ObjectNode group(DirectoryObject object) {
        ObjectNode json = begin(object, "group");
        json.put("mailNickname", object.name());
        return json.put("mailEnabled", false).put("securityEnabled", true);
    }

    static ObjectNode servicePrincipal(DirectoryObject object, List<Credential> credentials) {
        ObjectNode json = begin(object, "servicePrincipal");
        json.put("appId", object.subject());
        json.put("appDisplayName", object.name());
        json.put("accountEnabled", !object.disabled());
        json.put("servicePrincipalType", "Application");
        json.putArray("servicePrincipalNames").add(object.subject()).add(object.name());
        return with(json, credentials);
    }

    static ObjectNode application(DirectoryObject object, List<Credential> credentials) {
        ObjectNode json = begin(object, "application");
        json.put("appId", object.subject());
        json.put("signInAudience", "AzureADMyOrg");
        json.putArray("identifierUris");
        return with(json, credentials);
    }

    private static ObjectNode with(ObjectNode json, List<Credential> credentials) {
        ArrayNode passwords = json.putArray("passwordCredentials");
        ArrayNode keys = json.putArray("keyCredentials");
        for (Credential credential : credentials) {
            switch (credential.proof()) {
                case Credential.Proof.Secret(var _, var hint) ->
                    passwords.add(described(credential).put("hint", hint));
                case Credential.Proof.Certificate certificate -> keys.add(key(credential, certificate));
                case Credential.Proof.Federated _, Credential.Proof.CertificateName _ -> {
                    // Listed at an address of its own; and what the directory of Azure does not have.
                }
            }
        }
        return json;
    }

    private static ObjectNode described(Credential credential) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("keyId", credential.id().toString());
        json.put("displayName", credential.label());
        return json.put("endDateTime", credential.ends().toString());
    }

    private static ObjectNode key(Credential credential, Credential.Proof.Certificate certificate) {
        ObjectNode json = described(credential);
        json.put("type", "AsymmetricX509Cert").put("usage", "Verify");
        String thumbprint = ClientCertificate.kept(certificate).hexThumbprint();
        return json.put("customKeyIdentifier", thumbprint.toUpperCase(Locale.ROOT))
                .putNull("key");
    }

    /// A secret that is shown this once.
    static ObjectNode secret(Credential credential, String secret) {
        ObjectNode json = described(credential);
        if (credential.proof() instanceof Credential.Proof.Secret(var _, var hint)) {
            json.put("hint", hint);
        }
        return json.put("secretText", secret);
    }

    static ObjectNode federated(Credential credential, Credential.Proof.Federated proof) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", credential.id().toString());
        json.put("name", credential.label().isEmpty() ? credential.id().toString() : credential.label());
        json.put("issuer", proof.issuer()).put("subject", proof.subject());
        json.putArray("audiences").add(proof.audience());
        return json;
    }
}
