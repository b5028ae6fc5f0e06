package fairlead.server.drift;

import fairlead.contract.Agreement;
import fairlead.handler.Tags;
import fairlead.schema.HandlerKind;
import fairlead.schema.ResourceSchema;
import fairlead.server.access.AuditTrail;
import fairlead.server.drift.DriftInput.Actual;
import fairlead.server.problem.FailureCode;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.call.HandlerReads;
import fairlead.server.resource.call.HandlerRedaction;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.StoredDesiredState;
import fairlead.server.secret.Vault;
import fairlead.server.type.Sealing;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import fairlead.server.type.definition.DriftSettings;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// Reads resources through their handlers and compares them with their records. It changes neither.
public final class DriftReads {

    private final Types types;
    private final Vault vault;
    private final HandlerReads live;
    private final ChangeRecorder recorder;

    public DriftReads(Types types, Vault vault, HandlerInvoker handlers, Clock clock, Supplier<UUID> ids) {
        this.types = types;
        this.vault = vault;
        live = new HandlerReads(handlers, ids);
        recorder = new ChangeRecorder(types, new AuditTrail(), clock);
    }

    /// All sides of a resource that is recorded, its physical resource read now; a problem while it is busy.
    public DriftInput of(Resource resource) {
        resource.requireIdle();
        TypeVersion type = types.version(resource.typeName(), resource.typeVersion());
        ResourceSchema schema = type.schema();
        ObjectNode desired = StoredDesiredState.read(schema, resource.desired(), resource.properties());
        return new DriftInput(
                resource, type, desired, Documents.object(resource.properties()), actual(type, resource, desired));
    }

    /// What of that is sealed where it is stored.
    public Sealing sealing() {
        return types.sealing();
    }

    /// Where it is written down what was seen.
    public ChangeRecorder recorder() {
        return recorder;
    }

    /// How drift of resources of its type is looked for.
    public DriftSettings settings(Resource resource) {
        return types.version(resource.typeName(), resource.typeVersion())
                .registration()
                .drift();
    }

    private Actual actual(TypeVersion type, Resource resource, ObjectNode desired) {
        if (resource.identifier().isEmpty()) {
            return new Actual.Unknown(FailureCode.NOT_MADE, "Nothing has been made yet that could be read.");
        }
        if (!type.schema().handlers().contains(HandlerKind.READ)) {
            return new Actual.Unknown(
                    ProblemCode.UNSUPPORTED_ACTION, "The type " + type.name() + " has no read handler.");
        }
        HandlerReads.Side side = new HandlerReads.Side(
                resource.id().subscription(), resource.location(), resource.id().name());
        ObjectNode identifier = resource.request(
                type.schema(),
                type.schema().parseIdentifier(resource.identifier().get()),
                vault);
        HandlerRedaction redaction = HandlerRedaction.about(resource, type, vault);
        try {
            return redaction
                    .during(() -> live.read(type, side, identifier))
                    .<Actual>map(model -> new Actual.Found(model, own(type.schema(), resource, desired, model)))
                    .orElseGet(Actual.Gone::new);
        } catch (ProblemException failed) {
            Problem problem = failed.problem();
            return new Actual.Unknown(problem.code(), redaction.get().apply(problem.message()));
        }
    }

    private static ObjectNode own(ResourceSchema schema, Resource resource, ObjectNode desired, ObjectNode model) {
        Map<String, String> tags = Documents.texts(resource.tags());
        return new Agreement(schema).tagged(new Tags(tags, tags)).withoutRequestTags(desired, model);
    }
}
