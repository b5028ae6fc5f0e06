package fairlead.server.resource.change;

import fairlead.server.access.Caller;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.document.MergePatch;
import fairlead.server.resource.record.Preconditions;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.Skus;
import fairlead.server.type.TypeVersion;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A request to change parts of a resource.
public record Patch(Caller caller, ResourceId id, TypeVersion type, Body body, ChangeTerms terms) {

    /// The parts.
    ///
    /// @param location if present, has to be the resource's own
    /// @param tags replaced whole if present
    /// @param properties an RFC 7396 merge patch of the properties, if present
    /// @param claimedState as in [Put]
    /// @param sku a merge patch
    public record Body(
            Optional<String> location,
            Optional<ObjectNode> tags,
            Optional<ObjectNode> properties,
            Optional<String> claimedState,
            Optional<ObjectNode> sku) {

        /// Nothing but properties, and with them tags.
        public static Body of(Optional<ObjectNode> tags, Optional<ObjectNode> properties) {
            return new Body(Optional.empty(), tags, properties, Optional.empty(), Optional.empty());
        }
    }

    /// The PUT that comes of it.
    ///
    /// @param present the resource as it is
    public Put applied(Resource present) {
        ObjectNode whole = type.schema().withoutReadOnly(Documents.object(present.properties()));
        ObjectNode base = tags().isPresent() ? TagProperty.withoutTags(type.schema(), whole) : whole;
        ObjectNode asked =
                properties().map(patch -> MergePatch.apply(base, patch)).orElse(base);
        Put.Body next = new Put.Body(
                present.tracked() ? location() : Optional.empty(),
                tags().orElseGet(() -> Documents.object(present.tags())),
                asked,
                claimedState(),
                Skus.patched(sku(), present));
        return Put.of(caller, present.tracked() ? id : present.id(), type, next).on(terms);
    }

    public Optional<String> location() {
        return body.location();
    }

    public Optional<ObjectNode> tags() {
        return body.tags();
    }

    public Optional<ObjectNode> properties() {
        return body.properties();
    }

    public Optional<String> claimedState() {
        return body.claimedState();
    }

    public Optional<ObjectNode> sku() {
        return body.sku();
    }

    public Preconditions preconditions() {
        return terms.preconditions();
    }

    public ReplacePolicy replace() {
        return terms.replace();
    }
}
