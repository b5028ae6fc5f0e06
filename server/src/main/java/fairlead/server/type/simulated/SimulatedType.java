package fairlead.server.type.simulated;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.ResourceHandler;
import fairlead.schema.Finding;
import fairlead.schema.HandlerKind;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.schema.reference.KeptDocuments;
import fairlead.server.database.Database;
import fairlead.server.type.definition.Action;
import fairlead.server.type.definition.Registration;
import fairlead.simulation.Behaviour;
import fairlead.simulation.SimulatedResources;
import fairlead.simulation.Simulation;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// A type that is served by its schema alone.
///
/// @param schema with the handlers that are simulated
/// @param added the handlers that the schema did not declare
public record SimulatedType(ResourceSchema schema, List<HandlerKind> added) {

    public static SimulatedType of(ResourceSchema declared) {
        Simulation.Completed completed = Simulation.complete(declared.document());
        if (completed.added().isEmpty()) {
            return new SimulatedType(declared, List.of());
        }
        return switch (ResourceSchema.load(
                completed.document(), new KeptDocuments(declared.references()), declared.profile())) {
            case Loaded.Valid(var schema, var _) -> new SimulatedType(schema, completed.added());
            case Loaded.Invalid(var findings) ->
                throw new IllegalStateException("handlers made a schema invalid: " + findings);
        };
    }

    /// What is wrong with the behaviour that the type is to have.
    ///
    /// @param actions that the type has
    public List<Finding> wrong(ObjectNode behaviour, List<Action> actions) {
        return switch (Behaviour.parse(behaviour, schema)) {
            case Behaviour.Parsed.Valid(var valid) ->
                valid.answers().keySet().stream()
                        .filter(name -> actions.stream().noneMatch(action -> action.isCalled(name)))
                        .map(name -> Finding.error(
                                "behaviour.action", "/actions/" + name, "the type declares no action '" + name + "'"))
                        .toList();
            case Behaviour.Parsed.Invalid(var findings) -> findings;
        };
    }

    /// The handler, which keeps what it makes in the database.
    ///
    /// @param registration with the behaviour, and the actions
    /// @param seals whether what is written is sealed
    public ResourceHandler handler(Registration registration, Database database, DocumentSeal sealing, boolean seals) {
        return switch (Behaviour.parse(registration.simulation().orElseThrow(), schema)) {
            case Behaviour.Parsed.Valid(var valid) ->
                SimulatedActions.of(
                        Simulation.handler(schema, valid, resources(database, sealing, seals)), registration, valid);
            case Behaviour.Parsed.Invalid(var findings) ->
                throw new HandlerException(
                        ErrorCode.HANDLER_INTERNAL_FAILURE, "The type can't be simulated: " + findings.getFirst());
        };
    }

    private SimulatedResources resources(Database database, DocumentSeal sealing, boolean seals) {
        SimulatedResources resources = new SimulatedResourceStore(database, schema.typeName());
        return new SealedResourceStore(resources, schema.typeName(), seals, sealing);
    }
}
