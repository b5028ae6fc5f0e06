package fairlead.server.resource.change;

import fairlead.server.access.Caller;
import fairlead.server.operation.ClientToken;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Preconditions;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.TypeVersion;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A request to make a resource or to replace it whole.
///
/// @param nested what is to be put with it, see [NestedPuts]
public record Put(Caller caller, ResourceId id, TypeVersion type, Body body, ChangeTerms terms, List<Put> nested) {

    public Put {
        nested = List.copyOf(nested);
    }

    /// What the resource is to be.
    ///
    /// @param location required to create; may be left out or has to be the same to change
    /// @param tags replaced whole
    /// @param properties the desired state; `provisioningState` is not among them
    /// @param claimedState the provisioningState that the body carried: ignored if it is the present one, refused
    ///     otherwise
    /// @param sku as in the envelope; if none is given, the present one stays
    public record Body(
            Optional<String> location,
            ObjectNode tags,
            ObjectNode properties,
            Optional<String> claimedState,
            Optional<ObjectNode> sku) {

        /// One that says nothing about the state or the SKU.
        public static Body of(Optional<String> location, ObjectNode tags, ObjectNode properties) {
            return new Body(location, tags, properties, Optional.empty(), Optional.empty());
        }

        Body with(ObjectNode others, ObjectNode among) {
            return new Body(location, others, among, claimedState, sku);
        }
    }

    /// One on no terms, that brings along nothing that is nested.
    public static Put of(Caller caller, ResourceId id, TypeVersion type, Body body) {
        return new Put(caller, id, type, body, ChangeTerms.NONE, List.of());
    }

    /// The same, of a caller for whom it was decided.
    public Put by(Caller other) {
        return new Put(other, id, type, body, terms, nested);
    }

    public Optional<String> location() {
        return body.location();
    }

    public ObjectNode tags() {
        return body.tags();
    }

    /// The tags as they are stored: of what is not recorded, none.
    public byte[] storedTags() {
        return type.recorded() ? Documents.bytes(body.tags()) : Resource.NO_TAGS;
    }

    public ObjectNode properties() {
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

    public Optional<ClientToken> token() {
        return terms.token();
    }

    public ReplacePolicy replace() {
        return terms.replace();
    }

    public Put withTags(ObjectNode others) {
        return withTags(others, properties());
    }

    public Put withTags(ObjectNode others, ObjectNode among) {
        return new Put(caller, id, type, body.with(others, among), terms, nested);
    }

    /// The same with a SKU beside the properties.
    public Put withSku(Optional<ObjectNode> sku) {
        Body other = new Body(location(), tags(), properties(), claimedState(), sku);
        return new Put(caller, id, type, other, terms, nested);
    }

    Put nesting(ObjectNode others, List<Put> children) {
        return new Put(caller, id, type, body.with(tags(), others), terms, children);
    }

    /// The same on these terms.
    public Put on(ChangeTerms others) {
        return new Put(caller, id, type, body, others, nested);
    }

    /// The same, where this has to hold.
    public Put provided(Preconditions preconditions) {
        return on(terms.provided(preconditions));
    }

    /// The same, where it may replace the physical resource.
    public Put replacing(ReplacePolicy how) {
        return on(terms.replacing(how));
    }
}
