package fairlead.server.resource.record;

import fairlead.server.database.RecordTable;
import fairlead.server.operation.OperationId;
import fairlead.server.secret.Vault;
import fairlead.server.type.Sealing;
import java.util.List;
import java.util.Optional;

/// The checksum of a resource's record, of all but its write-only values, which are sealed.
final class ResourceChecksum {

    static final RecordTable RECORDS = new RecordTable(
            "resource",
            "uid",
            false,
            List.of(
                    "uid",
                    "arm_key",
                    "arm_id",
                    "subscription",
                    "group_key",
                    "type_name",
                    "type_version",
                    "location",
                    "identifier",
                    "state",
                    "version",
                    "operation",
                    "tags",
                    "desired",
                    "properties",
                    "doubt",
                    "created_by",
                    "created_by_type",
                    "created_at",
                    "changed_by",
                    "changed_by_type",
                    "changed_at",
                    "sku"),
            Vault::isSealed);

    private final Sealing sealing;

    ResourceChecksum(Sealing sealing) {
        this.sealing = sealing;
    }

    /// None where its documents are sealed: how they lie in the database is not known here.
    Optional<Long> of(Resource resource) {
        if (sealing.seals(resource.typeName())) {
            return Optional.empty();
        }
        SystemData data = resource.systemData();
        return Optional.of(RecordTable.checksum(
                resource.uid().toString(),
                resource.id().key(),
                resource.id().toString(),
                resource.id().subscription(),
                resource.id().groupKey(),
                resource.typeName().toString(),
                resource.typeVersion(),
                resource.location(),
                resource.identifier(),
                resource.state().name(),
                resource.version(),
                resource.operation().map(OperationId::toString),
                resource.tags(),
                resource.desired(),
                resource.properties(),
                resource.doubt(),
                data.createdBy().name(),
                data.createdBy().type(),
                data.createdAt(),
                data.changedBy().name(),
                data.changedBy().type(),
                data.changedAt(),
                resource.sku()));
    }
}
