package fairlead.server.resource.record;

import fairlead.schema.Profile;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.server.limit.quota.Quota;
import fairlead.server.operation.OperationId;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.secret.Vault;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// One resource, as it is stored: the same record behind every surface.
public record Resource(Identity identity, Status status, Content content, SystemData systemData) {

    /// After which a caller may try again that found an operation at work.
    private static final Duration BUSY_PAUSE = Duration.ofSeconds(10);

    public static final long UNRECORDED = 0;

    public static final byte[] NO_TAGS = {};

    private static final byte[] NOTHING = {};

    /// Which resource it is.
    ///
    /// @param location in normal form
    /// @param identifier the primary identifier, composite parts joined with `|`; empty until the handler has
    ///     told it
    public record Identity(
            UUID uid, ResourceId id, TypeName typeName, int typeVersion, String location, Optional<String> identifier) {

        Identity at(ResourceId nextId) {
            return new Identity(uid, nextId, typeName, typeVersion, location, identifier);
        }

        Identity identifiedBy(Optional<String> nextIdentifier) {
            return new Identity(uid, id, typeName, typeVersion, location, nextIdentifier);
        }
    }

    /// How far it has come.
    ///
    /// @param version counts the stored changes; behind the ETag. [#UNRECORDED] for what only a handler knows
    /// @param operation the one that is running, or the last one
    /// @param doubt the token of a create whose outcome is unknown: it may have made a physical resource whose
    ///     identifier was never told
    public record Status(
            ProvisioningState state, long version, Optional<OperationId> operation, Optional<String> doubt) {

        /// Of one that no operation has changed since it is known here.
        public static Status found(long version) {
            return new Status(ProvisioningState.SUCCEEDED, version, Optional.empty(), Optional.empty());
        }

        Status changed() {
            return new Status(state, version + 1, operation, doubt);
        }

        public Status begun(ProvisioningState next, OperationId by) {
            return new Status(next, version + 1, Optional.of(by), doubt);
        }

        Status ended(long nextVersion, EndState end) {
            return new Status(end.state(), nextVersion, operation, end.doubt());
        }
    }

    /// What it consists of. Documents are JSON objects in UTF-8, kept as bytes so that a read sends them without
    /// parsing.
    ///
    /// @param tags a JSON object; [#NO_TAGS] for one whose type is not recorded, see [ProxyResources]
    /// @param desired what the caller asked for last, without write-only values; no bytes if that is the properties
    ///     without what is read-only, see [StoredDesiredState]
    /// @param properties the last known state, without write-only values; while a change is under way, what it
    ///     will be
    /// @param secrets the write-only values, sealed; empty bytes if there are none
    /// @param sku a JSON object; empty bytes if the type has none
    public record Content(byte[] tags, byte[] desired, byte[] properties, byte[] secrets, byte[] sku) {

        /// As a handler has read it: no caller has asked for anything else, or for a secret.
        public static Content found(byte[] tags, byte[] properties) {
            return new Content(tags, NOTHING, properties, NOTHING, Skus.NONE);
        }

        Content withDesired(byte[] nextDesired, byte[] nextSecrets, byte[] nextSku) {
            return new Content(tags, nextDesired, properties, nextSecrets, nextSku);
        }

        Content withTags(byte[] nextTags) {
            return new Content(nextTags, desired, properties, secrets, sku);
        }

        Content withProperties(byte[] nextProperties) {
            return new Content(tags, desired, nextProperties, secrets, sku);
        }

        Content seen(byte[] present) {
            return new Content(tags, NOTHING, present, secrets, sku);
        }

        Content ended(EndState end) {
            return new Content(
                    end.tags().orElse(tags),
                    end.desired().orElse(desired),
                    end.properties().orElse(properties),
                    end.secrets().orElse(secrets),
                    end.sku().orElse(sku));
        }
    }

    public UUID uid() {
        return identity.uid();
    }

    public ResourceId id() {
        return identity.id();
    }

    public TypeName typeName() {
        return identity.typeName();
    }

    public int typeVersion() {
        return identity.typeVersion();
    }

    public String location() {
        return identity.location();
    }

    public Optional<String> identifier() {
        return identity.identifier();
    }

    public ProvisioningState state() {
        return status.state();
    }

    public long version() {
        return status.version();
    }

