package fairlead.server.resource.record;

import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.server.operation.OperationId;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.secret.Vault;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// One resource, as it is stored: the same record behind every surface. Documents are JSON objects in UTF-8, kept
/// as bytes so that a read sends them without parsing.
///
/// @param location in normal form
/// @param identifier the primary identifier, composite parts joined with `|`; empty until the handler has told it
/// @param version counts the stored changes; behind the ETag. [#UNRECORDED] for what only a handler knows
/// @param operation the one that is running, or the last one
/// @param tags a JSON object; [#NO_TAGS] for one whose type is not recorded, see
///     [fairlead.server.resource.call.ProxyResources]
/// @param desired what the caller asked for last, without write-only values; no bytes if that is the properties
///     without what is read-only, see [StoredDesiredState]
/// @param properties the last known state, without write-only values; while a change is under way, what it will be
/// @param doubt the token of a create whose outcome nobody knows: it may have made a thing whose identifier was
///     never told
/// @param secrets the write-only values, sealed; empty bytes if there are none
/// @param sku a JSON object; empty bytes if the type has none
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
        SystemData systemData,
        byte[] sku) {

    /// After which a caller may try again that found an operation at work.
    private static final Duration BUSY_PAUSE = Duration.ofSeconds(10);

    public static final long UNRECORDED = 0;

    public static final byte[] NO_TAGS = {};

    /// Whether it is a record that stays, with tags and a place among all resources.
    public boolean tracked() {
        return tags.length > 0;
    }

    /// Whether this is a record, if only for the time of an operation.
    public boolean recorded() {
        return version != UNRECORDED;
    }

    /// The strong entity tag of this version of this resource, quotes included. It differs between two resources
    /// that had the same address one after the other. What is not recorded has no version: its tag follows from its
    /// properties.
    public String etag() {
        if (!recorded()) {
            return "\"" + Documents.digest(properties) + "\"";
        }
        return "\"" + Long.toString(version, 36) + "-" + Long.toHexString(uid.getMostSignificantBits()) + "\"";
    }

    public Resource withWish(byte[] nextDesired, byte[] nextSecrets, byte[] nextSku) {
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
                systemData,
                nextSku);
    }

    /// The same on its way to other properties, because of somebody.
    public Resource toBecome(byte[] nextProperties, SystemData nextData) {
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
                desired,
                nextProperties,
                secrets,
                doubt,
                nextData,
                sku);
    }

    /// The same under the identifier that is given, or under none.
    public Resource identifiedBy(Optional<String> nextIdentifier) {
        return new Resource(
                uid,
                id,
                typeName,
                typeVersion,
                location,
                nextIdentifier,
                state,
                version,
                operation,
                tags,
                desired,
                properties,
                secrets,
                doubt,
                systemData,
                sku);
    }

    /// The same as a handler has just read it: what was asked for is what is there.
    public Resource seen(byte[] present) {
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
                new byte[0],
                present,
                secrets,
                doubt,
                systemData,
                sku);
    }

    public Resource ended(long nextVersion, EndState end) {
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
                end.tags().orElse(tags),
                end.desired().orElse(desired),
                end.properties().orElse(properties),
                end.secrets().orElse(secrets),
                end.doubt(),
                systemData,
                end.sku().orElse(sku));
    }

    public Resource retagged(ResourceId nextId, byte[] nextTags, SystemData nextData) {
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
                nextData,
                sku);
    }

    public Resource moved(ResourceId nextId, SystemData nextData) {
        return retagged(nextId, tags, nextData);
    }

    public Resource deleting(OperationId by) {
        return begun(ProvisioningState.DELETING, by);
    }

    /// The next version, in a state that an operation will end.
    public Resource begun(ProvisioningState next, OperationId by) {
        return new Resource(
                uid,
                id,
                typeName,
                typeVersion,
                location,
                identifier,
                next,
                version + 1,
                Optional.of(by),
                tags,
                desired,
                properties,
                secrets,
                doubt,
                systemData,
                sku);
    }

    /// The last known state, write-only values included.
    public ObjectNode whole(ResourceSchema schema, Vault vault) {
        ObjectNode visible = Documents.object(properties);
        return secrets.length == 0
                ? visible
                : schema.overlay(visible, Documents.object(vault.open(secrets, uid.toString())));
    }

    /// Refuses a change while an operation works on the resource.
    public void requireIdle() {
        if (busy()) {
            String running = operation.map(OperationId::toString).orElse("");
            throw new ProblemException(new Problem.Busy(id.toString(), running, BUSY_PAUSE));
        }
    }

    public boolean busy() {
        return !state.terminal();
    }
}
