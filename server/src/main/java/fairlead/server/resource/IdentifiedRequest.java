package fairlead.server.resource;

import fairlead.schema.ResourceSchema;
import fairlead.server.access.Caller;
import fairlead.server.operation.ClientToken;
import fairlead.server.resource.change.ChangeTerms;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A request of a caller for a resource that it names by its identifier.
///
/// @param group in which resources live that are made here
/// @param version of the type, if a certain one is asked for; else that of the record, or the default
public record IdentifiedRequest(
        Caller caller,
        String subscription,
        String group,
        String location,
        RegisteredType type,
        Optional<TypeVersion> version,
        Optional<String> plan) {

    /// One whose caller was shown no plan.
    public IdentifiedRequest(
            Caller caller,
            String subscription,
            String group,
            String location,
            RegisteredType type,
            Optional<TypeVersion> version) {
        this(caller, subscription, group, location, type, version, Optional.empty());
    }

    /// The same, of a caller for whom it was decided.
    IdentifiedRequest by(Caller other) {
        return new IdentifiedRequest(other, subscription, group, location, type, version, plan);
    }

    TypeVersion versionForNew() {
        return version.orElseGet(type::current);
    }

    ResourceSchema schema() {
        return versionForNew().schema();
    }

    /// What it is to be, as a PUT on the record.
    Put put(
            ResourceId id,
            TypeVersion of,
            Optional<String> place,
            ObjectNode properties,
            ObjectNode tags,
            ClientToken token) {
        return Put.of(caller, id, of, Put.Body.of(place, tags, properties))
                .on(ChangeTerms.NONE.under(Optional.of(token)).as(plan));
    }
}
