package fairlead.server.resource.change;

import fairlead.server.access.Caller;
import fairlead.server.operation.ClientToken;
import fairlead.server.resource.record.Preconditions;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.TypeVersion;
import java.util.List;
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
/// @param nested what is to be put with it, see [NestedPuts]
/// @param replace whether the thing may be replaced, if it can't be changed in place
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
        Optional<ClientToken> token,
        List<Put> nested,
        ReplacePolicy replace) {

    public Put {
        nested = List.copyOf(nested);
    }

    /// One that brings along nothing that is nested.
    public Put(
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
        this(
                caller,
                id,
                type,
                location,
                tags,
                properties,
                claimedState,
                preconditions,
                sku,
                token,
                List.of(),
                ReplacePolicy.NEVER);
    }

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

    public Put withTags(ObjectNode others) {
        return withTags(others, properties);
    }

    public Put withTags(ObjectNode others, ObjectNode among) {
        return new Put(
                caller, id, type, location, others, among, claimedState, preconditions, sku, token, nested, replace);
    }

    Put nesting(ObjectNode others, List<Put> children) {
        return new Put(
                caller, id, type, location, tags, others, claimedState, preconditions, sku, token, children, replace);
    }

    /// The same, where it may replace the thing.
    public Put replacing(ReplacePolicy how) {
        return new Put(
                caller, id, type, location, tags, properties, claimedState, preconditions, sku, token, nested, how);
    }
}
