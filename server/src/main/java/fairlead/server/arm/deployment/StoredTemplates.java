package fairlead.server.arm.deployment;

import fairlead.armtemplate.LinkedTemplates;
import fairlead.armtemplate.source.LenientReader;
import fairlead.armtemplate.source.UnreadableException;
import fairlead.server.registry.packages.ObjectName;
import fairlead.server.registry.packages.PackageStore;
import fairlead.server.resource.document.Documents;
import fairlead.stack.document.EvaluationException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Templates that were uploaded to this server before. Nothing is fetched from elsewhere: a request can't be
/// used to reach what only the server can reach.
public final class StoredTemplates implements LinkedTemplates {

    private final PackageStore packages;
    private final String base;

    /// @param base the address of this server
    public StoredTemplates(PackageStore packages, String base) {
        this.packages = packages;
        this.base = base;
    }

    @Override
    public Linked read(JsonNode link, JsonNode parent) {
        String address = address(link, parent);
        String text = name(address)
                .flatMap(packages::read)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .orElseThrow(() -> new EvaluationException("Unable to download deployment content from '" + address
                        + "': expected " + base + "/BUCKET/KEY, of a file that was uploaded to this server before."));
        try {
            ObjectNode shown = Documents.empty().put("uri", address);
            String version = DeploymentBody.member(link, "contentVersion").asString("");
            if (!version.isEmpty()) {
                shown.put("contentVersion", version);
            }
            return new Linked(LenientReader.read(text), shown);
        } catch (UnreadableException unreadable) {
            throw new EvaluationException("The content of '" + address + "' can't be read: " + unreadable.getMessage()
                    + " at line " + unreadable.position().line() + ", position "
                    + unreadable.position().column() + ".");
        }
    }

    private static String address(JsonNode link, JsonNode parent) {
        String uri = DeploymentBody.member(link, "uri").asString("");
        String relative = DeploymentBody.member(link, "relativePath").asString("");
        if (!uri.isEmpty() && relative.isEmpty()) {
            return uri;
        }
        String from = DeploymentBody.member(parent, "uri").asString("");
        if (uri.isEmpty() && !relative.isEmpty() && !from.isEmpty()) {
            try {
                return URI.create(from).resolve(relative).toString();
            } catch (IllegalArgumentException noPath) {
                throw new EvaluationException("The relative path '" + relative + "' is not one.");
            }
        }
        throw new EvaluationException(
                uri.isEmpty() && relative.isEmpty()
                        ? "The template link needs a 'uri' or a 'relativePath': this server has no template specs."
                        : "The template link with the relative path '" + relative
                                + "' has nothing that it is relative to, or has a 'uri' besides.");
    }

    private Optional<ObjectName> name(String address) {
        try {
            if (address.startsWith("s3://")) {
                return Optional.of(ObjectName.parse(address));
            }
            return address.startsWith(base + "/")
                    ? Optional.of(ObjectName.parse(
                            "s3://" + URI.create(address).getPath().substring(1)))
                    : Optional.empty();
        } catch (IllegalArgumentException noName) {
            return Optional.empty();
        }
    }
}
