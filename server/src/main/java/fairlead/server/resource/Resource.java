package fairlead.server.resource;

import fairlead.schema.TypeName;
import fairlead.server.operation.OperationId;
import java.util.Optional;
import java.util.UUID;

/// One resource, as it is stored: the same record behind every surface. Documents are JSON objects in UTF-8, kept
/// as bytes so that a read sends them without parsing.
///
/// @param location in normal form
/// @param identifier the primary identifier, composite parts joined with `|`; empty until the handler has told it
/// @param version counts the stored changes; behind the ETag
/// @param operation the one that is running, or the last one
/// @param tags a JSON object
/// @param desired what the caller asked for last, without write-only values; no bytes if that is the properties
///     without what is read-only, see [Desired]
/// @param properties the last known state, without write-only values; while a change is under way, what it will be
/// @param doubt the token of a create whose outcome nobody knows: it may have made a thing whose identifier was
///     never told
/// @param secrets the write-only values, sealed; empty bytes if there are none
public record Resource(
        UUID uid,
        ResourceId id,
        TypeName typeName,
        int typeVersion,
        String location,
        Optional<String> identifier,
        ProvisioningState state,
        long version,
        Optional<OperationId> operation,
        byte[] tags,
        byte[] desired,
        byte[] properties,
        byte[] secrets,
        Optional<String> doubt,
        SystemData systemData) {

    /// The strong entity tag of this version of this resource, quotes included. It differs between two resources
    /// that had the same address one after the other.
    public String etag() {
        return "\"" + Long.toString(version, 36) + "-" + Long.toHexString(uid.getMostSignificantBits()) + "\"";
    }

    Resource withWish(byte[] nextDesired, byte[] nextSecrets) {
        return new Resource(
                uid,
                id,
                typeName,
                typeVersion,
                location,
                identifier,
                state,
                version,
                operation,
                tags,
                nextDesired,
                properties,
                nextSecrets,
                doubt,
                systemData);
    }

    Resource ended(long nextVersion, ResourceStore.End end) {
        return new Resource(
                uid,
                id,
                typeName,
                typeVersion,
                location,
                end.identifier().or(() -> identifier),
                end.state(),
                nextVersion,
                operation,
                tags,
                end.desired().orElse(desired),
                end.properties().orElse(properties),
                end.secrets().orElse(secrets),
                end.doubt(),
                systemData);
    }

    Resource retagged(ResourceId nextId, byte[] nextTags, SystemData nextData) {
        return new Resource(
                uid,
                nextId,
                typeName,
                typeVersion,
                location,
                identifier,
                state,
                version + 1,
                operation,
                nextTags,
                desired,
                properties,
                secrets,
                doubt,
                nextData);
    }

    Resource moved(ResourceId nextId, SystemData nextData) {
        return retagged(nextId, tags, nextData);
    }

    Resource deleting(OperationId by) {
        return new Resource(
                uid,
                id,
                typeName,
                typeVersion,
                location,
                identifier,
                ProvisioningState.DELETING,
                version + 1,
                Optional.of(by),
                tags,
                desired,
                properties,
                secrets,
                doubt,
                systemData);
    }

    boolean busy() {
        return !state.terminal();
    }
}
