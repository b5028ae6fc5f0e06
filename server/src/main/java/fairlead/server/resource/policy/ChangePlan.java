package fairlead.server.resource.policy;

import fairlead.schema.ResourceSchema;
import fairlead.schema.diff.Diff;
import fairlead.server.access.Action;
import fairlead.server.access.policy.ApprovalGate;
import fairlead.server.plan.Plan;
import fairlead.server.plan.SecretDigests;
import fairlead.server.resource.change.DesiredState;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.change.ReplacePolicy;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.StoredDesiredState;
import fairlead.server.secret.Vault;
import fairlead.server.type.TypeVersion;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The plan of the change of one resource, and what people are shown of it. Made where it is asked for alone.
///
/// @param present what is changed; empty of what is made
/// @param after what it is to be; empty of what is deleted
record ChangePlan(
        String id,
        TypeVersion type,
        Optional<Resource> present,
        Optional<After> after,
        SecretDigests digests,
        Vault vault)
        implements ApprovalGate.Change {

    /// What a resource is to be.
    ///
    /// @param replace how the physical resource may be replaced for that
    record After(String location, ObjectNode tags, ObjectNode sku, DesiredState desired, ReplacePolicy replace) {

        /// @param sku that stays if none is asked for
        static After of(Put request, DesiredState desired, String location, ObjectNode sku) {
            return new After(location, request.tags(), request.sku().orElse(sku), desired, request.replace());
        }
    }

    @Override
    public Plan.Step step() {
        Plan.Verb verb = after.isEmpty() ? Plan.Verb.DELETE : present.isEmpty() ? Plan.Verb.CREATE : Plan.Verb.UPDATE;
        String named = type.armType().toString();
        Action action = after.isEmpty() ? Action.delete(named) : Action.write(named);
        return new Plan.Step(
                verb,
                action.name(),
                id,
                present.map(Resource::etag),
                type.name() + "@" + type.version(),
                after.map(this::document).orElseGet(Documents::empty));
    }

    private ObjectNode document(After wanted) {
        ObjectNode json = Documents.empty();
        json.put("location", wanted.location());
        json.set("tags", wanted.tags());
        json.set("sku", wanted.sku());
        DesiredState desired = wanted.desired();
        json.set(
                "properties",
                desired.secret().isEmpty()
                        ? desired.visible()
                        : type.schema().overlay(desired.visible(), digests.of(id, desired.secret())));
        if (wanted.replace() != ReplacePolicy.NEVER) {
            json.put("replace", wanted.replace().toString());
        }
        return json;
    }

    @Override
    public ObjectNode difference() {
        ObjectNode json = Documents.empty();
        ObjectNode before = present.map(this::asked).orElseGet(Documents::empty);
        ObjectNode next = after.map(wanted -> wanted.desired().whole()).orElseGet(Documents::empty);
        json.set("properties", Diff.between(type.schema(), before, next).toJson());
        ObjectNode tagsBefore = present.filter(Resource::tracked)
                .map(resource -> Documents.object(resource.tags()))
                .orElseGet(Documents::empty);
        differing(json, "tags", tagsBefore, after.map(After::tags).orElseGet(Documents::empty));
        differing(
                json,
                "sku",
                present.map(ChangeGuard::sku).orElseGet(Documents::empty),
                after.map(After::sku).orElseGet(Documents::empty));
        return json;
    }

    private static void differing(ObjectNode json, String name, ObjectNode before, ObjectNode after) {
        if (!before.equals(after)) {
            json.putObject(name).set("before", before).set("after", after);
        }
    }

    /// What was asked for until now, write-only values included.
    private ObjectNode asked(Resource resource) {
        ResourceSchema schema = type.schema();
        ObjectNode visible = StoredDesiredState.read(schema, resource.desired(), resource.properties());
        return resource.secrets().length == 0
                ? visible
                : schema.overlay(
                        visible,
                        Documents.object(
                                vault.open(resource.secrets(), resource.uid().toString())));
    }
}
