package fairlead.server.resource;

import fairlead.server.access.Caller;
import fairlead.server.operation.ClientToken;
import fairlead.server.type.TypeVersion;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A request to make a resource or to replace it whole.
///
/// @param location required to create; may be left out or has to be the same to change
/// @param tags replaced whole
/// @param properties the desired state; `provisioningState` is not among them
/// @param claimedState the provisioningState that the body carried: ignored if it is the present one, refused
///     otherwise
/// @param sku as in the envelope; if none is given, the present one stays
/// @param token under which the request may be repeated
public record Put(
        Caller caller,
        ResourceId id,
        TypeVersion type,
        Optional<String> location,
        ObjectNode tags,
        ObjectNode properties,
        Optional<String> claimedState,
        Preconditions preconditions,
        Optional<ObjectNode> sku,
        Optional<ClientToken> token) {

    /// One that is not repeated.
    public Put(
            Caller caller,
            ResourceId id,
            TypeVersion type,
            Optional<String> location,
            ObjectNode tags,
            ObjectNode properties,
            Optional<String> claimedState,
            Preconditions preconditions,
            Optional<ObjectNode> sku) {
        this(caller, id, type, location, tags, properties, claimedState, preconditions, sku, Optional.empty());
    }

    /// One that says nothing about the SKU.
    public Put(
            Caller caller,
            ResourceId id,
            TypeVersion type,
            Optional<String> location,
            ObjectNode tags,
            ObjectNode properties,
            Optional<String> claimedState,
            Preconditions preconditions) {
        this(caller, id, type, location, tags, properties, claimedState, preconditions, Optional.empty());
    }

    Put withTags(ObjectNode others) {
        return withTags(others, properties);
    }

    Put withTags(ObjectNode others, ObjectNode among) {
        return new Put(caller, id, type, location, others, among, claimedState, preconditions, sku, token);
    }
}
