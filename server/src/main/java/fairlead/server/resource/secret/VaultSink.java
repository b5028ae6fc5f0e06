package fairlead.server.resource.secret;

import fairlead.server.secret.VaultServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Secrets in the key-value engine of a Vault, version 2, each subscription's below a path of its own. What is written
/// is
/// a new version of the secret there, with the values as its keys.
public final class VaultSink implements SecretSink {

    private final VaultServer vault;
    private final String mount;
    private final String prefix;

    /// @param mount of the engine
    /// @param prefix a path in it; empty for the engine itself
    public VaultSink(VaultServer vault, String mount, String prefix) {
        this.vault = vault;
        this.mount = mount;
        this.prefix = prefix.isEmpty() ? "" : prefix + "/";
    }

    @Override
    public void write(String subscription, String path, ObjectNode values, String property)
            throws Failed, InterruptedException {
        JsonNode wanted = values.at(property);
        if (wanted.isMissingNode()) {
            throw new Failed("there is no secret at " + property);
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (wanted instanceof ObjectNode object) {
            body.set("data", object);
        } else {
            body.putObject("data").set("value", wanted);
        }
        try {
            vault.post(mount + "/data/" + prefix + subscription + "/" + path, body);
        } catch (VaultServer.Failed failure) {
            throw new Failed(String.valueOf(failure.getMessage()), failure);
        }
    }
}