    public Optional<OperationId> operation() {
        return status.operation();
    }

    public Optional<String> doubt() {
        return status.doubt();
    }

    public byte[] tags() {
        return content.tags();
    }

    public byte[] desired() {
        return content.desired();
    }

    public byte[] properties() {
        return content.properties();
    }

    public byte[] secrets() {
        return content.secrets();
    }

    public byte[] sku() {
        return content.sku();
    }

    /// Whether it is a record that stays, with tags and a place among all resources.
    public boolean tracked() {
        return tags().length > 0;
    }

    /// Whether this is a record, if only for the time of an operation.
    public boolean recorded() {
        return version() != UNRECORDED;
    }

    /// As it counts towards quotas: not at all if it is there for an operation alone.
    Quota.Counted counted() {
        return tracked()
                ? new Quota.Counted(
                        id().subscription(),
                        typeName().toString(),
                        location(),
                        systemData.createdBy().name())
                : Quota.Counted.NOTHING;
    }

    /// The strong entity tag of this version of this resource, quotes included. It differs between two resources
    /// that had the same address one after the other. What is not recorded has no version: its tag follows from its
    /// properties.
    public String etag() {
        if (!recorded()) {
            return "\"" + Documents.digest(properties()) + "\"";
        }
        return "\"" + Long.toString(version(), 36) + "-" + Long.toHexString(uid().getMostSignificantBits()) + "\"";
    }

    public Resource withDesired(byte[] nextDesired, byte[] nextSecrets, byte[] nextSku) {
        return new Resource(identity, status, content.withDesired(nextDesired, nextSecrets, nextSku), systemData);
    }

    /// The same on its way to other properties.
    ///
    /// @param nextData names the caller who changes it
    public Resource toBecome(byte[] nextProperties, SystemData nextData) {
        return new Resource(identity, status, content.withProperties(nextProperties), nextData);
    }

    /// The same under the identifier that is given, or under none.
    public Resource identifiedBy(Optional<String> nextIdentifier) {
        return new Resource(identity.identifiedBy(nextIdentifier), status, content, systemData);
    }

    /// The same, of which no create is in doubt.
    public Resource undoubted() {
        Status known = new Status(status.state(), status.version(), status.operation(), Optional.empty());
        return new Resource(identity, known, content, systemData);
    }

    /// The same as a handler has just read it: what was asked for is what is there.
    public Resource seen(byte[] present) {
        return new Resource(identity, status, content.seen(present), systemData);
    }

    public Resource ended(long nextVersion, EndState end) {
        Identity told = end.identifier().isPresent() ? identity.identifiedBy(end.identifier()) : identity;
        return new Resource(told, status.ended(nextVersion, end), content.ended(end), systemData);
    }

    public Resource retagged(ResourceId nextId, byte[] nextTags, SystemData nextData) {
        return new Resource(identity.at(nextId), status.changed(), content.withTags(nextTags), nextData);
    }

    public Resource moved(ResourceId nextId, SystemData nextData) {
        return retagged(nextId, tags(), nextData);
    }

    public Resource deleting(OperationId by) {
        return begun(ProvisioningState.DELETING, by);
    }

    /// The next version, in a state that an operation will end.
    public Resource begun(ProvisioningState next, OperationId by) {
        return new Resource(identity, status.begun(next, by), content, systemData);
    }

    /// The last known state, write-only values included.
    public ObjectNode whole(ResourceSchema schema, Vault vault) {
        ObjectNode visible = Documents.object(properties());
        return secrets().length == 0
                ? visible
                : schema.overlay(visible, Documents.object(vault.open(secrets(), uid().toString())));
    }

    /// What a read or delete handler gets, by the profile of the type.
    public ObjectNode request(ResourceSchema schema, ObjectNode identifier, Vault vault) {
        return schema.profile() == Profile.STRICT
                ? identifier
                : schema.profile().request(identifier, whole(schema, vault));
    }

    /// Refuses a change while an operation works on the resource.
    public void requireIdle() {
        if (busy()) {
            String running = operation().map(OperationId::toString).orElse("");
            throw new ProblemException(new Problem.Busy(id().toString(), running, BUSY_PAUSE));
        }
    }

    public boolean busy() {
        return !state().terminal();
    }
}
